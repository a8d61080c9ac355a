import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { number, say, words } from '../answer/say.ts';
import { singular } from '../calculate/columns.ts';
import { eachLine } from '../calculate/pass.ts';
import { unitOfFieldName, wordsOfName } from '../calculate/quantity.ts';
import type { Row } from '../calculate/row.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { countOf, linesOfAll } from '../words/unit.ts';
import { linesWithMost, lookUpWords } from './asked-lines.ts';
import { contentWords } from './members-asked.ts';
import { namesOf } from './other-names.ts';

const asksForAmount =
  /\bhow (?:much|big|large) (?:of )?(?:the )?((?:gpu |virtual |resident |swap |disk )?(?:memory|ram|heap|storage|space|swap|rss|vram|cache|disk))(?: space)? (?:did|does|do|was|were|is|has|had|will) (?:the |our |its )?(.{2,80}?) (?:take|takes|took|taking|use|uses|used|using|need|needs|needed|consume|consumes|consumed|consuming|allocate|allocates|allocated|eat|ate|eating|reach|have|hold|occupy|grow to|get)\b/i;
const size = /(?<![\w.])(\d{1,15}(?:[.,]\d{1,6})*)\s?([kKMGT]i?B|[kKMGT]|bytes?)(?![\w/])/g;
const bytesOf = { k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 } as const;

interface Amount {
  /** As the line states it. */
  text: string;
  bytes: number;
}

/** "How much memory did the reindex take?": the most that lines about it state. */
export async function amountTaken(run: Investigation): Promise<Draft | undefined> {
  const match = asksForAmount.exec(run.question.text);
  if (match === null) return undefined;
  const names = namesOf(singular(match[1]!.split(' ').at(-1)!));
  const asked = contentWords(match[2]!);
  const looked = await lookUpWords(run, [...asked, ...names]);
  const subject = linesWithMost(looked.slice(0, asked.length));
  if (subject === undefined) return undefined;
  const units = subject.held.map(({ unit }) => unit!);
  const ofNoun = looked
    .slice(asked.length)
    .map(({ unit }) => (unit === undefined ? undefined : linesOfAll([...units, unit])))
    .find((lines) => lines !== undefined && countOf(lines) > 0);
  let most: (Amount & { place: number; timeMs: number | undefined; message: string }) | undefined;
  let count = 0;
  await eachLine(run, {
    times: run.question.times,
    lines: ofNoun ?? subject.lines,
    see(line) {
      const row = line.row();
      const stated = statedIn(row, names);
      if (stated === undefined) return;
      count++;
      if (most === undefined || stated.bytes > most.bytes)
        most = { ...stated, place: line.place, timeMs: line.timeMs, message: row.message };
    },
  });
  if (most === undefined) return undefined;
  const times = await timesOf(run);
  const what = words(count > 1 ? `, the most of ${number(count)} stated` : '');
  return lookUp({
    cause: say`${words(amountText(most))}${what}${atTime(times, most.timeMs)}: ${most.message.slice(0, 140)}`,
    proof: [claimAt(run, say`${most.text}`, most.place)],
  });
}

/** Behind the noun where one stands there, else the largest of the line. */
function statedIn(row: Row, names: readonly string[]): Amount | undefined {
  for (const [field, value] of row.values) {
    if (typeof value !== 'number' || !wordsOfName(field).some((part) => names.includes(singular(part)))) continue;
    const unit = unitOfFieldName(field);
    if (unit?.dimension === 'size') return { text: `${value} ${unit.name}`, bytes: value * unit.factor };
  }
  const low = row.message.toLowerCase();
  const from = Math.max(0, ...names.map((name) => low.indexOf(name)));
  const all = [...row.message.matchAll(size)].flatMap(([text, digits = '', unit = '']) => {
    const value = Number(digits.replace(/,(?=\d{3})/g, ''));
    const factor = bytesOf[unit.charAt(0).toLowerCase() as keyof typeof bytesOf] ?? 1;
    return Number.isFinite(value) ? [{ text, bytes: value * factor, at: row.message.indexOf(text) }] : [];
  });
  const [behind] = all.filter(({ at }) => at >= from);
  const largest = [...all].sort((a, b) => b.bytes - a.bytes)[0];
  return from > 0 ? (behind ?? largest) : largest;
}

/** As stated, and in the unit people speak of where it is another. */
function amountText({ text, bytes }: Amount): string {
  const match = /^(\d[\d.,]*)\s?(\S+)$/.exec(text);
  const plain = match === null ? text : `${number(Number(match[1]!.replace(/,/g, '')))} ${match[2]}`;
  const isLong = Number(match?.[1]?.replace(/,/g, '') ?? 0) >= 1024;
  const [factor, name] = bytes >= bytesOf.g ? [bytesOf.g, 'GiB'] : [bytesOf.m, 'MiB'];
  return isLong ? `${plain} (${(bytes / factor).toFixed(1)} ${name})` : plain;
}
