import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { ApiKeySource } from '#bot/analysis/client.ts';
import { RemoteError } from '#core/errors.ts';

/** A key in a file, read anew for each request, so that a new one counts without a restart. */
export function createApiKeyFile(path: string): ApiKeySource & { onChange(listener: () => void): () => void } {
  let last: string | undefined;
  return {
    async read() {
      const key = readKey(path);
      // A file that is just being replaced is empty or missing for a moment.
      if (key !== undefined) last = key;
      if (last === undefined) throw new RemoteError('unauthorized', 'API_KEY_FILE is missing or holds no key');
      return last;
    },
    onChange(listener) {
      // Looked at, not waited for: events of file systems get lost on mounts and when a file is replaced.
      watchFile(path, { interval: 1_000, persistent: false }, listener);
      return () => unwatchFile(path, listener);
    },
  };
}

function readKey(path: string): string | undefined {
  try {
    const key = readFileSync(path, 'utf8').trim();
    return key === '' || /[\s\0-\x1f\x7f]/.test(key) ? undefined : key;
  } catch {
    return undefined;
  }
}
