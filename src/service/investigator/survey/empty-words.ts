/** Words that say nothing at the beginning of what a number is called. */
export const emptyWords: readonly string[] = [
  'at',
  'in',
  'after',
  'of',
  'for',
  'to',
  'from',
  'is',
  'was',
  'by',
  'on',
  'the',
  'a',
  'with',
];
