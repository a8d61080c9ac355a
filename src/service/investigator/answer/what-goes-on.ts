import { statesReason } from '../detect/reason-words.ts';
import { shorten } from '../detect/shorten.ts';
import type { Investigation } from '../investigation.ts';
import { startsWithTime } from '../survey/text-fields.ts';
import type { Draft } from './draft.ts';
import { join, say } from './say.ts';

const mostLines = 5;
/** So few words hold a name for a reason at most. */
const shortest = 32;
const isClosed = /^\W*$/;
const isRecord = /^\{.*\}\s*$/;

/** A program often says that it failed in one line and why in those right below, which bear no time or level of their own. */
export async function withWhatGoesOn(draft: Draft, run: Investigation): Promise<Draft> {
  const [cause] = draft.used;
  if (cause?.kind !== 'failure' || cause.group?.count !== 1 || draft.verdict === 'INCONCLUSIVE') return draft;
  const told = cause.group.message;
  if (told.length > shortest && statesReason(told) && !/[:*]\s*$/.test(told)) return draft;
  const { lineEnd } = cause.group.first;
  const document = await run.documents.open(cause.document);
  const below = (await document?.lines(lineEnd + 1, Math.min(document.info.lines, lineEnd + mostLines))) ?? [];
  const end = below.findIndex((text) => isClosed.test(text) || isRecord.test(text) || startsWithTime(text));
  const lines = (end < 0 ? below : below.slice(0, end)).map((text) => text.trim());
  if (lines.length === 0) return draft;
  const text = say`It goes on: ${join(
    lines.map((line) => say`${shorten(line, 160)}`),
    ' ',
  )}`;
  const ranges = [{ document: cause.document, lineStart: lineEnd + 1, lineEnd: lineEnd + lines.length }];
  return {
    ...draft,
    explanation: [{ text, ranges: [] }, ...draft.explanation],
    proof: [...draft.proof, { text, ranges }],
  };
}
