import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { ApiKeySource } from '#bot/analysis/client.ts';
import { RemoteError } from '#core/errors.ts';

/** A key in a file, read anew for each request, so that a new one counts without a restart. */
export function createApiKeyFile(path: string): ApiKeySource & { onChange(listener: () => void): () => void } {
  return {
    async read() {
      let key = '';
      try {
        key = readFileSync(path, 'utf8').trim();
      } catch (cause) {
        throw new RemoteError('unauthorized', 'API_KEY_FILE cannot be read', { cause });
      }
      if (key === '' || /[\s\0-\x1f\x7f]/.test(key)) {
        throw new RemoteError('unauthorized', 'API_KEY_FILE holds no key');
      }
      return key;
    },
    onChange(listener) {
      // Looked at, not waited for: events of file systems get lost on mounts and when a file is replaced.
      watchFile(path, { interval: 1_000, persistent: false }, listener);
      return () => unwatchFile(path, listener);
    },
  };
}
