import { isOutcome, rowsBy, type Way, withAnyOutcome } from './about-lines.ts';

/** One after another that came out so, with none between them that came out otherwise. */
export const streaks: Way = (about) => {
  const { cues, lines, own } = about;
  const outcome = lines.where.find(isOutcome);
  if (!cues.asks.has('streak') || outcome === undefined) return undefined;
  const by = rowsBy(cues.which, about);
  if (cues.which !== undefined && by === undefined) return undefined;
  const where = [...withAnyOutcome(lines.where), ...own];
  const apart = by === undefined ? {} : { by: by.name, order: cues.order ?? ('most' as const) };
  return { take: 'streak', where, against: [outcome], ...apart };
};
