import type { Investigation } from '../investigation.ts';
import { literal } from '../words/asked-word.ts';
import { tallyWords } from '../words/tally-words.ts';
import type { LinesByDocument } from '../words/unit.ts';
import type { Step } from './steps.ts';

/** An id that stands in lines of what is followed. */
export interface TiedId {
  name: string;
  value: string;
  lines: number;
  byDocument: LinesByDocument;
  /** So few lines hold it that they are lines of the same thing. */
  isFollowed: boolean;
}

const idName =
  /(?:^|[._-])(?:request|req|trace|correlation|corr|transaction|txn|session|order|job|task|message|payment|cart|shipment|invoice|batch|call)(?:[._-]?id)?$|(?:request|trace|correlation|transaction|session|order|job|task|payment|cart)Id$/i;
/** "[req-1f0c2b77-90de]": an id that says itself what it is of. */
const idInText =
  /(?<![\w-])((req|request|trace|corr|correlation|txn|trx|session|call|op|operation|job|task)[-_:][0-9a-z][\w-]{5,79})/gi;
const ofOneRun = /req|trace|corr|trans|txn|trx|session|call|^op/i;
const maxFollowedLines = 80;
const maxIds = 6;

/** The ids that the lines of one thing carry besides its own, each with the lines that hold it. */
export async function followIds(run: Investigation, steps: readonly Step[], own: string): Promise<TiedId[]> {
  const ids = new Map<string, string>();
  for (const { fields, message } of steps) {
    for (const [, value = '', name = ''] of message.slice(0, 600).matchAll(idInText)) {
      if (ids.size < maxIds && value.toLowerCase() !== own.toLowerCase() && /\d/.test(value)) ids.set(value, name);
    }
    for (const [name, value] of fields) {
      const text = String(value);
      const isOther =
        text.toLowerCase() !== own.toLowerCase() && /\d/.test(text) && text.length >= 4 && text.length <= 80;
      if (ids.size < maxIds && isOther && idName.test(name)) ids.set(text, name);
    }
  }
  if (ids.size === 0) return [];
  const words = [...ids.keys()].map(literal);
  const found = words.map(() => new Map<string, Uint32Array>());
  for (const info of run.documents.infos.slice(0, 100)) {
    if (!run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document === undefined || info.lines === 0) continue;
    const tally = await tallyWords(document, words, run.signal);
    tally.words.forEach(({ whole }, index) => {
      if (whole.lines.length > 0) found[index]!.set(info.name, whole.lines);
    });
  }
  return [...ids].map(([value, name], index) => {
    const byDocument = found[index]!;
    const lines = [...byDocument.values()].reduce((sum, list) => sum + list.length, 0);
    return { name, value, lines, byDocument, isFollowed: ofOneRun.test(name) && lines <= maxFollowedLines };
  });
}
