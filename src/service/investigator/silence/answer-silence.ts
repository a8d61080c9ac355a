import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords, type TimeWords } from '../answer/times.ts';
import { singular } from '../calculate/columns.ts';
import { documentsOf } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import { unitTokens } from '../episodes/unit-tokens.ts';
import type { Investigation } from '../investigation.ts';
import { readSpeakers, type Speaker, type Speakers } from './read-speakers.ts';

const verbs =
  '(?:report|send|sent|respond|talk|transmit|push|publish|answer|speak|emit|updat|post|log|writ|deliver|poll|check)';
const asksSilence = new RegExp(
  String.raw`\b(?:go(?:es|ne)?|went|fell|falls?|fallen|turned|stayed|are|is|was|were|became) (?:completely |totally )?(?:quiet|silent|mute)\b|\bstop(?:ped|s)?(?: being)? ${verbs}\w*|\bno longer ${verbs}\w*|\b(?:not|never) ${verbs}\w*ing\b.{0,20}\b(?:any ?more|any longer)|\bsigns? of life\b|\blast (?:heard|seen)\b`,
  'i',
);
const hosts = new Set(['host', 'server', 'machine', 'node', 'device', 'agent', 'box', 'sensor', 'unit', 'source']);
const hostSlots = new Set(['host', 'hostname', 'source', 'node', 'device', 'instance', 'agent', 'sensor']);
const mostTold = 6;

/** "Which nodes went quiet", "when did 3D2 stop being sent": who spoke regularly and ends long before the file does. */
export async function answerSilence(run: Investigation): Promise<Draft | undefined> {
  const { text, phrases } = run.question;
  if (run.files.length !== 1 || documentsOf(run).length !== 1 || phrases.length > 0 || text.length > 200)
    return undefined;
  if (!asksSilence.test(text)) return undefined;
  const { slots, endMs } = await readSpeakers(run);
  const times = await timesOf(run);
  const one = namedSpeaker(slots, text);
  if (one !== undefined) return tellOne(run, one, endMs, times);
  const slot = slotMeant(slots, text, endMs);
  if (slot === undefined) return undefined;
  const silent = silentOf(slot, endMs);
  // That nobody does is said only of those that were asked about.
  if (silent.length === 0 && !isNamedIn(slot, text)) return undefined;
  const isAsked = run.question.isYesNo;
  if (silent.length === 0)
    return lookUp({
      cause: say`${words(isAsked ? 'No: ' : 'None: ')}each of the ${slot.all.length} ${nounOf(slot)} is told of until the end of the file`,
      proof: slot.all.slice(0, 3).map((speaker) => claimOf(run, speaker, times)),
    });
  return lookUp({
    cause: say`${words(isAsked ? 'Yes, ' : '')}${silentText(silent, slot, times)}`,
    explanation: [
      {
        text: say`${words(isAsked ? 'They' : 'These')} were told of regularly and are not in the lines up to ${words(times.at(endMs))}`,
        ranges: [],
      },
    ],
    tables: [tableOf(silent, slot, times)],
    proof: silent.slice(0, mostTold).map((speaker) => claimOf(run, speaker, times)),
  });
}

/** Who falls silent in a file that tells of no trouble; undefined where nobody does. */
export async function silenceFound(run: Investigation): Promise<Draft | undefined> {
  if (run.files.length !== 1 || documentsOf(run).length !== 1) return undefined;
  const { slots, endMs } = await readSpeakers(run);
  const times = await timesOf(run);
  const [found] = slots
    .filter((slot) => slot.all.length >= 3 && !isMeasure(slot) && regularity(slot, endMs) >= 0.6)
    .map((slot) => ({ slot, silent: silentOf(slot, endMs) }))
    .filter(({ silent, slot }) => silent.length > 0 && silent.length <= Math.max(1, slot.all.length / 4))
    .sort((a, b) => b.slot.all.length - a.slot.all.length);
  if (found === undefined) return undefined;
  return lookUp({
    verdict: 'LIKELY',
    cause: silentText(found.silent, found.slot, times),
    tables: [tableOf(found.silent, found.slot, times)],
    proof: found.silent.slice(0, mostTold).map((speaker) => claimOf(run, speaker, times)),
  });
}

function silentText(silent: readonly Speaker[], slot: Speakers, times: TimeWords): Text {
  const told = silent.slice(0, 4).map(({ name, lastMs }) => say`${name} last at ${words(times.at(lastMs))}`);
  const more = silent.length > 4 ? words(` and ${number(silent.length - 4)} more`) : words('');
  return say`${silent.length} of ${slot.all.length} ${nounOf(slot)} ${words(silent.length === 1 ? 'falls' : 'fall')} silent: ${join(told, ', ')}${more}`;
}

