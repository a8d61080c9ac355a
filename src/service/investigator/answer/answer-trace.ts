import { literalPattern } from '#core/literal-pattern.ts';
import type { Claim } from '../detect/observation.ts';
import { statesReason } from '../detect/reason-words.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { soundsLikeTrouble } from '../survey/failure.ts';
import { followIds, type TiedId } from '../trace/follow-ids.ts';
import { type Step, stepsOf } from '../trace/steps.ts';
import type { Unit } from '../words/unit.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

/** So many lines are one request's; what has more is a client or a host. */
const maxLines = 400;
const maxShown = 16;

/** "What happened to order 8841298?": its lines over all services and files in order, its end, and where the time went. */
export async function answerTrace(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { intent, text } = run.question;
  if (run.files.length !== 1 || text.length > 300 || !/^(?:cause|find|check|around|overview|errors)$/.test(intent))
    return undefined;
  const asked = evidence.found.find(({ part, unit }) => unit !== undefined && isOfOne(part.word.text, text))?.unit;
  if (asked === undefined || asked.lines > maxLines) return undefined;
  const own = await stepsOf(run, asked.byDocument);
  const tied = await followIds(run, own, asked.label);
  const steps = await stepsOf(run, joined(asked, tied));
  if (steps.length < 2) return undefined;
  const failing = blamed(steps, text);
  return lookUp({
    verdict: /\b(?:why|causes?|caused|reason)\b/i.test(text) && failing.length > 0 ? 'LIKELY' : 'CONFIRMED',
    cause: headline(run, asked, steps, failing),
    explanation: [...extentOf(run, asked, steps), ...waits(steps), ...ties(tied)],
    proof: [{ text: say`Its lines in order`, ranges: chosen(steps, failing).map(rangeOf) }],
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

/** An id of one request, order, session or trace; a numbered pod or host is no such thing. */
function isOfOne(term: string, question: string): boolean {
  const isLong =
    /^(?:[a-z]+[-_:.]?)?\d{5,}$/i.test(term) ||
    /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(term) ||
    (/^(?=.*\d)[0-9a-f]{8,64}$/i.test(term) && !/^\d{8}$/.test(term));
  if (isLong) return true;
  const literal = literalPattern(term);
  return (
    /\d/.test(term) &&
    new RegExp(
      `\\b(?:order|request|req|session|trace|span|job|task|transaction|txn|payment|shipment|invoice|message|batch|correlation|call|upload|build|ticket)s?\\s*(?:id|no\\.?|number)?\\s*[:=#"'\`]?\\s*${literal}`,
      'i',
    ).test(question)
  );
}

/** What failed on its way; where only the reason was asked for and no line is called a failure, what tells of trouble. */
function blamed(steps: readonly Step[], text: string): Step[] {
  const failing = steps.filter((step) => step.isFailure);
  if (!asksWhy.test(text)) return failing;
  const told =
    failing.length > 0
      ? failing
      : steps.filter(({ message }) => soundsLikeTrouble(message) || statesReason(withoutIds(message)));
  const reasoned = told.filter(({ message }) => statesReason(withoutIds(message)));
  return [...reasoned, ...told.filter((step) => !reasoned.includes(step))];
}

const asksWhy = /\b(?:why|causes?|caused|reason|error|fail\w*|wrong)\b/i;

/** The request and the instance in brackets before a message are known already. */
function withoutIds(message: string): string {
  return message.replace(/\[[^\]]{0,160}\][ :]*/g, '').trim() || message;
}

function joined(asked: Unit, tied: readonly TiedId[]): Map<string, Uint32Array> {
  const all = new Map<string, Set<number>>();
  for (const set of [asked.byDocument, ...tied.filter((one) => one.isFollowed).map((one) => one.byDocument)])
    for (const [name, lines] of set) all.set(name, new Set([...(all.get(name) ?? []), ...lines]));
  return new Map([...all].map(([name, lines]) => [name, Uint32Array.from([...lines].sort((a, b) => a - b))]));
}

function headline(run: Investigation, asked: Unit, steps: readonly Step[], failing: readonly Step[]): Text {
  const end = steps.at(-1)!;
  const [first] = failing;
  const { isYesNo, asksForHealth, text } = run.question;
  const asksForFailure =
    /\b(?:fail\w*|errors?|problems?|wrong|time[ds]? ?out|reject\w*|declin\w*|lost|stuck|crash\w*)\b/i.test(text);
  const isYes = asksForHealth ? first === undefined : asksForFailure ? first !== undefined : undefined;
  const lead = !isYesNo || isYes === undefined ? words('') : words(isYes ? 'Yes: ' : 'No: ');
  const ends = say`ends with ${shorten(withoutIds(end.message), 100)}${by(end)}${at(run, end)}`;
  if (first === undefined)
    return say`${lead}${asked.label} ${ends}, no failure among its ${plural(steps.length, 'line')}`;
  const fails = say`${shorten(withoutIds(first.message), 120)}${by(first)}${at(run, first)}`;
  const isEnd = end === first;
  return say`${lead}${asked.label} fails: ${fails}${isEnd ? words(', its last line') : say`; it ${ends}`}`;
}

function by(step: Step): Text {
  return step.source === undefined ? words('') : say` of ${step.source}`;
}

function at(run: Investigation, step: Step): Text {
  if (step.timeMs === undefined) return words('');
  const info = run.documents.infos.find((one) => one.name === step.document);
  return info === undefined ? words('') : words(` at ${timeWordsOf(info, step.isZoned).at(step.timeMs)}`);
}

function extentOf(run: Investigation, asked: Unit, steps: readonly Step[]): Claim[] {
  const sources = [...new Set(steps.map((step) => step.source).filter((source) => source !== undefined))];
  const files = new Set(steps.map((step) => step.document)).size;
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const took =
    first.timeMs === undefined || last.timeMs === undefined
      ? words('')
      : say`${at(run, first)}, over ${words(durationWords(last.timeMs - first.timeMs))}`;
  const who =
    sources.length < 2
      ? words('')
      : say` of ${join(
          sources.slice(0, 8).map((source) => say`${source}`),
          ', ',
        )}`;
  const where = files > 1 ? words(` in ${files} texts`) : words('');
  const others = steps.length - asked.lines;
  const more = others > 0 ? say`, ${words(String(others))} of them by the ids it is tied to` : words('');
  return [
    {
      text: say`${plural(steps.length, 'line')}${who}${where}${more}, from ${first.message.slice(0, 120)}${took}`,
      ranges: [],
    },
  ];
}

/** The longest silences between its lines. */
function waits(steps: readonly Step[]): Claim[] {
  const [first, last] = [steps[0]!.timeMs, steps.at(-1)!.timeMs];
  if (first === undefined || last === undefined || last - first <= 0) return [];
  const gaps = steps
    .slice(1)
    .map((step, index) => ({
      before: steps[index]!,
      after: step,
      ms: (step.timeMs ?? 0) - (steps[index]!.timeMs ?? 0),
    }))
    .filter(
      ({ before, after, ms }) => before.timeMs !== undefined && after.timeMs !== undefined && ms > 0.2 * (last - first),
    )
    .sort((a, b) => b.ms - a.ms);
  return gaps.slice(0, 2).map(({ before, after, ms }, index) => ({
    text: say`${words(index === 0 ? 'Most of the time' : 'Then')}, ${words(durationWords(ms))} of ${words(durationWords(last - first))}, passes between ${before.message.slice(0, 120)} and ${after.message.slice(0, 120)}`,
    ranges: [],
  }));
}

function ties(tied: readonly TiedId[]): Claim[] {
  if (tied.length === 0) return [];
  const told = tied.slice(0, 5).map(({ name, value, lines }) => say`${name} ${value} (${plural(lines, 'line')})`);
  return [{ text: say`Tied to ${join(told, ', ')}`, ranges: [] }];
}

/** The first, the last, what fails and what surrounds the longest silence, in order. */
function chosen(steps: readonly Step[], failing: readonly Step[]): Step[] {
  if (steps.length <= maxShown) return [...steps];
  const kept = new Set([...steps.slice(0, 6), ...failing.slice(0, 5), ...steps.slice(-4)]);
  return steps.filter((step) => kept.has(step));
}

function rangeOf({ document, line }: Step) {
  return { document, lineStart: line, lineEnd: line };
}
