import { isChange } from '../detect/changes.ts';
import { courseOf } from '../detect/course.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import { mostTelling, type UnusualLine, unusualLines } from '../detect/unusual-lines.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { BeforeEvent } from '../question/before-event.ts';
import { isAbout } from '../question/concepts.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
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
  /\b(?:errors?|fail\w*|exceptions?|warnings?|crash\w*|stop\w*|refus\w*|reject\w*|time-?outs?|timed out|broke\w*|problems?|outage|down|died|slow\w*)\b/i;
const mostTold = 10;

/** "What was changed right before it failed?": the lines before the event that are no routine, in their order. */
export function answerBefore(run: Investigation, evidence: Evidence, asked: BeforeEvent): Draft | undefined {
  const onset = onsetOf(run, evidence);
  if (onset === undefined) return undefined;
  const found = foundBefore(onset, run, asked);
  const { survey, spot } = onset;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const when = (one: Spot) => (one.timeMs === undefined ? `line ${one.line}` : times.at(one.timeMs));
  const event = say`${shorten(onset.message, 90)} at ${words(when(spot))}`;
  const eventClaim: Claim = { text: say`The event: ${event}`, ranges: [rangeOf(survey, spot)] };
  if (found.length === 0)
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`Nothing unusual stands before ${event}: only what the file says all the time`,
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
    cause: say`${join(heads, '; ')}; then ${shorten(onset.message, 70)}${words(clockOf(when(spot)))}`,
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

function headOf(group: MessageGroup, when: string): Text {
  return say`${shorten(group.message, 100)}${words(clockOf(when))}`;
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
  const failing = about.filter((one) => subjects.some((subject) => one.title.plain.toLowerCase().includes(subject)));
  const told = firstOf(failing.length > 0 ? failing : about);
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
  if (survey === undefined) return undefined;
  const own = new Set(beginsLate ? groups.map(({ group }) => group.pattern) : []);
  if (told?.group !== undefined) own.add(told.group.pattern);
  if (lines !== undefined && beginsLate && !isSoonAfter(told, lines.spot)) {
    return { survey, spot: lines.spot, message: lines.group.message, own };
  }
  if (told === undefined) return undefined;
  const spot = told.group === undefined ? undefined : courseOf(survey, told.group).onset;
  const at = spot ?? {
    line: told.firstLine,
    lineEnd: told.firstLine,
    ...(told.firstTimeMs === undefined ? {} : { timeMs: told.firstTimeMs }),
  };
  return { survey, spot: at, message: told.group?.message ?? told.title.plain, own };
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
  const candidates = unusualLines(survey, { names, isOfChange: asked.isOfChange, own }).filter(
    (one) => one.spot.line < spot.line,
  );
  for (const [index, windowMs] of (asked.windowMs === undefined ? windowsMs : [asked.windowMs]).entries()) {
    const inside = candidates.filter(({ spot: at }) =>
      spot.timeMs !== undefined && at.timeMs !== undefined
        ? spot.timeMs - at.timeMs <= windowMs && at.timeMs <= spot.timeMs
        : spot.line - at.line <= windowLines[index]!,
    );
    if (inside.length > 0) return mostTelling(inside, mostTold);
  }
  return [];
}
