import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { UsageError } from '#core/errors.ts';
import { run as analyzeCommand } from '../../src/commands/analyze.ts';
import { run as diffCommand } from '../../src/commands/diff.ts';
import { run as linesCommand } from '../../src/commands/lines.ts';
import { makeZip } from '../support/make-archives.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = resolve(import.meta.dirname, '../../src/commands/cli.ts');
const kernel = `[    1.000000] usb 1-1: new device
[    2.000000] BUG: kernel NULL pointer dereference, address: 0000000000000010
[    2.000001] #PF: supervisor read access in kernel mode
[    2.000002] Oops: 0000 [#1] PREEMPT SMP
[    2.000003] CPU: 0 PID: 77 Comm: worker Not tainted 6.1.0 #1
[    2.000004] RIP: 0010:widget_poll+0x12/0x40
[    2.000005] Call Trace:
[    2.000006]  widget_work+0x20/0x30
[    2.000007]  process_one_work+0x1d0/0x380
[    2.000008] Kernel panic - not syncing: Fatal exception
`;
const log =
  '2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR db: connection refused by 10.0.0.5:5432\n2026-11-01T10:00:02Z ERROR db: connection refused by 10.0.0.5:5432\n';

interface Line {
  name: string;
  status: string;
  error: { code: string } | null;
  file_type: string;
  lines: number;
  first_time: string | null;
  crash: { title: string } | null;
  findings: { title: string; evidence: { file: string; line_start: number; line_end: number; excerpt: string }[] }[];
  members?: { name: string; file_type: string; sha256: string }[];
  answer: string | null;
}

it('prints one JSON line a file, in order, with excerpts verbatim', async () => {
  const folder = temporaryFolder();
  const files = [
    folder.file('kernel.txt', kernel),
    folder.file('app.log.gz', gzipSync(log)),
    folder.file(
      'case.zip',
      makeZip([
        { name: 'a/kernel.txt', content: kernel },
        { name: 'app.log', content: log },
      ]),
    ),
  ];
  const { code, lines } = await analyze([...files, '--json']);
  expect(code).toBe(0);
  expect(lines.map(({ name, status, file_type }) => [name, status, file_type])).toEqual([
    [files[0], 'COMPLETED', 'dmesg'],
    [files[1], 'COMPLETED', 'log'],
    [files[2], 'COMPLETED', 'bundle'],
  ]);
  expect(lines[0]).toMatchObject({
    lines: 10,
    first_time: null,
    crash: { title: expect.stringContaining('widget_poll') },
  });
  expect(lines[1]).toMatchObject({ lines: 3, first_time: '2026-11-01T10:00:00.000Z', crash: null });
  expect(lines[2]?.members?.map(({ name, file_type }) => [name, file_type])).toEqual([
    ['a/kernel.txt', 'dmesg'],
    ['app.log', 'log'],
  ]);
  const texts: Record<string, string[]> = {
    [files[0]!]: kernel.split('\n'),
    [files[1]!]: log.split('\n'),
    'a/kernel.txt': kernel.split('\n'),
    'app.log': log.split('\n'),
  };
  for (const { findings, answer } of lines) {
    expect(findings.length).toBeGreaterThan(0);
    expect(answer).toBeTruthy();
    for (const { file, line_start, line_end, excerpt } of findings.flatMap(({ evidence }) => evidence)) {
      expect(excerpt).toBe(texts[file]!.slice(line_start - 1, line_end).join('\n'));
    }
  }
});

it('answers the question from the lines that hold the answer', async () => {
  const file = temporaryFolder().file('app.log', log);
  const { lines } = await analyze([file, '--question', 'Which address refused the connection?', '--json']);
  expect(lines[0]?.answer).toContain('10.0.0.5:5432');
  const cited = lines[0]?.findings.flatMap(({ evidence }) => evidence.map(({ excerpt }) => excerpt)) ?? [];
  expect(cited.join('\n')).toContain('10.0.0.5:5432');
});

it('draws what it found where a picture is asked for', async () => {
  const folder = temporaryFolder();
  const [file, png, svg] = [folder.file('kernel.txt', kernel), `${folder.path}/k.png`, `${folder.path}/k.svg`];
  expect((await analyze([file, '--chart', png, '--json'])).code).toBe(0);
  expect([...readFileSync(png).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  expect((await analyze([file, '--chart', svg, '--json'])).code).toBe(0);
  expect(readFileSync(svg, 'utf8')).toContain('</svg>');
  const nowhere = await run(['analyze', file, '--chart', `${folder.path}/absent/k.png`]);
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('The chart could not be written') });
  expect(nowhere.stdout).toContain('kernel.txt');
  await expect(analyzeCommand([file, '--chart', 'k.gif'])).rejects.toThrow(UsageError);
  await expect(analyzeCommand([file, file, '--chart', png])).rejects.toThrow(UsageError);
});

it('exits with 1 where one file cannot be read, and still reads the others', async () => {
  const folder = temporaryFolder();
  const good = folder.file('app.log', log);
  const { code, lines } = await analyze([folder.file('empty.log', ''), `${folder.path}/absent.log`, good, '--json']);
  expect(code).toBe(1);
  expect(lines.map(({ status, error }) => error?.code ?? status)).toEqual(['file_empty', 'unreadable', 'COMPLETED']);
});

it('exits with 2 where it is used wrongly', async () => {
  const { code, stderr } = await run(['analyze', '--nonsense', 'x']);
  expect(code).toBe(2);
  expect(stderr).toContain('usage: logtriage analyze');
  await expect(analyzeCommand([])).rejects.toThrow(UsageError);
  await expect(linesCommand(['x'])).rejects.toThrow(UsageError);
  await expect(linesCommand(['x', '5-2'])).rejects.toThrow(UsageError);
  await expect(diffCommand(['only-one'])).rejects.toThrow(UsageError);
});

it('says what each command does to whoever asks for help', async () => {
  const all = await run(['--help']);
  expect(all).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['start', 'analyze', 'templates', 'lines', 'diff', 'backup']) {
    expect(all.stdout).toContain(`logtriage ${name}`);
  }
  const one = await run(['analyze', '--help']);
  expect(one.code).toBe(0);
  expect(one.stdout).toContain('usage: logtriage analyze FILE');
});

it('prints the lines a citation names, of an archive its member', async () => {
  const folder = temporaryFolder();
  const gz = folder.file('app.log.gz', gzipSync(log));
  expect((await run(['lines', gz, '2-3'])).stdout).toBe(`${log.split('\n').slice(1, 3).join('\n')}\n`);
  const zip = folder.file(
    'case.zip',
    makeZip([
      { name: 'a.log', content: log },
      { name: 'k.txt', content: kernel },
    ]),
  );
  expect((await run(['lines', zip, 'k.txt', '4'])).stdout).toBe('[    2.000002] Oops: 0000 [#1] PREEMPT SMP\n');
  expect((await run(['lines', zip, '1-2'])).code).toBe(2);
});

it('drives no terminal with what a file holds', async () => {
  const file = temporaryFolder().file(
    'evil.log',
    '2026-11-01T10:00:01Z ERROR \x1b[2J\x1b]0;title\x07 failed to start\n',
  );
  const { stdout } = await run(['analyze', file]);
  expect(stdout).toContain('failed to start');
  expect(stdout).not.toContain('\x1b');
});

async function analyze(args: readonly string[]): Promise<{ code: number | null; lines: Line[] }> {
  const { code, stdout } = await run(['analyze', ...args]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  return { code, lines };
}

const run = (args: readonly string[]) => runNode(['--disable-warning=ExperimentalWarning', cli, ...args]);
