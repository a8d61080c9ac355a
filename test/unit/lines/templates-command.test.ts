import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineFolder } from '../../support/line-documents.ts';
import { runNode } from '../../support/run-node.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'src', 'commands', 'logtriage.js');
const templates = (...files: string[]) => runNode([cli, 'templates', ...files]);

describe('logtriage templates', () => {
  it.each([
    ['lines with blank ones between', 'job 1 done\n\njob 2 done\n   \nother text\n', 5],
    ['a last line without a line feed', 'a\nb', 2],
    ['carriage returns and zeros', 'x\r\n\0\0\r\n', 2],
    ['nothing', '', 0],
  ])('prints one integer for each line of %s and nothing else', async (_, text, lines) => {
    using folder = lineFolder();
    const { stdout, stderr } = await templates(folder.write('file', text));
    expect(stdout).toMatch(lines === 0 ? /^$/ : new RegExp(`^(?:\\d+\\n){${lines}}$`));
    expect(stderr).toBe('');
  });

  it('gives lines of one wording one number, and others another', async () => {
    using folder = lineFolder();
    const { stdout } = await templates(folder.write('file', 'job 1 done\nstopped\njob 2 done\n'));
    const [first, second, third] = stdout.trim().split('\n');
    expect(third).toBe(first);
    expect(second).not.toBe(first);
  });

  it('runs in the process it is started in', async () => {
    using folder = lineFolder();
    // Each Node that starts says so: none waits beside the one that works.
    const env = { NODE_OPTIONS: "--import=data:text/javascript,process.stderr.write('started;')" };
    const { stderr } = await runNode([cli, 'templates', folder.write('file', 'a\n')], { env });
    expect(stderr).toBe('started;');
  });

  it('says which file it could not read', async () => {
    const failed = await templates('/nowhere/file');
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('/nowhere/file') });
    expect((await templates()).code).toBe(2);
  });
});
