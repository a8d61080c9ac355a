import { documentsOf } from '../facts/records.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import { say } from '../wording/say.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { absentFrom } from './draft-of.ts';

/** A quote of more lines is not shown whole. */
const linesOfQuote = 6;

/** Lines before, after or on both sides of a line. */
export function showLines(scene: Scene, { of, line = 1, around = 10, expects }: Query): Draft {
  const info = scene.documents.infos.find(({ name }) => name === of) ?? documentsOf(scene)[0]!;
  if (line > info.lines) return absentFrom(`line ${line}`, []);
  const half = expects === undefined ? Math.ceil(around / 2) : around;
  const from = expects === 'after' ? line + 1 : Math.max(1, line - half);
  const to = expects === 'before' ? line - 1 : Math.min(info.lines, line + half);
  const isNone = to < from;
  const ranges = Array.from({ length: Math.max(0, Math.ceil((to - from + 1) / linesOfQuote)) }, (_, part) => ({
    document: info.name,
    lineStart: from + part * linesOfQuote,
    lineEnd: Math.min(to, from + (part + 1) * linesOfQuote - 1),
  }));
  if (isNone)
    return {
      ...emptyDraft,
      cause: say`There is no line ${expects === 'after' ? say`after` : say`before`} line ${line}`,
    };
  return {
    ...emptyDraft,
    verdict: 'CONFIRMED',
    cause: say`Lines ${from} to ${to} of ${info.name}${expects === undefined ? say`, around line ${line}` : say``}`,
    proof: ranges.map((range) => ({ text: say``, ranges: [range] })),
    isCounted: true,
  };
}
