import { isChange } from '../detect/changes.ts';
import { courseOf } from '../detect/course.ts';
import { isOfFamily } from '../detect/families.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import { mostTelling, type UnusualLine, unusualLines, versionsOf } from '../detect/unusual-lines.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { type BeforeEvent, doing } from '../question/before-event.ts';
import { isAbout } from '../question/concepts.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { commonStart } from '../words/word-forms.ts';
import type { Draft } from './draft.ts';
import { lookUp, rangeOf } from './look-up.ts';
import { join, plural, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

interface Onset {
  survey: Survey;
  spot: Spot;
  /** What the event's first line says. */
  message: string;
  /** The kinds of lines that are the event itself. */
  own: ReadonlySet<string>;
}

const windowsMs = [15 * 60_000, 3_600_000];
const windowLines = [300, 1500];
const togetherMs = 15_000;
/** An event that is asked about as trouble begins with the lines that tell of trouble. */
const asksForTrouble =
  /\b(?:errors?|fail\w*|exceptions?|warnings?|crash\w*|stop\w*|refus\w*|reject\w*|time-?outs?|timed out|broke\w*|problems?|outage|incident|trouble|issues?|down|died|dead|lost|loss|trip\w*|flap\w*|slow\w*)\b/i;
const mostTold = 10;

/** "What was changed right before it failed?": the lines before the event that are no routine, in their order. */
export async function answerBefore(
  run: Investigation,
  evidence: Evidence,
  asked: BeforeEvent,
): Promise<Draft | undefined> {
  const onset = onsetOf(run, evidence);
  if (onset === undefined) return undefined;
  const found = await Promise.all(foundBefore(onset, run, asked).map((one) => asWritten(run, onset.survey, one)));
  const { survey, spot } = onset;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const when = (one: Spot) => (one.timeMs === undefined ? `line ${one.line}` : times.at(one.timeMs));
  const event = say`${shorten(onset.message, 90)} at ${words(when(spot))}`;
  const eventClaim: Claim = { text: say`The event: ${event}`, ranges: [rangeOf(survey, spot)] };
  if (found.length === 0)
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`${words(asked.isWhether ? 'No: n' : 'N')}othing unusual stands before ${event}: only what the file says all the time`,
      proof: [eventClaim],
    });
  const lag = (one: Spot) =>
    one.timeMs === undefined || spot.timeMs === undefined
      ? plural(spot.line - one.line, 'line')
      : words(spot.timeMs === one.timeMs ? 'at the same moment' : durationWords(spot.timeMs - one.timeMs));
  const best = [...found].sort((a, b) => b.score - a.score || b.spot.line - a.spot.line);
  const lead = best.filter(({ score }) => score >= best[0]!.score - 2).slice(0, 2);
  const heads = lead.sort((a, b) => a.spot.line - b.spot.line).map(({ group, spot: at }) => headOf(group, when(at)));
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${words(asked.isWhether ? 'Yes: ' : '')}${join(heads, '; ')}; then ${shorten(onset.message, 70)}${words(clockOf(when(spot)))}`,
    explanation: [
      {
        text: say`Unusual lines before ${event}: ${words(String(found.length))}; what the file says all the time is left out`,
        ranges: [],
      },
    ],
    proof: [
      ...found.map(({ group, spot: at }) => ({
        text: say`${lag(at)} before it: ${group.message.slice(0, 160)}`,
        ranges: [rangeOf(survey, at)],
      })),
      eventClaim,
    ],
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

/** A kind of line is called by its first; of this one its own words are told. */
export async function asWritten<One extends { group: MessageGroup; spot: Spot }>(
  run: Investigation,
  survey: Survey,
  one: One,
): Promise<One> {
  if (one.spot.line === one.group.first.line) return one;
  const document = await run.documents.open(survey.info.name);
  const [text] = (await document?.lines(one.spot.line, one.spot.line)) ?? [];
  return text === undefined ? one : { ...one, group: { ...one.group, message: fieldsOf(text).message } };
}

function headOf(group: MessageGroup, when: string): Text {
  const versions = versionsOf(group.values).map(
    ([name, value]) => say` (${words(name.replace(/[^\w.-]/g, ''))} ${value})`,
  );
  return say`${shorten(group.message, 100)}${join(versions, '')}${words(clockOf(when))}`;
}

/** The clock alone: the day stands with the file. */
function clockOf(when: string): string {
  const clock = /\d\d:\d\d:\d\d(?:\.\d+)?/.exec(when)?.[0];
  return clock === undefined ? ` at ${when}` : ` at ${clock}`;
}

/** Where the event begins: the first failure that tells of it, or the first line with its words where they begin late. */
function onsetOf(run: Investigation, evidence: Evidence): Onset | undefined {
  const subjects = evidence.present.map(({ term }) => term.toLowerCase());
  const about = evidence.observations.filter(
    (one) => one.severity !== 'info' && one.isRoutine !== true && isAbout(one, subjects, run.question.text),
  );
  // A word that few lines hold tells more of what is meant than one that many do.
  const held = (one: Observation) =>
    evidence.present
      .filter(({ term }) => one.title.plain.toLowerCase().includes(term.toLowerCase()))
      .reduce((sum, { lines }) => sum + 1 / (1 + Math.log10(Math.max(1, lines))), 0);
  const most = Math.max(0, ...about.map(held));
  const failing = most === 0 ? about : about.filter((one) => held(one) === most);
  const loudest = evidence.observations.filter((one) => one.severity !== 'info' && one.isRoutine !== true).slice(0, 1);
  const own = evidence.about?.subject.isNamed === true ? evidence.about.observations : [];
  const ofOne = own.filter((one) => one.isRoutine !== true && isAbout(one, subjects, run.question.text));
  const told =
    firstOf(ofOne.filter((one) => held(one) > 0)) ??
    firstOf(failing.length > 0 ? failing : subjects.length === 0 ? loudest : []);
  const isTrouble = told !== undefined && asksForTrouble.test(run.question.text);
  const groups = evidence.scoped.flatMap((survey) =>
    survey.groups.filter((group) => !isChange(group)).map((group) => ({ survey, group })),
  );
  const [lines] =
    evidence.needles.length === 0 || isTrouble
      ? []
      : groups
          .map(({ survey, group }) => ({ survey, group, spot: group.first }))
          .sort((a, b) => a.spot.line - b.spot.line);
  const beginsLate = lines !== undefined && lines.spot.line > Math.max(3, lines.survey.info.lines * 0.02);
  const survey = evidence.surveys.find((one) => one.info.name === (told?.document ?? lines?.survey.info.name));
  if (survey === undefined) return riseOf(evidence);
  const kinds = new Set(beginsLate ? groups.map(({ group }) => group.pattern) : []);
  if (told?.group !== undefined) kinds.add(told.group.pattern);
  if (lines !== undefined && beginsLate && !isSoonAfter(told, lines.spot)) {
    return { survey, spot: lines.spot, message: lines.group.message, own: kinds };
  }
  if (told === undefined) return riseOf(evidence);
  const spot = told.group === undefined ? undefined : courseOf(survey, told.group).onset;
  const at = spot ?? {
    line: told.firstLine,
    lineEnd: told.firstLine,
    ...(told.firstTimeMs === undefined ? {} : { timeMs: told.firstTimeMs }),
  };
  return { survey, spot: at, message: told.group?.message ?? told.title.plain, own: kinds };
}

/** The earliest failure; a warning only where nothing worse is told. */
function firstOf(all: readonly Observation[]): Observation | undefined {
  const events = all.filter(({ kind }) => kind === 'failure' || kind === 'finding');
  const worse = events.filter(({ severity }) => severity !== 'warning');
  return [...(worse.length > 0 ? worse : events)].sort((a, b) => a.firstLine - b.firstLine)[0] ?? all[0];
}

/** The failure follows the first word of it so soon that both are one event. */
function isSoonAfter(told: Observation | undefined, spot: Spot): boolean {
  if (told === undefined || told.firstLine < spot.line) return told !== undefined;
  return told.firstTimeMs !== undefined && spot.timeMs !== undefined && told.firstTimeMs - spot.timeMs <= togetherMs;
}

function foundBefore({ survey, spot, own }: Onset, run: Investigation, asked: BeforeEvent): UnusualLine[] {
  const names = run.question.terms.map((term) => term.toLowerCase()).filter((term) => term.length >= 3);
  const verbs = (asked.lead.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    .map(commonStart)
    .filter((stem) => stem.length >= 4 && doing.test(stem));
  const stems = (asked.event.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.slice(0, 4));
  const isEventItself = ({ group, spot: at }: UnusualLine) =>
    spot.timeMs !== undefined &&
    at.timeMs !== undefined &&
    spot.timeMs - at.timeMs <= 5000 &&
    stems.some((stem) => group.message.toLowerCase().includes(stem)) &&
    group.severity !== 'info';
  const candidates = unusualLines(survey, { names, isOfChange: asked.isOfChange, own })
    .filter((one) => one.spot.line < spot.line && !isEventItself(one))
    .map((one) => (verbs.some((verb) => one.group.message.toLowerCase().includes(verb)) ? risen(one) : one));
  let nearest: UnusualLine[] = [];
  for (const [index, windowMs] of (asked.windowMs === undefined ? windowsMs : [asked.windowMs]).entries()) {
    const inside = candidates.filter(({ spot: at }) =>
      spot.timeMs !== undefined && at.timeMs !== undefined
        ? spot.timeMs - at.timeMs <= windowMs && at.timeMs <= spot.timeMs
        : spot.line - at.line <= windowLines[index]!,
    );
    if (nearest.length === 0) nearest = inside;
    // Where a change is asked for, one that lies further back tells more than other lines nearby.
    if (inside.some(({ isDone }) => isDone) || (inside.length > 0 && !asked.isOfChange))
      return mostTelling(inside, mostTold);
  }
  if (nearest.some(({ isDone }) => isDone) || asked.windowMs !== undefined) return mostTelling(nearest, mostTold);
  // What somebody set hours before may show only then.
  const far = candidates.filter(({ isDone }) => isDone);
  if (nearest.length > 0 && (far.length === 0 || !asked.isOfChange)) return mostTelling(nearest, mostTold);
  const single = (one: UnusualLine) =>
    one.group.count === 1 && one.group.severity === 'info' && !isOfFamily(survey, one.group);
  const done = far.length > 0 ? far : candidates.filter(single);
  const best = Math.max(0, ...done.map(({ score }) => score));
  return mostTelling(
    done.filter(({ score }) => score >= best),
    3,
  );
}

/** What was done is told in the very verb of the question. */
function risen(one: UnusualLine): UnusualLine {
  return { ...one, isDone: true, score: one.score + 4 };
}

/** Lines with the words of the event come all the time, and from somewhere on far more of them. */
function riseOf({ scoped, surveys, needles }: Evidence): Onset | undefined {
  if (needles.length === 0) return undefined;
  for (const part of scoped) {
    const survey = surveys.find((one) => one.info.name === part.info.name);
    const counts = new Array<number>(part.bucketCount).fill(0);
    for (const { buckets } of part.groups) for (const [at, count] of buckets.entries()) counts[at]! += count;
    const index = counts.findIndex((count, at) => {
      const usual = at < 3 ? Number.NaN : counts.slice(0, at).reduce((sum, one) => sum + one, 0) / at;
      return count >= 8 && count > usual * 4;
    });
    const fromMs = index < 0 ? undefined : part.bucketTime(index);
    if (survey === undefined || fromMs === undefined) continue;
    const spots = part.groups.flatMap((group) => group.spots.map((spot) => ({ group, spot })));
    const [first] = spots
      .filter(({ spot }) => (spot.timeMs ?? Number.NaN) >= fromMs)
      .sort((a, b) => a.spot.line - b.spot.line);
    if (first === undefined) continue;
    const own = new Set(part.groups.map((group) => group.pattern));
    return { survey, spot: first.spot, message: first.group.message, own };
  }
  return undefined;
}
