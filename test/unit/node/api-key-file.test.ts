import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApiKeyFile } from '../../../src/node/api-key-file.ts';

it('reads the key anew each time, and stays with the last one while the file is being replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-key-'));
  const path = join(folder, 'key');
  const file = createApiKeyFile(path);
  try {
    await expect(file.read()).rejects.toMatchObject({ code: 'unauthorized' });
    writeFileSync(path, 'first\n');
    expect(await file.read()).toBe('first');
    writeFileSync(path, '');
    expect(await file.read()).toBe('first');
    writeFileSync(path, 'second');
    expect(await file.read()).toBe('second');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
