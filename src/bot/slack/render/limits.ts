/**
 * Budgets of a message in characters of JSON. Slack counts less strictly, but says nowhere how, and refuses blocks of
 * about 13,200 characters altogether.
 */
export const limits = {
  foot: 1_000,
  /** What a line of a digest is about. */
  subject: 160,
  /** Everything between the head and the foot of an answer. */
  body: 8_800,
  /** One quote with its place; a longer one is in the attached file. */
  quote: 3_000,
  /** Kept free of quotes, so that some words always find room. */
  reservedForWords: 2_800,
  next: 1_600,
  /** One continuation. */
  part: 9_000,
  text: 3_500,
  /** A raw answer that cannot be attached is not worth more messages than this. */
  rawParts: 3,
} as const;
