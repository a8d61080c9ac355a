import { unitNamed } from '../calculate/quantity.ts';

const before = String.raw`(?:after|took|taken|duration|elapsed|lasted|length|runtime|run time|total time|time taken|outage of|downtime|was down for|for|in)\b["']?[\s:=(]{0,3}(?:of |about |~)?`;
const spoken = new RegExp(
  `${before}((?:\\d{1,9}(?:\\.\\d+)?\\s?(?:d|days?|h|hrs?|hours?|m|min|mins|minutes?|s|secs?|seconds?|ms|milliseconds?)\\b[\\s,]{0,2}(?:and )?){1,4})`,
  'i',
);
const clock = new RegExp(`${before}(?:(\\d{1,3})d )?(\\d{1,3}):([0-5]\\d):([0-5]\\d)(?:\\.\\d+)?(?![\\d:])`, 'i');
const part = /(\d{1,9}(?:\.\d+)?)\s?([a-z]+)/gi;

/** How long something took, as the line that ends it says: "after 4425 s", "took 1 h 12 min", "duration 00:12:13". */
export function statedLength(text: string): number | undefined {
  const found = clock.exec(text);
  if (found !== null)
    return (((Number(found[1] ?? 0) * 24 + Number(found[2])) * 60 + Number(found[3])) * 60 + Number(found[4])) * 1000;
  const said = spoken.exec(text)?.[1];
  if (said === undefined) return undefined;
  let sum = 0;
  for (const [, amount, name] of said.matchAll(part)) {
    const unit = /^d(?:ays?)?$/i.test(name!) ? 86_400_000 : unitNamed(name!)?.factor;
    if (unit === undefined) return undefined;
    sum += Number(amount) * unit;
  }
  return sum > 0 ? sum : undefined;
}

/**
 * "For" and "in" say much else: such a length counts where the clocks of both lines about agree. A small part of what
 * passed is the length of something else, such as the check that found it over.
 */
export function isLikely(statedMs: number, passedMs: number, text: string): boolean {
  if (passedMs > 10_000 && statedMs < passedMs * 0.2) return false;
  if (
    /\b(?:after|took|duration|elapsed|lasted|downtime|time taken)\b/i.test(text) &&
    !/\b(?:time-?out|idle|retry|retrying)\b/i.test(text)
  )
    return true;
  return Math.abs(statedMs - passedMs) <= Math.max(2000, passedMs * 0.1);
}
