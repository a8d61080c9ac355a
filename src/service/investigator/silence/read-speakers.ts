import { eachLine, type PassLine } from '../calculate/pass.ts';
import { unitTokens } from '../episodes/unit-tokens.ts';
import type { Investigation } from '../investigation.ts';

/** One that writes lines, or that lines tell of, by its name. */
export interface Speaker {
  name: string;
  count: number;
  firstMs: number;
  lastMs: number;
  lastPlace: number;
  longestGapMs: number;
}

/** Those that stand at the same place of lines: of one field, behind one noun. */
export interface Speakers {
  /** The field or the noun, lower case. */
  slot: string;
  all: Speaker[];
}

export interface SpeakersRead {
  slots: Speakers[];
  endMs: number;
}

const mostSlots = 40;
const mostSpeakers = 3000;
const leastLines = 4;
const busMessage = /(?:^|\s)([0-9A-Fa-f]{3,8})#/;
const id = /^(?=.{1,60}$)[\p{L}\d_][\p{L}\d_.:@/-]*$/u;

/** Reads the file once and keeps for each name when it was first and last told of. */
export async function readSpeakers(run: Investigation): Promise<SpeakersRead> {
  const slots = new Map<string, Map<string, Speaker> | undefined>();
  let endMs = Number.NEGATIVE_INFINITY;
  const see = (line: PassLine) => {
    const { timeMs, place } = line;
    if (timeMs === undefined) return;
    endMs = Math.max(endMs, timeMs);
    for (const [slot, name] of namesIn(line)) {
      let known = slots.get(slot);
      if (known === undefined) {
        if (slots.has(slot) || slots.size >= mostSlots) continue;
        known = new Map();
        slots.set(slot, known);
      }
      const speaker = known.get(name);
      if (speaker === undefined) {
        // A name for each line names nobody.
        if (known.size >= mostSpeakers) slots.set(slot, undefined);
        else known.set(name, { name, count: 1, firstMs: timeMs, lastMs: timeMs, lastPlace: place, longestGapMs: 0 });
        continue;
      }
      speaker.count++;
      speaker.longestGapMs = Math.max(speaker.longestGapMs, timeMs - speaker.lastMs);
      speaker.lastMs = timeMs;
      speaker.lastPlace = place;
    }
  };
  await eachLine(run, { see });
  const read = [...slots].flatMap(([slot, known]): Speakers[] => {
    const all = [...(known?.values() ?? [])].filter(({ count }) => count >= leastLines);
    return all.length === 0 ? [] : [{ slot, all }];
  });
  return { slots: read, endMs };
}

function namesIn(line: PassLine): [string, string][] {
  const { message, values } = line.row();
  const found: [string, string][] = [];
  for (const [slot, value] of values)
    if (found.length < 16 && (typeof value === 'string' ? id.test(value) : Number.isInteger(value)))
      found.push([slot.toLowerCase(), String(value)]);
  const bus = busMessage.exec(line.text)?.[1];
  if (bus !== undefined) found.push(['message', bus]);
  const head = /^(?:<\d+>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (\S{2,60}) /.exec(line.text)?.[1];
  if (head !== undefined) found.push(['host', head]);
  // What stands first in a line is often who speaks.
  const first = /^([\p{L}_][\p{L}\d_.-]{1,40}):? /u.exec(message)?.[1];
  if (first !== undefined && /[\d._-]/.test(first)) found.push(['source', first]);
  for (const { key, text, before, isName } of unitTokens(message.slice(0, 120)).slice(0, 4)) {
    if (!isName) continue;
    const noun = /^(\p{L}{2,20})[ _-]?\d{1,6}$/u.exec(key)?.[1] ?? (/^\p{L}{2,20}$/u.test(before) ? before : undefined);
    if (noun !== undefined) found.push([noun.toLowerCase(), text]);
  }
  return found;
}
