import { courseOf } from '../detect/course.ts';
import type { Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { commonStart } from '../words/word-forms.ts';
import { asWritten } from './answer-before.ts';
import type { Draft } from './draft.ts';
import { lookUp, rangeOf } from './look-up.ts';
import { say, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';
import { originAmong, surveyOf } from './told-origin.ts';

const asks = [
  /^(?:was|is|were|are|could|can|might|may)\b (?:it |this )?(.{3,80}?) (?:be |been )?(?:the |a |what )?(?:reason|cause[ds]?|culprit|trigger(?:ed)?|behind|responsible|to blame|at fault)\b(?: (?:of|for|behind|that))? ?(.{0,100}?)[?.! ]*$/i,
  /^(?:did|does|do|has|have|had|could|can|might)\b (.{3,80}?) (?:have )?(?:caused?|trigger(?:ed)?|broken?|broke|break|led to|lead to|brought about) (.{2,100}?)[?.! ]*$/i,
];
const behindIt =
  /^(?:was|is|were|are|did|does|do|has|have)\b (.{2,80}?) (?:because of|due to|caused by|triggered by|thanks to) (.{3,80}?)[?.! ]*$/i;
const nearShare = 0.05;
const nearMs = 10 * 60_000;

/** "Was the firmware update the reason for the jams?": which of both came first, and what stood nearer. */
export async function answerSuspect(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const asked = suspicionIn(run.question.text);
  if (asked === undefined || run.files.length > 1) return undefined;
  const effect = effectOf(asked.effect, evidence);
  const survey = effect === undefined ? undefined : surveyOf(effect, evidence);
  if (effect?.group === undefined || survey === undefined) return undefined;
  const { onset } = courseOf(survey, effect.group);
  const suspect = suspectIn(asked.suspect, survey, onset, effect.group);
  if (suspect === undefined || onset.timeMs === undefined || suspect.spot.timeMs === undefined) return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const apartMs = onset.timeMs - suspect.spot.timeMs;
  const origin = originAmong(effect, evidence);
  const isOther = origin !== undefined && !origin.steps.some(({ group }) => group === suspect.group);
  const span = (survey.info.lastTimeMs ?? onset.timeMs) - (survey.info.firstTimeMs ?? onset.timeMs);
  const isNear = apartMs >= 0 && apartMs <= Math.max(nearMs, span * nearShare);
  const first = await asWritten(run, survey, { group: effect.group, spot: onset });
  const done = await asWritten(run, survey, suspect);
  const told = say`${shorten(first.group.message, 80)} ${words(`begins at ${times.at(onset.timeMs)}`)}`;
  const change = say`${shorten(done.group.message, 70)} ${words(`(${times.at(suspect.spot.timeMs)})`)}`;
  const other = isOther ? say`; it begins ${origin.after}` : words('');
  const cause =
    apartMs < 0
      ? say`No: ${told}, ${words(durationWords(-apartMs))} before ${change}${other}`
      : isNear && !isOther
        ? say`Yes, by its time: ${told}, ${words(durationWords(apartMs))} after ${change}`
        : say`No sign of it: ${told}, ${words(durationWords(apartMs))} after ${change}${other}`;
  return lookUp({
    verdict: 'LIKELY',
    cause,
    explanation: origin === undefined || !isOther ? [] : [{ text: origin.story, ranges: [] }],
    proof: [
      { text: words('Where it begins'), ranges: [rangeOf(survey, onset)] },
      { text: words('What was suspected'), ranges: [rangeOf(survey, suspect.spot)] },
      ...(isOther ? origin.claims : []),
    ],
    used: [effect],
  });
}

function suspicionIn(text: string): { suspect: string; effect: string } | undefined {
  if (text.length > 200) return undefined;
  const turned = behindIt.exec(text);
  if (turned !== null) return { suspect: turned[2]!, effect: turned[1]! };
  const match = asks.map((pattern) => pattern.exec(text)).find((one) => one !== null);
  return match === undefined || match === null ? undefined : { suspect: match[1]!, effect: match[2]! };
}

const little =
  /^(?:the|that|this|these|those|our|with|from|into|have|been|being|what|for|and|are|was|were|all|its|our)$/;

function stemsOf(text: string): string[] {
  const said = text.toLowerCase().match(/[\p{L}\d][\p{L}\d.-]{2,}/gu) ?? [];
  return said.filter((word) => !little.test(word)).map((word) => (/\d/.test(word) ? word : commonStart(word)));
}

function hits(text: string, stems: readonly string[]): number {
  const lower = text.toLowerCase();
  return stems.filter((stem) => lower.includes(stem)).length;
}

/** What the question calls the trouble, among what went wrong; the first of all where it calls it by no word of the file. */
function effectOf(text: string, { observations }: Evidence): Observation | undefined {
  const stems = stemsOf(text);
  const trouble = observations.filter(
    (one) => one.severity !== 'info' && one.group !== undefined && one.isRoutine !== true && one.role !== 'context',
  );
  const scored = trouble.map((one) => ({ one, found: hits(`${one.title.plain} ${one.subjects}`, stems) }));
  const most = Math.max(0, ...scored.map(({ found }) => found));
  return scored.find(({ found }) => found === most)?.one;
}

const mostOfKind = 20;

/** The line that tells of what is suspected: most of its words, rare, the nearest to where the trouble begins. */
function suspectIn(
  text: string,
  survey: Survey,
  onset: Spot,
  effect: MessageGroup,
): { group: MessageGroup; spot: Spot } | undefined {
  const stems = stemsOf(text);
  const found = survey.groups
    .filter((group) => group !== effect && group.count <= mostOfKind)
    .map((group) => ({ group, found: hits(`${[...group.sources.keys()].join(' ')} ${group.message}`, stems) }))
    .filter((one) => one.found > 0);
  const most = Math.max(0, ...found.map((one) => one.found));
  const spots = found
    .filter((one) => one.found === most)
    .flatMap(({ group }) => group.spots.map((spot) => ({ group, spot })))
    // The first lines tell what runs already, not what was changed.
    .filter(({ spot }) => spot.line > Math.max(3, survey.info.lines * 0.002));
  return spots.sort((a, b) => Math.abs(a.spot.line - onset.line) - Math.abs(b.spot.line - onset.line))[0];
}
