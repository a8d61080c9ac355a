import { describe, expect, it } from 'vitest';
import { calmLogs, reportCases, scanText } from './read-cases.ts';

const cases = reportCases();

describe('a crash report', () => {
  it.each(cases)('is called "$title"', async ({ title, guilty, isCorrupted, text }) => {
    const { crash } = await scanText(text);
    expect(crash?.title).toBe(title);
    if (guilty !== undefined) expect(crash?.guilty).toBe(guilty);
    if (isCorrupted) expect(crash?.corrupted).toBe(true);
  });

  it.each<[string, (line: string, index: number) => string]>([
    ['carriage returns', (line) => `${line}\r`],
    ['stamps', (line, index) => `[${stamp(index)}] ${line}`],
    ['stamps and the task that prints', (line, index) => `[${stamp(index)}][ T4242] ${line}`],
    ['levels and stamps', (line, index) => `<4>[${stamp(index)}] ${line}`],
    ['decoded levels', (line, index) => `kern  :warn  : [${stamp(index)}] ${line}`],
    ['dates', (line) => `[Tue Mar  3 04:05:06 2026] ${line}`],
    ['ISO dates', (line) => `2026-03-03T04:05:06,123456+00:00 ${line}`],
    ['records of /dev/kmsg', (line, index) => `4,${index},${100_000_000 + index},-;${line}`],
    ['records of /dev/kmsg with callers', (line, index) => `4,${index},${100_000_000 + index},-,caller=T42;${line}`],
    ['syslog', (line, index) => `Mar  3 04:05:06 host kernel: [${stamp(index)}] ${line}`],
    ['the journal', (line) => `Mar 03 04:05:06 host kernel: ${line}`],
    ['the journal, ISO', (line) => `2026-03-03T04:05:06+0000 host kernel: ${line}`],
    ['the journal, monotonic', (line, index) => `[${stamp(index)}] host kernel: ${line}`],
    ['a test lab', (line, index) => `2026-03-03T04:05:06.123456 [${stamp(index)}] ${line}`],
    ['a terminal program', (line, index) => `[2026-03-03 04:05:06.120] [${stamp(index)}] ${line}`],
    ['colours', (line, index) => `\x1b[32m[${stamp(index)}] \x1b[0m\x1b[31m${line}\x1b[0m`],
    ['times since the line before', (line, index) => `[${stamp(index)} <    0.000010>] ${line}`],
    ['human times', (line, index) => `[${index === 0 ? 'Mar 3 04:05' : '  +0.000012'}] ${line}`],
    ['CPU and task of one vendor', (line, index) => `[${stamp(index)}]I[3:    kworker/3:1:  123] ${line}`],
    ['CPU and task of another', (line, index) => `[${stamp(index)}]  (3)[123:kworker/3:1]${line}`],
    ['CPU and task of a third', (line, index) => `<4>[${stamp(index)}] c3   123 ${line}`],
    ['grabserial', (line, index) => `[12.345678 0.000012] [${stamp(index)}] ${line}`],
  ])('keeps its title with %s before each line', async (_, dress) => {
    const told = cases.filter(({ text }) => isDressable(text));
    expect(told.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const { title, text } of told) {
      const found = await scanText(bare(text).map(dress).join('\n'));
      if (found.crash?.title !== title) wrong.push(`${title} <> ${found.crash?.title}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the finding of a crash', () => {
  const findingOf = async (title: string) => {
    const text = cases.find((one) => one.title === title)?.text ?? '';
    const finding = (await scanText(text)).findings.find((one) => one.title === title);
    const cited = finding?.evidence.map(({ lineStart }) => text.split('\n')[lineStart - 1] ?? '').join('\n');
    return { explanation: finding?.explanation, cited };
  };

  it('tells where memory used after it was freed came from and went back, and cites both', async () => {
    const { explanation, cited } = await findingOf('KASAN: slab-use-after-free Read in bond_3ad_unbind_slave');
    expect(explanation).toContain('The memory was allocated in bond_enslave. It was freed in slave_kobj_release.');
    expect(cited).toMatch(/bond_enslave\+.*\n.*slave_kobj_release\+/);
  });

  it('tells where the lock already held was taken', async () => {
    const { explanation, cited } = await findingOf('possible deadlock in jbd2_journal_lock_updates');
    expect(explanation).toContain('The lock already held was taken in ext4_change_inode_journal_flag.');
    expect(cited).toContain('at: ext4_change_inode_journal_flag+');
  });

  it('names no file where only another report after it has source lines', async () => {
    const { crash } = await scanText(
      [
        '[    1.000000] BUG: KASAN: use-after-free in widget_poll+0x1/0x2',
        '[    1.000001] Read of size 8 at addr ffff888012345678 by task a/1',
        '[    1.000002] Call Trace:',
        '[    1.000003]  widget_poll+0x1/0x2',
        '[    1.000004]  widget_run+0x1/0x2',
        '[    1.000005]  kthread+0x1/0x2',
        '[    9.000000] kernel BUG at lib/list_debug.c:23!',
      ].join('\n'),
    );
    expect(crash).toMatchObject({ title: 'KASAN: use-after-free Read in widget_poll', guilty: null });
  });
});

describe('a log without a crash', () => {
  it.each(calmLogs())('in $name gives none', async ({ text }) => {
    expect((await scanText(text)).crash).toBeNull();
  });

  it('is not made one by a message that only looks like a heading, nor hides the crash after it', async () => {
    const { crash } = await scanText(
      [
        '[   10.000000] WARNING: could not open config',
        '[   11.000000] INFO: starting',
        '[   12.000000] Kernel panic - not syncing: No working init found.',
        '[   12.100000] Call Trace:',
        '[   12.200000]  panic+0x1/0x2',
        '[   12.300000]  kernel_init+0x1/0x2',
        '[   12.400000]  ret_from_fork+0x1/0x2',
      ].join('\n'),
    );
    expect(crash?.title).toBe('kernel panic: No working init found.');
  });
});

function stamp(index: number): string {
  return (100 + index / 1000).toFixed(6).padStart(12);
}

// Cases that are about their own prefixes, or about lines of two tasks mixed, cannot take others.
function isDressable(text: string): boolean {
  return !/^(?:[A-Z][a-z]{2} [ \d]\d |\d{4}-|login: )/.test(text) && !/\[ T11\]/.test(text);
}

function bare(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^(?:\*\* .*? \*\* )?(?:<\d>)?\[ *\d+\.\d+\](?:\[ *[CT]\d+\])? ?/, ''));
}
