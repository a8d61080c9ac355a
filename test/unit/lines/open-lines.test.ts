import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineFolder } from '../../support/line-documents.ts';

const asLines = (text: Buffer): string[] => {
  const parts = text.toString('latin1').split('\n');
  if (parts.at(-1) === '') parts.pop();
  return parts.map((part) => Buffer.from(part, 'latin1').toString('utf8'));
};

describe.each([{ withIndex: true }, { withIndex: false }])('an open document (index: $withIndex)', (options) => {
  it.each([
    ['nothing', ''],
    ['one line without a line feed', 'a'],
    ['only line feeds', '\n\n\n'],
    ['carriage returns', 'a\r\nb\r\n'],
    ['zeros and terminal codes', 'a\0b\n\u001b[31mred\u001b[0m\n\u001b[\n'],
    ['a byte order mark', '\ufeff2026-01-01 10:00:00 INFO a\n'],
  ])('gives back %s verbatim', async (_, text) => {
    using folder = lineFolder();
    await using document = await folder.open(text, options);
    expect(await document.lines(1, 100)).toEqual(asLines(Buffer.from(text)));
  });

  it('gives back any bytes as the lines they make, invalid ones as U+FFFD', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }).map((bytes) => bytes.map((byte) => (byte % 9 === 0 ? 10 : byte))),
        async (bytes) => {
          using folder = lineFolder();
          await using document = await folder.open(bytes, options);
          const expected = asLines(Buffer.from(bytes));
          expect(await document.lines(1, 1000)).toEqual(expected);
          for (const line of [1, Math.ceil(expected.length / 2), expected.length]) {
            expect(await document.lines(line, line)).toEqual(expected.slice(line - 1, Math.max(0, line)));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('begins no search again before the line it was told to begin with, however short its time', async () => {
    using folder = lineFolder();
    const text = Array.from({ length: 20_000 }, (_, n) => `order ${n} stored`).join('\n');
    await using document = await folder.open(`${text}\n`, options);
    for (const fromLine of [1, 2, 9000, 19_999]) {
      const found = await document.search({ all: ['stored'], limit: 10, fromLine, budgetMs: -1 });
      expect(found.readToLine).toBeGreaterThanOrEqual(fromLine - 1);
      expect(found.total).toBe((found.readToLine ?? 20_000) - fromLine + 1);
    }
  });

  it('finds exactly the lines a plain reading finds', async () => {
    const word = fc.constantFrom('Error', 'error', 'ERROR', 'timeout', 'ok', '[x]', 'äÖ', '42');
    const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 60 }),
        fc.record(
          {
            all: fc.array(word, { maxLength: 2 }),
            any: fc.array(word, { maxLength: 2 }),
            none: fc.array(word, { maxLength: 1 }),
            ignoreCase: fc.boolean(),
            fromLine: fc.integer({ min: 1, max: 40 }),
            toLine: fc.integer({ min: 1, max: 60 }),
          },
          { requiredKeys: [] },
        ),
        async (lines, query) => {
          using folder = lineFolder();
          await using document = await folder.open(lines.map((text) => `${text}\n`).join(''), options);
          const fold = (text: string) => (query.ignoreCase ? text.toLowerCase() : text);
          const holds = (text: string, term: string) => fold(text).includes(fold(term));
          const expected = lines.flatMap((text, i) =>
            i + 1 >= (query.fromLine ?? 1) &&
            i + 1 <= (query.toLine ?? Infinity) &&
            (query.all ?? []).every((term) => holds(text, term)) &&
            ((query.any ?? []).length === 0 || query.any!.some((term) => holds(text, term))) &&
            !(query.none ?? []).some((term) => holds(text, term))
              ? [i + 1]
              : [],
          );
          const found = await document.search({ ...query, limit: 1000 });
          expect(found.lines).toEqual(expected);
          expect(found.total).toBe(expected.length);
          expect([found.firstLine, found.lastLine]).toEqual([expected[0], expected.at(-1)]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('matches patterns in RE2 syntax, narrowed by a literal or not', async () => {
    using folder = lineFolder();
    await using document = await folder.open('job 17 done\njob x done\nJOB 18 DONE\nnothing\n', options);
    const lines = async (pattern: string, ignoreCase = false) =>
      (await document.search({ pattern, ignoreCase, limit: 9 })).lines;
    expect(await lines('job \\d+ done')).toEqual([1]);
    expect(await lines('job \\d+ done', true)).toEqual([1, 3]);
    expect(await lines('(job|noth).*')).toEqual([1, 2, 4]);
    expect(await lines('^job')).toEqual([1, 2]);
    expect(await lines('x?done$')).toEqual([1, 2]);
    await expect(lines('(')).rejects.toThrow('RE2');
    await expect(lines('(?=lookahead)')).rejects.toThrow('RE2');
  });

  it('counts on beyond the limit', async () => {
    using folder = lineFolder();
    await using document = await folder.open('a\n'.repeat(100), options);
    expect(await document.search({ all: ['a'], limit: 3 })).toMatchObject({
      lines: [1, 2, 3],
      total: 100,
      lastLine: 100,
    });
  });

  it('cites a line longer than any buffer whole', async () => {
    using folder = lineFolder();
    const long = `${'x'.repeat(3_000_000)} needle ${'y'.repeat(3_000_000)}`;
    await using document = await folder.open(`before\n${long}\nafter\n`, options);
    expect((await document.lines(2, 2))[0]).toBe(long);
    expect(await document.lines(3, 3)).toEqual(['after']);
  });
});

describe('an indexed document', () => {
  const log = Array.from({ length: 300 }, (_, i) => {
    const time = new Date(Date.UTC(2026, 0, 1, 10, 0, i)).toISOString();
    return `${time} ${i % 10 === 0 ? 'ERROR' : 'INFO'} request ${i} took ${i} ms\n`;
  }).join('');

  it('searches by time, level and template', async () => {
    using folder = lineFolder();
    await using document = await folder.open(log);
    const fromTimeMs = Date.UTC(2026, 0, 1, 10, 1, 0);
    const found = await document.search({
      severityAtLeast: 'error',
      fromTimeMs,
      toTimeMs: fromTimeMs + 29_000,
      limit: 9,
    });
    expect(found.lines).toEqual([61, 71, 81]);
    const [template] = await document.templates();
    expect(template).toMatchObject({ count: 300, firstLine: 1, lastLine: 300 });
    expect((await document.search({ template: template!.id, all: ['took 7 ms'], limit: 5 })).lines).toEqual([8]);
  });

  it('counts its lines over time', async () => {
    using folder = lineFolder();
    await using document = await folder.open(log);
    const buckets = await document.histogram(3);
    expect(buckets.map((bucket) => bucket.count)).toEqual([100, 100, 100]);
    expect(buckets.map((bucket) => bucket.bySeverity.error)).toEqual([10, 10, 10]);
    expect((await document.histogram(3, { severityAtLeast: 'error' })).map((bucket) => bucket.count)).toEqual([
      10, 10, 10,
    ]);
  });

  it('opens as a document without an index where the index is damaged', async () => {
    using folder = lineFolder();
    const { info } = await folder.index(log);
    folder.write('document.lines', 'not an index');
    const { openLines } = await import('#service/lines/open-lines.ts');
    await using document = await openLines(folder.path('.'), info);
    expect(await document.lines(300, 301)).toHaveLength(1);
    expect((await document.search({ all: ['took 299 ms'], limit: 1 })).lines).toEqual([300]);
  });
});
