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
