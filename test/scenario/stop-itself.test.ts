import { expect, it } from 'vitest';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a program that is stopped leaves nothing behind that keeps its process', async () => {
  const env = { DATA_DIR: temporaryFolder().path };
  const end = await runNode(['test/support/entries/stop-itself.ts'], { env });
  expect(end).toMatchObject({ code: 0, stdout: expect.stringMatching(/^200 .*disk full/) });
});
