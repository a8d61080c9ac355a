import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TemporaryFolder {
  path: string;
  /** Writes a file into it and gives its path. */
  file(name: string, content: string | Uint8Array): string;
}

/** A folder that is gone when the test has ended. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'logtriage-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    file(name, content) {
      const target = join(path, name);
      writeFileSync(target, content);
      return target;
    },
  };
}
