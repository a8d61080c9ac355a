import { isNounOf, rowsBy, type Way } from './about-lines.ts';

/** What one of them names, or what none of them does. */
export const things: Way = (about) => {
  const { cues, where, lines } = about;
  const { which, asks } = cues;
  const isOfThem = which !== undefined && isNounOf(which, lines);
  if (which === undefined || (isOfThem && about.isOfOne)) return undefined;
  const by = isOfThem ? lines.operation : rowsBy(which, about);
  if (by === undefined) return undefined;
  return asks.has('never')
    ? { take: 'never', by: by.name, where: [...where] }
    : { take: 'values', of: by.name, where: [...where] };
};
