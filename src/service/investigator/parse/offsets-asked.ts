import type { TimeAsked } from './time-asked.ts';

const minute = 60_000;
const hour = 60 * minute;

/** "Minute 10 to 20", "5 minutes after the start", "at 350 s": counted from the first line, or since boot. */
export function offsetsIn(text: string): TimeAsked[] {
  const found: TimeAsked[] = [];
  const add = (label: string, from: number, to: number) =>
    found.push({ label, kind: 'offset', from, to, isAbsolute: false });
  const unit = '(seconds?|secs?|s|minutes?|mins?|min|hours?|h)';
  const span =
    /\b(?:between |from |in |during )?(second|minute|hour)s? (\d{1,6}) ?(?:to|and|-|–|until) ?(?:(?:second|minute|hour) )?(\d{1,6})\b/i.exec(
      text,
    );
  if (span !== null) add(span[0], Number(span[2]) * unitMs(span[1]!), Number(span[3]) * unitMs(span[1]!));
  const between = new RegExp(
    `\\b(?:between|from) (\\d{1,7}(?:\\.\\d+)?) ?${unit}? (?:and|to|until) (\\d{1,7}(?:\\.\\d+)?) ?${unit}\\b`,
    'i',
  ).exec(text);
  if (span === null && between !== null)
    add(between[0], Number(between[1]) * unitMs(between[2] ?? between[4]!), Number(between[3]) * unitMs(between[4]!));
  const after = new RegExp(
    `\\b(?:at |about |around )?(\\d{1,6}(?:\\.\\d+)?) ?${unit} (?:after|into|since|from|past) (?:the )?(?:start|boot|beginning|power[ -]?(?:on|up)|startup|it (?:started|booted)|run|log|file|capture)\\w*`,
    'i',
  ).exec(text);
  if (after !== null) {
    const at = Number(after[1]) * unitMs(after[2]!);
    add(after[0], Math.max(0, at - Math.max(5000, at * 0.1)), at + Math.max(5000, at * 0.1));
  }
  const alone =
    /\b(at|around|near) (?:second |uptime )?(\d{1,7}(?:\.\d+)?) ?(?:s|sec|secs|seconds)\b|\b(?:at|around|near) second (\d{1,7}(?:\.\d+)?)/i.exec(
      text,
    );
  if (found.length === 0 && alone !== null) {
    const at = Number(alone[2] ?? alone[3]) * 1000;
    add(alone[0], Math.max(0, at - 10_000), at + 10_000);
  }
  // "About 37 min": a moment, where nothing speaks of how long something took.
  const later =
    /(?<!\b(?:for|took|takes|take|lasted|lasts|within|every|last|past|of|than|down|by) (?:only |just )?)\b(?:at|around|about|near|after)(?: (?:about|around|roughly|the))? (?:T ?\+ ?)?(\d{1,5}(?:\.\d+)?) ?(minutes?|mins?|hours?|hrs?|h)(?: ?(?:and )?(\d{1,2}) ?(min|m|s|sec)\w*)?\b(?! (?:ago|later|late|delay|before|earlier|long))/i.exec(
      text,
    );
  if (found.length === 0 && later !== null) {
    const at = Number(later[1]) * unitMs(later[2]!) + Number(later[3] ?? 0) * unitMs(later[4] ?? 's');
    const room = Math.max(later[3] === undefined ? 60_000 : 10_000, at * 0.04);
    add(later[0], Math.max(0, at - room), at + room);
  }
  const counted = /\bT ?\+ ?(?:(\d{1,4}):)?(\d{1,4}):(\d\d)\b/i.exec(text);
  if (found.length === 0 && counted !== null) {
    const at = (Number(counted[1] ?? 0) * 3600 + Number(counted[2]) * 60 + Number(counted[3])) * 1000;
    add(counted[0], Math.max(0, at - 10_000), at + 10_000);
  }
  const one = /\b(?:in|at|during|around|about) (?:the )?minute (\d{1,5})\b/i.exec(text);
  if (found.length === 0 && one !== null) add(one[0], Number(one[1]) * minute, (Number(one[1]) + 1) * minute);
  return found;
}

/** Milliseconds of a unit of time as people write it. */
export function unitMs(unit: string): number {
  if (/^s/i.test(unit)) return 1000;
  if (/^m/i.test(unit)) return minute;
  return /^h/i.test(unit) ? hour : 24 * hour;
}
