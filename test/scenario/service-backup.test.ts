import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runNode } from '../support/run-node.ts';
import { startService } from '../support/service-under-test.ts';

it('goes on from a backup that was made while the service ran', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logtriage-backup-'));
  const dataDir = join(folder, 'data');
  const copy = join(folder, 'copy');
  await mkdir(dataDir);
  try {
    let key: string;
    let id: string;
    {
      await using under = await startService({}, { dataDir });
      ({ key } = await under.addUserWithKey());
      id = await under.completed(key, 'a.log', 'one\nan error\n');
      await writeFile(join(dataDir, 'process.lock'), '');
      const backup = await runNode(['src/commands/cli.ts', 'backup', copy], { env: { DATA_DIR: dataDir } });
      expect([backup.code, backup.stderr]).toEqual([0, '']);
    }
    expect(await readdir(copy)).not.toContain('process.lock');
    await rm(dataDir, { recursive: true });
    await using restored = await startService({}, { dataDir: copy });
    expect((await restored.call(key, 'GET', `/api/v1/files/${id}/dashboard`)).status).toBe(200);
    const answer = await restored.call(key, 'POST', `/api/v1/files/${id}/searches/quick`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'which error?' }),
    });
    expect(answer.body.data).toMatchObject({ status: 'COMPLETED', citations: [{ excerpt: 'an error' }] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
