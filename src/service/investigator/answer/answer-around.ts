import { percent } from '../detect/amounts.ts';
import { isBackground } from '../detect/background.ts';
import { mergeAlike } from '../detect/failures.ts';
import type { Claim } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { isAsUsual } from '../look-into-states.ts';
import { windowIn } from '../question/times-asked.ts';
import { tellsOfTrouble } from '../survey/failure.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { episodeOf } from './episode-of.ts';
import { eventsFor } from './events-for.ts';
import { claimOf, lookUp, missingWords } from './look-up.ts';
import { join, number, plural, say, words } from './say.ts';
import { timeWordsOf } from './times.ts';
import { originAmong } from './told-origin.ts';

/** What happened in a window of time: what failed, what is rare, what is unlike the rest of the file. */
export async function answerAround(run: Investigation, evidence: Evidence): Promise<Draft> {
  const asked = run.question.times;
  const label = asked.map((time) => time.label).join(', ');
  const inside = evidence.scoped.filter((survey) => asked.some((time) => windowIn(time, survey.info) !== undefined));
  if (inside.length === 0) return outside(run, evidence, label);
  const found = inside.flatMap((survey) => unusual(survey, evidence).map((group) => ({ survey, group })));
  found.sort(
    (a, b) => (a.group.first.timeMs ?? 0) - (b.group.first.timeMs ?? 0) || a.group.first.line - b.group.first.line,
  );
  const lines = inside.reduce((sum, survey) => sum + survey.linesSeen, 0);
  const failing = inside.flatMap((survey) => survey.groups).filter((group) => group.isFailure);
  const failed = failing.reduce((sum, group) => sum + group.count, 0);
  const warnings = inside.flatMap((survey) => survey.groups.filter((group) => isOfWindow(group, survey, evidence)));
  const warned = warnings.reduce((sum, group) => sum + group.count, 0);
  const windows = inside.slice(0, 3).map((survey) => {
    const window = asked.map((time) => windowIn(time, survey.info)).find((one) => one !== undefined)!;
    return timeWordsOf(survey.info, survey.isZoned).span(window.fromMs, window.toMs);
  });
  const span = words([...new Set(windows)].join('; '));
  const all = mergeAlike(failed > 0 ? failing : warnings, 3).sort((a, b) => b.count - a.count || a.id - b.id);
  const unusualKinds = all.filter((group) => !isRoutine(group, inside, evidence));
  // What comes as often at any other time is counted, not named, where something else happened.
  const hasSingle = failing.some((group) => wholeOf(group, inside, evidence).count <= fewOfKind);
  const events = onlyThen(run, evidence, inside, unusualKinds).filter(
    (group) => !hasSingle || group.isFailure || tellsOfTrouble(group.message),
  );
  const special = [...unusualKinds, ...events];
  const kinds = special.length > 0 ? special : all;
  const whole = kinds[0] === undefined ? undefined : await episodeOf(run, kinds[0], inside, evidence, asked);
  const heads = join(
    kinds.slice(0, 3).map((group, index) => {
      const count = words(group.count > 1 ? ` (${number(group.count)})` : '');
      return say`${shorten(group.message, 100)}${count}${index === 0 && whole !== undefined ? whole.said : words('')}`;
    }),
    '; ',
  );
  const origin = whole?.observation === undefined ? undefined : originAmong(whole.observation, evidence);
  const cause =
    failed === 0
      ? say`${span}: ${plural(lines, 'line')}, no failure among them${words(warned > 0 ? `, ${plural(warned, 'warning').plain}: ` : '')}${heads}`
      : say`${span}: ${plural(failed, 'failure')} in ${plural(lines, 'line')}: ${heads}`;
  const isTelling = ({ group }: { group: MessageGroup }) => !isRoutine(group, inside, evidence);
  const yesNo = run.question.isYesNo ? words(failed > 0 !== run.question.asksForHealth ? 'Yes: ' : 'No: ') : words('');
  return lookUp({
    cause: say`${yesNo}${cause}`,
    explanation: [
      ...(origin === undefined ? [] : [{ text: origin.story, ranges: [] }]),
      ...(failed > 0 ? comparison(inside, evidence, failed, lines) : []),
    ],
    proof: [
      ...(whole === undefined ? [] : [{ text: words('Its first and its last line'), ranges: whole.ranges }]),
      ...(origin?.claims ?? []),
      ...[...found.filter(isTelling), ...found.filter((one) => !isTelling(one))].slice(0, 16).map(claimOf),
    ],
    unsettled: missingWords(run, evidence),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6),
    next: [],
  });
}

