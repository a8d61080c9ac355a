import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readUpload } from '../../src/service/child/read-upload.ts';
import { investigate } from '../../src/service/investigator/investigate.ts';
import { openLines } from '../../src/service/lines/open-lines.ts';

interface Asked {
  file: string;
  question: string;
  facts: string[];
}

const folder = process.env.LOGTRIAGE_DATA === undefined ? '' : join(process.env.LOGTRIAGE_DATA, 'questions');
const list = join(folder, 'questions.json');
const isThere = folder !== '' && existsSync(list);
const asked: Asked[] = isThere ? (JSON.parse(readFileSync(list, 'utf8')) as Asked[]) : [];
const place = mkdtempSync(join(tmpdir(), 'logtriage-questions-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

if (!isThere) {
  it.skip('questions over logs: LOGTRIAGE_DATA names no folder with questions/questions.json', () => {});
}

/** The words of a fact that an answer must hold: names, numbers with units, and what happened, in either form. */
function missingFrom(answer: string, fact: string): string[] {
  const text = answer.toLowerCase().replace(/(\d),(?=\d{3}\b)/g, '$1');
  const numbers = fact.match(/\d+(?:\.\d+)?(?: ?%| ?mb| ?gb| ?ms| ?s\b)?/gi) ?? [];
  const names = fact.match(/[A-Za-z]*[a-z][A-Z][A-Za-z]*/g) ?? [];
  const same: Record<string, RegExp> = {
    redis: /redis/,
    timeout: /time[ds]?[ -]?out/,
    certificate: /cert/,
    expired: /expired/,
    syntax: /syntax/,
    unique: /unique/,
    constraint: /constraint|duplicate/,
    pool: /pool/,
    memory: /memory/,
    flapping: /flap/,
    external: /external/,
    maintenance: /maintenance/,
    window: /\d\d:\d\d:\d\d(?:\.\d+)? to (?:\S+ )?\d\d:\d\d:\d\d/,
  };
  const words = Object.keys(same).filter((word) => fact.toLowerCase().includes(word));
  return [
    ...numbers.filter(
      (number) =>
        !text.includes(number.toLowerCase().replace(/(\d)([a-z%])/, '$1 $2')) &&
        !text.includes(number.toLowerCase().replace(' ', '')),
    ),
    ...names.filter((name) => !text.includes(name.toLowerCase())),
    ...words.filter((word) => !same[word]!.test(text)),
  ];
}

it.each(asked)('$file: $question', async ({ file, question, facts }) => {
  const signal = new AbortController().signal;
  const input = { path: join(folder, file), name: file, folder: join(place, file) };
  const read = await readUpload(input, { signal, progress() {} });
  if (!read.ok) throw new Error(read.failure.message);
  for (const mode of ['quick', 'deep'] as const) {
    const request = {
      files: [{ id: file, name: file, folder: input.folder, reading: read.reading }],
      question,
      mode,
      signal,
      budgetMs: 60_000,
    };
    const report = await investigate(request, () => {});
    for (const fact of facts) expect.soft(missingFrom(report.answer, fact), fact).toEqual([]);
    expect(report.citations.length).toBeGreaterThan(0);
    for (const citation of report.citations) {
      const info = read.reading.documents.find((document) => document.name === citation.file)!;
      await using document = await openLines(input.folder, info);
      expect((await document.lines(citation.line_start, citation.line_end)).join('\n')).toBe(citation.excerpt);
    }
  }
});
