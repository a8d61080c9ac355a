import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, say, type Text, words } from '../answer/say.ts';
import { eachLine, rangeAt } from '../calculate/pass.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { countOf, type LinesByDocument, linesOfAll, linesOfAny } from '../words/unit.ts';
import { linesWithMost, lookUpWords, sideBySide } from './asked-lines.ts';
import type { MembersAsked } from './members-asked.ts';
import { namesOf } from './other-names.ts';
import { sampleOf } from './read-members.ts';
import { chooseSlot, slotsFor } from './slots.ts';
import { isNameLike, tokensOf } from './tokens.ts';

interface Stated {
  value: string;
  place: number;
  timeMs: number | undefined;
  message: string;
}

const mostStated = 20_000;
const mostDistinct = 8;

/** The value that lines state with the noun: the one before or after an event, the first or the last, or each there is. */
export async function statedValue(run: Investigation, asked: MembersAsked): Promise<Draft | undefined> {
  if (asked.noun === 'who') return undefined;
  const lines = await linesStating(run, asked);
  if (lines === undefined) return undefined;
  const pair = sideBySide(asked.predicate);
  const sample = await sampleOf(run, { lines, isMeant: () => true });
  const isSaid = (text: string) =>
    pair === undefined || !sample.some(({ row }) => pair.test(row.text)) || pair.test(text);
  const meant = sample.filter(({ row }) => isSaid(row.text));
  const given = new Set([...asked.predicate, ...(asked.event?.words ?? [])].map((word) => word.toLowerCase()));
  const isGiven = (value: string) => given.has(value.toLowerCase());
  const slot = chooseSlot(
    meant,
    slotsFor(meant, { asked, isPredicate: () => false }).filter(({ fit }) => fit >= 6),
    (value) => !isGiven(value),
  );
  if (slot === undefined) return undefined;
  // Where some are written like names or numbers, a plain word behind the noun only goes on with the sentence.
  const isName = (value: string) => /\d/.test(value) || isNameLike({ text: value, isMarked: false });
  const hasNames = meant.some((seen) => isName(slot.read(seen) ?? ''));
  const isAllowed = (value: string) => !isGiven(value) && (!hasNames || isName(value));
  const edge = asked.event === undefined ? undefined : await placeOfEvent(run, asked.event.words, asked.event.nth);
  if (asked.event !== undefined && edge === undefined) return undefined;
  const stated: Stated[] = [];
  let picked: Stated | undefined;
  await eachLine(run, {
    times: run.question.times,
    lines,
    see(line) {
      if (!isSaid(line.text)) return;
      const row = line.row();
      const value = slot.read({ row, tokens: tokensOf(row) });
      if (value === undefined || !isAllowed(value)) return;
      const one = { value, place: line.place, timeMs: line.timeMs, message: row.message };
      if (stated.length < mostStated) stated.push(one);
      if (edge === undefined) return;
      if (asked.event!.side === 'before' ? line.place <= edge.place : picked === undefined && line.place >= edge.place)
        picked = one;
    },
  });
  if (stated.length === 0) return undefined;
  if (edge !== undefined) return picked === undefined ? undefined : oneOf(run, asked, picked, edge);
  if (asked.pick !== undefined)
    return oneOf(run, asked, asked.pick === 'first' ? stated[0]! : stated.at(-1)!, undefined);
  return each(run, asked, stated);
}

/** Lines of what is said, else of the noun with the words beside it. */
async function linesStating(run: Investigation, asked: MembersAsked): Promise<LinesByDocument | undefined> {
  const names = namesOf(asked.noun);
  const looked = await lookUpWords(run, [...names, ...asked.predicate, ...asked.qualifiers]);
  const told = looked.slice(names.length, names.length + asked.predicate.length);
  if (told.some(({ unit }) => unit === undefined)) return undefined;
  if (told.length > 0) {
    const all = linesOfAll(told.map(({ unit }) => unit!));
    return countOf(all) === 0 ? undefined : all;
  }
  const beside = linesWithMost(looked.slice(names.length + asked.predicate.length));
  const units = looked.slice(0, names.length).flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
  // The noun itself tells more plainly than another name of its kind.
  const own = looked[0]?.unit === undefined ? units : [looked[0].unit];
  const sets = own.map(({ byDocument }) => byDocument);
  if (sets.length === 0) return undefined;
  const ofNoun = linesOfAny(sets);
  if (beside === undefined) return ofNoun;
  const both = own.map((unit) => linesOfAll([unit, ...beside.held.map((one) => one.unit!)]));
  const joined = linesOfAny(both);
  return countOf(joined) > 0 ? joined : ofNoun;
}

const mostEvents = 2000;

/** Where the event is told of for the n-th time; -1: for the last. */
async function placeOfEvent(run: Investigation, asked: readonly string[], nth: number): Promise<Stated | undefined> {
  const looked = await lookUpWords(run, asked);
  const found = linesWithMost(looked);
  if (found === undefined) return undefined;
  const pair = sideBySide(found.held.map(({ word }) => word));
  const all: Stated[] = [];
  const plain: Stated[] = [];
  await eachLine(run, {
    lines: found.lines,
    see(line) {
      const one = () => ({ value: '', place: line.place, timeMs: line.timeMs, message: line.row().message });
      if (all.length < mostEvents) all.push(one());
      if (plain.length < mostEvents && pair?.test(line.text)) plain.push(one());
    },
  });
  return (plain.length > 0 ? plain : all).at(nth);
}

async function oneOf(run: Investigation, asked: MembersAsked, one: Stated, edge: Stated | undefined): Promise<Draft> {
  const times = await timesOf(run);
  const until =
    edge === undefined
      ? words('')
      : say`, ${words(asked.event!.side)} ${edge.message.slice(0, 90)}${atTime(times, edge.timeMs)}`;
  return lookUp({
    cause: say`${nounText(asked)} ${one.value}${atTime(times, one.timeMs)}${until}`,
    proof: [
      claimAt(run, say`${one.value}`, one.place),
      ...(edge === undefined || edge.place === one.place
        ? []
        : [{ text: words('What it was asked against'), ranges: [rangeAt(run, edge.place)] }]),
    ],
  });
}

async function each(run: Investigation, asked: MembersAsked, stated: readonly Stated[]): Promise<Draft | undefined> {
  const times = await timesOf(run);
  const distinct = [...Map.groupBy(stated, ({ value }) => value)];
  const isMeasure = distinct.every(([value]) => /^[+-]?\d+(?:\.\d+)?(?:\s\S+)?$/.test(value));
  if (distinct.length > mostDistinct || (isMeasure && distinct.length > 4)) return undefined;
  const told = distinct.map(
    ([value, all]) => say`${value}${distinct.length === 1 ? timesText(all) : atTime(times, all[0]!.timeMs)}`,
  );
  return lookUp({
    cause:
      distinct.length === 1
        ? say`${nounText(asked)} ${join(told, '')}${atTime(times, stated[0]!.timeMs)}`
        : say`${words(number(distinct.length))} values of ${nounText(asked, true)}: ${join(told, ', then ')}`,
    proof: distinct.map(([value, all]) => claimAt(run, say`${value}${timesText(all)}`, all[0]!.place)),
  });
}

function timesText(all: readonly Stated[]): Text {
  return words(all.length === 1 ? '' : `, ${number(all.length)} times, first`);
}

function nounText({ noun, qualifiers }: MembersAsked, isInside = false): Text {
  const text = [...qualifiers, noun].join(' ').replace(/[^\p{L}\d _-]/gu, '');
  return words(isInside ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`);
}