const nounOf = ({ slot }: Speakers): Text => (/^[a-z]{3,20}$/.test(slot) ? words(`${slot}s`) : say`${slot}`);

function tellOne(run: Investigation, speaker: Speaker, endMs: number, times: TimeWords): Draft {
  const isOver = isSilent(speaker, endMs);
  const usual = durationWords(usualMs(speaker));
  return lookUp({
    cause: isOver
      ? say`${speaker.name}: last at ${words(times.at(speaker.lastMs))}, after ${plural(speaker.count, 'line')} usually ${words(usual)} apart; silent for the remaining ${words(durationWords(endMs - speaker.lastMs))}`
      : say`${speaker.name} does not stop: last at ${words(times.at(speaker.lastMs))}, ${words(durationWords(endMs - speaker.lastMs))} before the end of the file`,
    proof: [claimOf(run, speaker, times)],
  });
}

function claimOf(run: Investigation, speaker: Speaker, times: TimeWords) {
  return claimAt(
    run,
    say`${speaker.name}: the last of ${plural(speaker.count, 'line')}, at ${words(times.at(speaker.lastMs))}`,
    speaker.lastPlace,
  );
}

function tableOf(silent: readonly Speaker[], { slot }: Speakers, times: TimeWords) {
  return {
    head: [slot, 'last', 'lines', 'usually every'],
    rows: silent
      .slice(0, 20)
      .map((one) => [one.name, times.at(one.lastMs), number(one.count), durationWords(usualMs(one))]),
  };
}

const usualMs = ({ firstMs, lastMs, count }: Speaker): number => (lastMs - firstMs) / Math.max(1, count - 1);

/** Not told of for much longer than it ever was before. */
function isSilent(speaker: Speaker, endMs: number): boolean {
  const restMs = endMs - speaker.lastMs;
  return restMs > 8 * usualMs(speaker) && restMs > 2.5 * speaker.longestGapMs;
}

function silentOf({ all }: Speakers, endMs: number): Speaker[] {
  return all.filter((one) => isSilent(one, endMs)).sort((a, b) => a.lastMs - b.lastMs);
}

/** The share of those that are told of until the end. */
function regularity({ all }: Speakers, endMs: number): number {
  return (
    all.filter((one) => endMs - one.lastMs <= Math.max(5 * usualMs(one), one.longestGapMs * 1.5)).length / all.length
  );
}

/** Bare numbers are a quantity, but under the name of something that has numbers for names. */
function isMeasure({ slot, all }: Speakers): boolean {
  return !hostSlots.has(slot) && !hosts.has(slot) && !/id$/.test(slot) && all.every(({ name }) => /^\d+$/.test(name));
}

function namedSpeaker(slots: readonly Speakers[], text: string): Speaker | undefined {
  const asked = new Set(
    unitTokens(text)
      .filter(({ isName }) => isName)
      .flatMap(({ text: name }) => spellings(name)),
  );
  const found = slots.flatMap(({ all }) => all.filter(({ name }) => spellings(name).some((one) => asked.has(one))));
  return found.sort((a, b) => b.count - a.count)[0];
}

/** "0x3D2" and "3d2", "probe 4" and "probe4". */
function spellings(name: string): string[] {
  const low = name.toLowerCase();
  return [low.replace(/^0x/, '').replace(/^0+(?=.)/, ''), low.replace(/[ _-]+(?=\d)/, '')];
}

function isNamedIn({ slot }: Speakers, text: string): boolean {
  const nouns = [...text.matchAll(/\p{L}{2,}/gu)].map(([word]) => singular(word.toLowerCase()));
  return nouns.includes(singular(slot)) || (hostSlots.has(slot) && nouns.some((noun) => hosts.has(noun)));
}

function slotMeant(slots: readonly Speakers[], text: string, endMs: number): Speakers | undefined {
  const named = slots.filter((slot) => slot.all.length > 1 && isNamedIn(slot, text));
  const any = slots.filter((slot) => slot.all.length >= 3 && regularity(slot, endMs) >= 0.6);
  const among = named.length > 0 ? named : any;
  return among.toSorted(
    (a, b) => silentOf(b, endMs).length - silentOf(a, endMs).length || b.all.length - a.all.length,
  )[0];
}
