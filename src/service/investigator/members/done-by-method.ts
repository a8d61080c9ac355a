import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { plural, say, words } from '../answer/say.ts';
import { columnFor } from '../calculate/columns.ts';
import { lineOf, readRow } from '../calculate/row.ts';
import { timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import type { LinesByDocument } from '../words/unit.ts';

/** What people call a command that records of requests have only the name of. */
const methods: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:delet\w+|remov\w+|eras\w+)$/i, /^(?:DELE|DELETE|RMD|RM|UNLINK|REMOVE)$/i],
  [/^upload\w*$/i, /^(?:STOR|APPE|PUT|POST)$/i],
  [/^(?:download|fetch|retriev)\w*$/i, /^(?:RETR|GET)$/i],
  [/^(?:renam|mov)\w+$/i, /^(?:RNFR|RNTO|MOVE|RENAME)$/i],
  [/^creat\w+$/i, /^(?:MKD|MKCOL|CREATE|PUT|STOR|POST)$/i],
];
const methodNames = ['method', 'verb', 'command', 'cs-method', 'operation', 'action'];
const mostLines = 500;

/** "Who deleted prices.csv?": the records of that name whose command does it, and the user or the address they are of. */
export async function doneByMethod(
  run: Investigation,
  verb: string,
  lines: LinesByDocument | undefined,
): Promise<Draft | undefined> {
  const method = methods.find(([asked]) => asked.test(verb))?.[1];
  if (method === undefined || lines === undefined) return undefined;
  const done: { document: string; line: number; who: string | undefined; text: string }[] = [];
  for (const [name, found] of lines) {
    const document = await run.documents.open(name);
    for (const line of found.slice(0, mostLines)) {
      const [text = ''] = (await document?.lines(line, line)) ?? [];
      const row = readRow(text, document?.layout);
      if (!methodNames.some((one) => method.test(String(row.values.get(one) ?? '')))) continue;
      const who = columnFor('user', [row])?.read(lineOf(row)) ?? columnFor('client', [row])?.read(lineOf(row));
      done.push({ document: name, line, who, text: row.message.slice(0, 200) });
    }
  }
  const [first] = done;
  if (first?.who === undefined) return undefined;
  const document = await run.documents.open(first.document);
  const { timeMs } = (await document?.meta(first.line)) ?? {};
  const when = timeMs === undefined ? words('') : words(` at ${(await timesOf(run)).at(timeMs)}`);
  const others = [...new Set(done.flatMap(({ who }) => who ?? []))].slice(1, 4);
  const more = others.length === 0 ? words('') : say`; also ${words(plural(others.length, 'other').plain)}`;
  return lookUp({
    cause: say`${first.who}${when}: ${first.text}${more}`,
    proof: done.slice(0, 6).map(({ document: name, line, who, text }) => ({
      text: say`${who ?? ''}: ${text}`,
      ranges: [{ document: name, lineStart: line, lineEnd: line }],
    })),
  });
}
