import { expect, it } from 'vitest';
import { statedLevel } from '#service/investigator/facts/levels.ts';
import type { LineBytes } from '#service/lines/open-document.ts';
import { createLevelBook } from '#service/log-view/level-lines.ts';
import { lineFolder } from '../../support/line-documents.ts';

const time = (n: number) => new Date(Date.UTC(2026, 10, 1, 10) + n * 1_000).toISOString();
const clock = (n: number) => time(n).slice(11, 19);
const pick = <T>(from: readonly T[], n: number) => from[(n * 7) % from.length];

const logs: Record<string, (n: number) => string> = {
  words: (n) => `${time(n)} ${pick(['INFO', 'INFO', 'WARN', 'ERROR', 'DEBUG'], n)} [main] job ${n} took ${n % 90} ms`,
  'words of other cases': (n) => `${time(n)} [${pick(['info', 'warn', 'error'], n)}] job ${n}`,
  numbers: (n) => `{"level":${pick([10, 20, 30, 40, 50], n)},"time":${1e12 + n},"msg":"job ${n}"}`,
  glog: (n) => `${pick(['I', 'W', 'E'], n)}1101 ${clock(n)}.000001 ${n} main.cc:7] job ${n}`,
  'letters of Android': (n) => `11-01 ${clock(n)}.000  100  200 ${pick(['D', 'I', 'W', 'E'], n)} Tag: job ${n}`,
  none: (n) => `${time(n)} job ${n} done`,
};

for (const [name, line] of Object.entries(logs)) {
  it(`tells of forms what each line states: ${name}`, async () => {
    using folder = lineFolder();
    const texts = Array.from({ length: 3_000 }, (_, n) => line(n));
    await using document = await folder.open(`${texts.join('\n')}\n`);
    const book = createLevelBook(document, () => false)!;
    const levels = texts.map(statedLevel);
    for (const level of ['debug', 'info', 'warning', 'error'] as const) {
      const lines = levels.flatMap((stated, index) => (stated === level ? [index + 1] : []));
      const found = await document.search({ test: book.testOf(level), limit: texts.length });
      expect([level, found.lines]).toEqual([level, lines]);
      const few = await document.search({ all: ['job 7'], test: book.testOf(level), limit: texts.length });
      expect(few.lines).toEqual(lines.filter((line) => texts[line - 1]!.includes('job 7')));
    }
    const counted = Object.fromEntries((await book.counts())?.map(({ value, count }) => [value, count]) ?? []);
    const stated = Map.groupBy(levels, (level) => level);
    stated.delete(undefined);
    expect(counted).toEqual(Object.fromEntries([...stated].map(([level, of]) => [level, of.length])));
  });
}

it('reads no text for most lines, and counts no levels where too many would have to be read', async () => {
  using folder = lineFolder();
  await using document = await folder.open(Array.from({ length: 60_000 }, (_, n) => logs.words!(n)).join('\n'));
  let read = 0;
  const { ofForm, ofLine } = createLevelBook(document, () => false)!.testOf('error');
  const test = {
    ofForm,
    ofLine(line: LineBytes) {
      read++;
      return ofLine(line);
    },
  };
  expect((await document.search({ test, limit: 60_000 })).lines).toHaveLength(12_000);
  expect(read).toBeLessThan(100);
  await using numbered = await folder.open(Array.from({ length: 60_000 }, (_, n) => logs.numbers!(n)).join('\n'));
  const book = createLevelBook(numbered, () => false)!;
  expect(await book.counts()).toBeUndefined();
  expect((await numbered.search({ test: book.testOf('error'), limit: 60_000 })).total).toBe(12_000);
});