/** What no level calls a failure, and yet is there only then. */
function onlyThen(
  run: Investigation,
  evidence: Evidence,
  inside: readonly Survey[],
  told: readonly MessageGroup[],
): MessageGroup[] {
  const known = new Set(told.map(({ pattern }) => pattern));
  const there = new Map(inside.flatMap(({ groups }) => groups.map((group) => [group.pattern, group])));
  return eventsFor(run, evidence)
    .flatMap(({ group }) => (group === undefined ? [] : [{ whole: group, part: there.get(group.pattern) }]))
    .filter(({ whole, part }) => part !== undefined && part.count >= whole.count * 0.5 && !known.has(whole.pattern))
    .map(({ part }) => part!)
    .slice(0, 3);
}

const fewOfKind = 8;

/** The same kind over the whole file; as it is in the window where the file was not looked through. */
function wholeOf(group: MessageGroup, inside: readonly Survey[], { surveys }: Evidence): MessageGroup {
  const own = inside.find(({ groups }) => groups.some(({ pattern }) => pattern === group.pattern));
  const survey = surveys.find(({ info }) => info.name === own?.info.name);
  return survey?.groups.find((one) => one.pattern === group.pattern && one.severity === group.severity) ?? group;
}

function isRoutine(group: MessageGroup, inside: readonly Survey[], evidence: Evidence): boolean {
  const own = inside.find(({ groups }) => groups.some(({ pattern }) => pattern === group.pattern));
  const survey = evidence.surveys.find(({ info }) => info.name === own?.info.name);
  const whole = wholeOf(group, inside, evidence);
  return survey !== undefined && whole !== group && (isBackground(survey, whole) || isAsUsual(survey, whole, own));
}

/** A warning of which there are few outside the window. */
function isOfWindow(group: MessageGroup, survey: Survey, evidence: Evidence): boolean {
  const whole = evidence.surveys.find((one) => one.info.name === survey.info.name);
  const same = whole?.groups.find((one) => one.pattern === group.pattern && one.severity === group.severity);
  return group.severity === 'warning' && group.count >= (same?.count ?? 0) * 0.9;
}

function unusual(survey: Survey, evidence: Evidence): MessageGroup[] {
  const whole = evidence.surveys.find((one) => one.info.name === survey.info.name);
  const usual = new Map(whole?.groups.map((group) => [`${group.severity} ${group.pattern}`, group.count]));
  const scored = survey.groups.map((group) => {
    const all = usual.get(`${group.severity} ${group.pattern}`) ?? group.count;
    const isRare = all <= Math.min(20, Math.max(3, (whole?.linesSeen ?? 0) * 0.001));
    const isHere = group.count / all > 0.5 && all > 1 && (whole?.linesSeen ?? 0) > survey.linesSeen * 2;
    return {
      group,
      score: (group.isFailure ? 8 : group.severity === 'warning' ? 4 : 0) + (isRare ? 3 : 0) + (isHere ? 2 : 0),
    };
  });
  const telling = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.group.count - a.group.count);
  const kept = telling.length > 0 ? telling : scored.sort((a, b) => b.group.count - a.group.count).slice(0, 5);
  return kept.slice(0, 14).map(({ group }) => group);
}

function comparison(inside: readonly Survey[], evidence: Evidence, failed: number, lines: number): Claim[] {
  const names = new Set(inside.map((survey) => survey.info.name));
  const whole = evidence.surveys.filter((survey) => names.has(survey.info.name));
  const allLines = whole.reduce((sum, survey) => sum + survey.linesSeen, 0);
  const allFailed = whole
    .flatMap((survey) => survey.groups)
    .filter((group) => group.isFailure)
    .reduce((sum, group) => sum + group.count, 0);
  if (allLines <= lines || lines === 0) return [];
  const rest = percent(Math.max(0, allFailed - failed) / (allLines - lines));
  const said = `${percent(failed / lines)} of the lines of this window fail, ${rest} of those outside it`;
  return [{ text: words(said), ranges: [] }];
}

function outside(run: Investigation, evidence: Evidence, label: string): Draft {
  const timed = run.documents.infos.find((info) => info.firstTimeMs !== undefined && info.lastTimeMs !== undefined);
  const isZoned = evidence.surveys.some((survey) => survey.isZoned);
  const covers =
    timed === undefined
      ? words('its lines carry no time that could be read')
      : words(`it covers ${timeWordsOf(timed, isZoned).span(timed.firstTimeMs!, timed.lastTimeMs!)}`);
  const lines =
    timed === undefined
      ? []
      : [
          { document: timed.name, lineStart: 1, lineEnd: 1 },
          { document: timed.name, lineStart: timed.lines, lineEnd: timed.lines },
        ];
  return lookUp({
    verdict: 'INCONCLUSIVE',
    cause: say`${label} is not in this file: ${covers}`,
    proof: lines.length === 0 ? [] : [{ text: words('Its first and its last line'), ranges: lines }],
    also: evidence.observations
      .filter((one) => one.severity !== 'info')
      .slice(0, 4)
      .map((one) => ({ text: one.title, ranges: one.evidence.slice(0, 1) })),
    next: [
      'Attach the log that covers that time; times are compared as the lines print them, name the zone if it differs.',
    ],
  });
}
