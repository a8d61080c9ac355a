import { counted } from '../../counted.ts';
import { outcomeSaid } from '../../event-asked.ts';
import { rankedBy } from '../cues.ts';
import { anyMark } from '../names-said.ts';
import { isOutcome, rowsBy, type Way, withAnyOutcome } from './about-lines.ts';

/** Which part of them has a name, or came out so. */
export const shares: Way = (about) => {
  const { lines, own, where, cues } = about;
  if (!cues.asks.has('share') || cues.bound !== undefined || lines.isOfWords === true) return undefined;
  const [one, second] = own;
  const outcome = lines.where.find(isOutcome);
  const of = counted(lines);
  if (second !== undefined) return undefined;
  // "Of the charges of A, what part failed": how they came out is asked, and A is whose.
  const behind = cues.rest.split(new RegExp(anyMark)).at(-1) ?? '';
  // "Share of A in all charges that failed".
  const isPart = new RegExp(`^\\W*(?:of )?${anyMark} (?:in|among|of|out of)\\b`).test(cues.rest);
  const isOfOutcome =
    !isPart && outcome !== undefined && behind.split(' ').some((word) => outcomeSaid(word, about.schema) !== undefined);
  if (one !== undefined && !isOfOutcome) return { take: 'share', ...of, where: [...lines.where], against: [one] };
  if (outcome === undefined) return undefined;
  const noun = cues.which ?? cues.per;
  const by = rowsBy(noun, about);
  if (noun !== undefined && by === undefined) return undefined;
  const apart = by === undefined ? {} : rankedBy(by.name, cues);
  return { take: 'share', ...of, where: withAnyOutcome(where), against: [outcome], ...apart };
};
