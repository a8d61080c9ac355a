import type { TimeAsked } from './time-asked.ts';

const unit = '(?:seconds?|secs?|s|minutes?|mins?|min|hours?|h)';
const span = new RegExp(
  `\\b(?:between|from) (?<from>\\d{1,7}(?:\\.\\d+)?) ?(?<first>${unit})? (?:and|to|until) (?<to>\\d{1,7}(?:\\.\\d+)?) ?(?<unit>${unit})\\b`,
  'i',
);
const afterStart = new RegExp(
  `\\b(?:at |about |around )?(?<at>\\d{1,6}(?:\\.\\d+)?) ?(?<unit>${unit}) (?:after|into|since|from|past) (?:the )?(?:start|boot|beginning|power[ -]?(?:on|up)|startup|it (?:started|booted)|run|log|file|capture)\\w*`,
  'i',
);
const alone = /\b(?:at|around|near) (?:second |uptime )?(?<at>\d{1,7}(?:\.\d+)?) ?(?<unit>s|secs?|seconds)\b/i;

/** "From 10 to 20 minutes", "5 minutes after the start", "at 350 s": counted from the first line, or since boot. */
export function offsetsIn(text: string): TimeAsked[] {
  const asOffset = (label: string, from: number, to: number): TimeAsked[] => [
    { label, kind: 'offset', from, to, isAbsolute: false },
  ];
  const between = span.exec(text);
  if (between !== null) {
    const { from, first, to, unit: last = '' } = between.groups ?? {};
    return asOffset(between[0], Number(from) * unitMs(first ?? last), Number(to) * unitMs(last));
  }
  const since = afterStart.exec(text);
  const moment = since ?? alone.exec(text);
  if (moment === null) return [];
  const at = Number(moment.groups?.at) * unitMs(moment.groups?.unit ?? '');
  const room = since === null ? 10_000 : Math.max(5000, at * 0.1);
  return asOffset(moment[0], Math.max(0, at - room), at + room);
}

/** Milliseconds of a unit of time as people write it. */
export function unitMs(unit: string): number {
  if (/^s/i.test(unit)) return 1000;
  if (/^m/i.test(unit)) return 60_000;
  return /^h/i.test(unit) ? 3_600_000 : 24 * 3_600_000;
}
