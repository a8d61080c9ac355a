import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { printable, printableJson } from '#core/printable.ts';
import { printAnalysis } from '../../../src/commands/print-analysis.ts';
import { readyWords } from '../../../src/commands/tell-ready.ts';
import { nearest } from '../../../src/core/nearest.ts';
import { createTerminalLog } from '../../../src/node/terminal-log.ts';
import { runNode } from '../../support/run-node.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

it('names the command that a mistyped one is likely to mean', () => {
  const known = ['start', 'analyze', 'templates', 'lines', 'diff'];
  expect(nearest('anlayze', known)).toBe('analyze');
  expect(nearest('line', known)).toBe('lines');
  expect(nearest('deploy', known)).toBeUndefined();
});

const analysis = {
  name: 'app.log',
  status: 'COMPLETED' as const,
  error: null,
  file_type: 'log',
  signature: null,
  verdict: 'LIKELY' as const,
  lines: 2,
  first_time: null,
  last_time: null,
  findings: [],
  answer: '**LIKELY: `db` is \\*down\\***\n\n- `app.log:2` `x \u001b[2J y`',
  query: null,
  duration_ms: 10,
};

it('shows an answer’s Markdown as a terminal does, and lets nothing of a file drive it', () => {
  const painted = printAnalysis(analysis, { hasColour: true });
  expect(painted).not.toContain('**');
  expect(painted).not.toContain('\u001b[2J');
  const plain = painted.replace(/\u001b\[\d+m/g, '');
  expect(plain).toContain('LIKELY: db is *down*');
  expect(plain).toContain('• app.log:2 x \\x1b[2J y');
  expect(printAnalysis(analysis, { hasColour: false })).toContain('**LIKELY');
});

it('shows quoted lines of a file as they are, without gaps around them', () => {
  const quoted = ['- retry **now** `a`', '# of 3 \\_x', '', '', '```'];
  const answer = ['**Proof**', '', '', '    ````', ...quoted, '    ````', '', '', '', '**Next**: wait'].join('\n');
  const painted = printAnalysis({ ...analysis, answer }, { hasColour: true }).replace(/\u001b\[\d+m/g, '');
  expect(
    painted
      .split('\n')
      .slice(2)
      .map((line) => line.replace(/^ {2}/, '')),
  ).toEqual(['Proof', '', ...quoted, '', 'Next: wait', '']);
});

it('speaks to a person at start: addresses on lines of their own, no JSON', async () => {
  const words = await readyWords({
    origin: 'http://127.0.0.1:3000',
    sandbox: 'http://127.0.0.1:3000/sandbox',
    hasConsole: true,
    dataDir: '/nowhere',
  });
  expect(words).toMatch(/^ {2}Console +http:\/\/127\.0\.0\.1:3000\/console$/m);
  const told: string[] = [];
  const log = createTerminalLog('warn', (line) => told.push(line));
  log.info('polled', { n: 1 });
  log.with({ part: 'bot' }).warn('a file waits', { name: 'a.log', authorization: 'Bearer abcdefghijkl' });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^\d\d:\d\d:\d\d warning: a file waits \(name: a\.log/);
  expect(told[0]).not.toContain('abcdefghijkl');
});

it('lets nothing through that moves, hides or turns the text of a terminal', () => {
  const hostile = 'a\u001b[2J\u009b31m\u202egnp.exe\u2066\u200b\ufeff\u{e0041}\u2028b';
  expect(printable(hostile)).toBe('a\\x1b[2J\\x9b31m\\u{202e}gnp.exe\\u{2066}\\u{200b}\\u{feff}\\u{e0041}\\u{2028}b');
  expect(printable('журнал 日志 é\tx\r\n')).toBe('журнал 日志 é\tx\n');
  const json = printableJson(JSON.stringify({ hostile }));
  expect(JSON.parse(json)).toEqual({ hostile });
  expect(json).toMatch(/^[\x20-\x7e]+$/);
  const told: string[] = [];
  createTerminalLog('warn', (line) => told.push(line)).warn('a file waits', { name: hostile });
  expect(told[0]).not.toMatch(/[\u001b\u009b\u202e]/);
});

it('prints the lines of a file with secrets masked, or as they are where it is asked for them', async () => {
  const { path } = temporaryFolder();
  const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEpAIBAAKCAQEA7bq9cZkeyMaterial', '-----END RSA PRIVATE KEY-----'];
  const lines = ['start', 'login failed password=hunter2Secret9', ...key, 'a\u001b[2Jb', 'end'];
  const file = join(path, 'a.log');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const print = async (...args: string[]) => (await runNode(['src/commands/cli.ts', 'lines', ...args])).stdout;
  expect(await print(file, '2')).toBe('login failed password=[masked]\n');
  expect(await print(file, '4-7')).toBe(`[masked]\n${lines.slice(4).join('\n')}\n`);
  expect(await print('--raw', file, '1-7')).toBe(`${lines.join('\n')}\n`);
});

it('reads what is piped in, and says of a file that is missing that it is', async () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const logtriage = (args: string, input: string) =>
    run('bash', ['-c', `printf '%s' "$INPUT" | "$NODE" src/commands/logtriage.js ${args}`], {
      cwd: root,
      env: { ...process.env, NODE: process.execPath, INPUT: input },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
  const log = 'pump 1 started\npump 2 started\nthe tank is empty\n';
  expect((await logtriage('lines - 2-3', log)).stdout).toBe('pump 2 started\nthe tank is empty\n');
  const [first, second, third] = (await logtriage('templates -', log)).stdout.split('\n');
  expect([first === second, first === third]).toEqual([true, false]);
  for (const command of ['lines nowhere.log 1', 'templates nowhere.log']) {
    expect(await logtriage(command, '')).toMatchObject({ code: 1, stderr: 'nowhere.log: There is no such file.\n' });
  }
});
