import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** What comes on standard input, as a file: readers go back and forth in it. */
export async function spoolStdin(): Promise<{ path: string } & Disposable> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-stdin-'));
  const path = join(folder, 'stdin');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
    return { path, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}
