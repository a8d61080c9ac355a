import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { literalsIn } from './support/patterns/find-patterns.ts';
import { slowInputOf } from './support/patterns/try-pattern.ts';

const rule = `Every regular expression takes time that grows with its text and no faster, whatever the text: a line of
64 KiB of one character must not hold up the program. Ways to mend one: say where a repeat begins, as in
(?<!\\d)\\d+$; bound it, as in .{0,300}; leave away a $ behind .*; cut the text first; or use re2js.`;

/** Of the processor: how long it takes beside other work says nothing. */
const mostSeconds = 400;
const parts = 2;

describe('patterns', () => {
  it('take linear time over hostile lines', { timeout: 30 * 60_000 }, async () => {
    const results = await Promise.all(Array.from({ length: parts }, (_, index) => tryPart(index + 1)));
    expect(
      results.flatMap(({ slow }) => slow),
      rule,
    ).toEqual([]);
    expect(results.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(1_000);
  });

  it.each([
    [/^\s*!/m, 'm'],
    [/\s+$/, ''],
    [/(\d+) days/, ''],
    [/\d.*still held/, ''],
    [/^(a+)+$/, ''],
    [/"[^"]*":.*"[^"]*",/, ''],
  ])('that do not are found: %s', (pattern, flags) => {
    expect(slowInputOf({ place: '', source: pattern.source, flags })).toBeDefined();
  });

  it.each([
    [/^[^\S\n]*!/m, 'm'],
    [/(?<!\s)\s+$/, ''],
    [/(?<!\d)(\d+) days/, ''],
    [/BUG: .{0,100}still held/, ''],
  ])('that do are left alone: %s', (pattern, flags) => {
    expect(slowInputOf({ place: '', source: pattern.source, flags })).toBeUndefined();
  });

  it('are found where they stand', () => {
    const script = 'const a: string = "/x/";\nconst b = 1 / 2;\n\nexport const c = [/a\\/b/g, /[/]/];\n';
    expect(literalsIn('a.ts', script)).toEqual([
      { place: 'a.ts:4', source: 'a\\/b', flags: 'g' },
      { place: 'a.ts:4', source: '[/]', flags: '' },
    ]);
  });
});

/** A pattern that hangs takes its process with it: it is ended, and the pattern it had begun is the one to blame. */
async function tryPart(part: number): Promise<{ slow: string[]; tried: number }> {
  const script = new URL('support/patterns/try-patterns.ts', import.meta.url).pathname;
  const command = [process.execPath, '--no-warnings', '--no-regexp-tier-up', script, `${part}/${parts}`];
  const child = spawn('sh', ['-c', `ulimit -t ${mostSeconds} && exec "$0" "$@"`, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const slow: string[] = [];
  let begun = 'nothing';
  let tried: number | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { begun?: string; slow?: string; head?: string; pump?: string; tried?: number };
    if (said.begun !== undefined) begun = said.begun;
    if (said.slow !== undefined)
      slow.push(`src/${said.slow} on ${JSON.stringify(said.head)} and many ${JSON.stringify(said.pump)}`);
    if (said.tried !== undefined) tried = said.tried;
  }
  return {
    slow: tried === undefined ? [...slow, `src/${begun}: not through within ${mostSeconds} s`] : slow,
    tried: tried ?? 0,
  };
}
