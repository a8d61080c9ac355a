import type { DocumentInfo, Reading } from '../../../src/service/formats/reading.ts';
import { fieldsOf } from '../../../src/service/investigator/facts/lines/fields-of.ts';
import type { ReadFile } from '../../../src/service/investigator/report.ts';
import type { LineQuery, OpenDocument, OpenLines } from '../../../src/service/lines/open-document.ts';

/** Forms of lines are not told apart. */
const noForm = 0xff_ff_ff_ff;

/** Of the forms that logs of these tests are written in. */
function timeIn(line: string): number | undefined {
  const [, day, time, zone = 'Z'] =
    /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*(Z|[+-]\d\d:\d\d)?/.exec(line.slice(0, 200)) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${time}${zone}`);
}

/** A document over a string: the port's contract without an index. */
export function textDocument(info: DocumentInfo, text: string): OpenDocument {
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  const matches = (line: string, query: LineQuery) => {
    const fold = (word: string) => (query.ignoreCase ? word.toLowerCase() : word);
    const folded = fold(line);
    if (query.all?.some((term) => !folded.includes(fold(term)))) return false;
    if (query.any !== undefined && !query.any.some((term) => folded.includes(fold(term)))) return false;
    if (query.pattern !== undefined && !new RegExp(query.pattern, query.ignoreCase ? 'i' : '').test(line)) return false;
    return !query.none?.some((term) => folded.includes(fold(term)));
  };
  return {
    info,
    lines: async (from, to) => all.slice(from - 1, to),
    async search(query) {
      const found: number[] = [];
      for (let line = query.fromLine ?? 1; line <= Math.min(all.length, query.toLine ?? all.length); line++) {
        if (matches(all[line - 1]!, query)) found.push(line);
      }
      const ends = found.length === 0 ? {} : { firstLine: found[0]!, lastLine: found.at(-1)! };
      return { lines: found.slice(0, query.limit), total: found.length, scannedBytes: text.length, ...ends };
    },
    async meta(line) {
      const text = all[line - 1] ?? '';
      const [timeMs, { severity }] = [timeIn(text), fieldsOf(text)];
      return { ...(timeMs === undefined ? {} : { timeMs }), ...(severity === undefined ? {} : { severity }) };
    },
    async marks(from, to) {
      const timesMs = Float64Array.from(all.slice(from - 1, to), (line) => timeIn(line) ?? Number.NaN);
      return { timesMs, forms: new Uint32Array(timesMs.length).fill(noForm) };
    },
    templates: async () => [],
    histogram: async () => [],
    async [Symbol.asyncDispose]() {},
  };
}

/** A file of texts by name, read by no reader: what the investigator finds it finds in the lines. */
export function textFile(
  texts: Record<string, string>,
  part: Partial<Reading> = {},
): { file: ReadFile; openLines: OpenLines } {
  const documents = Object.entries(texts).map(([name, text]): DocumentInfo => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    let first: number | undefined;
    let last: number | undefined;
    for (const line of text.split('\n')) {
      const timeMs = timeIn(line);
      if (timeMs === undefined) continue;
      first = first === undefined ? timeMs : Math.min(first, timeMs);
      last = last === undefined ? timeMs : Math.max(last, timeMs);
    }
    return {
      name,
      fileType: 'log',
      path: name,
      sizeBytes: text.length,
      lines,
      clock: first === undefined ? 'none' : 'absolute',
      ...(first === undefined ? {} : { firstTimeMs: first, lastTimeMs: last! }),
    };
  });
  const reading: Reading = {
    fileType: 'log',
    documents,
    findings: [],
    series: [],
    timeline: [],
    unread: [],
    facts: {},
    ...part,
  };
  const name = Object.keys(texts)[0] ?? 'empty.log';
  return {
    file: { id: 'file-1', name, folder: '', reading },
    openLines: async (_folder, info) => textDocument(info, texts[info.name] ?? ''),
  };
}
