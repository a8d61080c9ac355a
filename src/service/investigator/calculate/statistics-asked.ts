import type { Statistic } from './asked.ts';

/** Which figures of a number are asked for, in the order of the words. */
export function statisticsIn(text: string): Statistic[] {
  const found = new Set<Statistic>();
  for (const [, a, b] of text.matchAll(/\bp ?(\d{2,3})\b|\b(\d{2})(?:th|st|nd|rd)?[ -]?percentile\b/gi)) {
    const digits = a ?? b!;
    found.add(`p${digits.length === 3 ? Number(digits) / 10 : Number(digits)}` as Statistic);
  }
  if (/\b(?:median|typical|usual(?:ly)?|normally)\b/i.test(text)) found.add('median');
  if (/\b(?:average|avg|mean|on average)\b/i.test(text)) found.add('mean');
  if (/\b(?:max|maximum|highest|peak|longest|slowest|largest|biggest|worst case)\b/i.test(text)) found.add('max');
  if (/(?<!(?:\d|few|\ba) ?)\b(?:min|minimum|lowest|shortest|fastest|smallest)\b/i.test(text)) found.add('min');
  if (
    /\b(?:sum|total|in total|altogether|overall|how much (?:data|traffic)|most (?:bytes|data|traffic|time|bandwidth)|traffic (?:by|per)|bandwidth|(?:cumulative|accumulated))\b/i.test(
      text,
    )
  )
    found.add('sum');
  return [...found];
}

/** Milliseconds of a step; 0: as fits the file. */
export function stepOf(name: string | undefined): number {
  const word = (name ?? '').toLowerCase();
  if (word.startsWith('sec')) return 1000;
  if (word.startsWith('hour')) return 3_600_000;
  if (word.startsWith('da')) return 86_400_000;
  return word.startsWith('min') ? 60_000 : 0;
}

export function countOf(text: string): number {
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  if (/^twenty$/i.test(text)) return 20;
  const at = words.indexOf(text.toLowerCase());
  return at >= 0 ? at + 1 : Math.max(1, Number(text));
}
