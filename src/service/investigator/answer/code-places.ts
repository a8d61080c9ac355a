import { isOwnCode } from '../../formats/log/own-code.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { Occurrence } from './occurrences.ts';
import { join, say, words } from './say.ts';

export const asksForPlace =
  /\b(?:class(?:es)?|methods?|functions?|code|stack|frames?|source files?|modules?|packages?)\b/i;
/** What a device's log puts before each line of a stack. */
const logcatHead = /^\d\d-\d\d \d\d:\d\d:\d\d\.\d+ .{0,60}?: /;
const frame = /^\s+at (?:async )?([\w$.<>/-]{3,200}(?:\([\w$.:/-]{1,120}\))?)/;
const pythonFrame = /^\s+File "([^"]{1,200})", line (\d+), in ([\w<>.]{1,80})/;
const maxRead = 200;
const linesBelow = 30;

/** "... and from which class?": the first frame of own code in the stacks below the lines, by how often. */
export async function codePlaces(run: Investigation, all: readonly Occurrence[]): Promise<Claim[]> {
  return codePlacesAt(
    run,
    all.map(({ survey, spot }) => ({ document: survey.info.name, line: spot.line })),
  );
}

export async function codePlacesAt(
  run: Investigation,
  all: readonly { document: string; line: number }[],
): Promise<Claim[]> {
  if (!asksForPlace.test(run.question.text)) return [];
  const counts = new Map<string, { count: number; document: string; line: number }>();
  const step = Math.max(1, Math.ceil(all.length / maxRead));
  let read = 0;
  for (let index = 0; index < all.length; index += step) {
    const at = all[index]!;
    const document = await run.documents.open(at.document);
    const texts = (await document?.lines(at.line, at.line + linesBelow)) ?? [];
    const found = firstOwnFrame(texts);
    read++;
    if (found === undefined) continue;
    const known = counts.get(found.text) ?? { count: 0, document: at.document, line: at.line + found.at };
    known.count++;
    counts.set(found.text, known);
  }
  const sorted = [...counts].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1)).slice(0, 6);
  if (sorted.length === 0) return [];
  const told = join(
    sorted.map(([text, { count }]) => say`${text} ${words(`${count}`)}`),
    ', ',
  );
  const sampled = step > 1 ? words(` of ${read} looked at`) : words('');
  const ranges = sorted.map(([, { document, line }]) => ({ document, lineStart: line, lineEnd: line }));
  return [{ text: say`Thrown in ${told}${sampled}`, ranges }];
}

/** Of the stack that begins in the first lines; what its runtime and its frameworks add is not where it was thrown. */
export function firstOwnFrame(texts: readonly string[]): { text: string; at: number } | undefined {
  let first: { text: string; at: number } | undefined;
  let python: { text: string; at: number } | undefined;
  for (let at = 1; at < texts.length; at++) {
    const text = texts[at]!.replace(logcatHead, '');
    const inPython = pythonFrame.exec(text);
    if (inPython !== null && (python === undefined || isOwnCode('', inPython[1]!)))
      python = { text: `${inPython[3]} (${inPython[1]}:${inPython[2]})`, at };
    const called = frame.exec(text)?.[1];
    if (called !== undefined) {
      first ??= { text: called, at };
      if (isOwnCode(called)) return { text: called, at };
    }
    const goesOn =
      /^\s|^(?:Caused by|Process: |Traceback|The above exception|During handling|[\w$.]+(?:Exception|Error)\b)/.test(
        text,
      ) || text === '';
    if (!goesOn) break;
  }
  // The innermost call of a Python stack comes last.
  return python ?? first;
}
