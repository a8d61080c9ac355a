import type { DocumentInfo } from '../formats/reading.ts';
import { isName } from './answer/answer-absence.ts';
import { demoteDependents } from './detect/chain.ts';
import { observeClockAndRestarts } from './detect/clock-and-restarts.ts';
import { observeDeadlocks } from './detect/deadlocks.ts';
import { observeDeviceResets } from './detect/device-resets.ts';
import { observeFailures, observeWarnings } from './detect/failures.ts';
import { observeHolders } from './detect/holders.ts';
import { observeLeaks } from './detect/leaks.ts';
import { observePartedNumbers } from './detect/numbers-part.ts';
import type { Observation } from './detect/observation.ts';
import { calmedByStop } from './detect/ordered-stop.ts';
import { placedFindings } from './detect/placed-findings.ts';
import { rank } from './detect/rank.ts';
import { isToldBySurvey, observeFindings } from './detect/read-findings.ts';
import { withRefusals } from './detect/refusals.ts';
import { observeSaturation } from './detect/saturation.ts';
import { observeShares } from './detect/shares.ts';
import { observeSignIns } from './detect/sign-ins.ts';
import { observeTrends } from './detect/trends.ts';
import type { Evidence, Investigation } from './investigation.ts';
import { calmed, observeStates } from './look-into-states.ts';
import { beginsThen, lookIntoSubject } from './look-into-subject.ts';
import { meansTheSame } from './question/concepts.ts';
import { type Chosen, resolveNeedles } from './question/needles.ts';
import { windowIn } from './question/times-asked.ts';
import { chooseTexts } from './survey/choose-texts.ts';
import { linesInTime } from './survey/lines-in-time.ts';
import type { Survey } from './survey/survey.ts';
import { surveyDocument } from './survey/survey-document.ts';

/** Looks at the readers' findings, surveys the texts, finds what the question names, and ranks what came of it. */
export async function gather(run: Investigation, surveys: Survey[]): Promise<Evidence> {
  const found: Observation[] = run.files.flatMap((file, index) =>
    observeFindings(file.reading, (document) => run.documents.citedName(index, document)),
  );
  run.step('findings', {}, `${found.length} findings of the readers`);
  const surveyed = new Set(surveys.filter((survey) => !survey.isSampled).map((survey) => survey.info.name));
  const told = found.filter((one) => !(surveyed.has(one.document) && isToldBySurvey(one)));
  const { present, missing, needles, chosen, found: words, unsearched } = await resolveNeedles(run, sourcesIn(surveys));
  const scoped = await surveyScope(run, needles, chosen);
  const about = await lookIntoSubject(run, words, present, surveys);
  const scopedObservations = scoped
    .filter((survey) => isEventText(survey.info))
    .flatMap((survey) =>
      observe(survey).map((one) => calmed({ ...one, weight: one.weight + scopeBonus(survey) }, run, surveys, survey)),
    );
  const observations = rank(
    belowTimed(
      [
        ...(await observeStates(run, surveys)),
        ...scopedObservations,
        ...placedFindings(told, surveys),
        ...surveys.flatMap((survey) =>
          isExplained(told, survey)
            ? []
            : observe(survey).map((one) => calmed(one, run, surveys, partOf(survey, scoped))),
        ),
      ],
      run,
    ),
    (observation) => relevance(observation, present, run),
    surveys,
  );
  return {
    surveys,
    scoped,
    observations,
    present,
    missing: missing.filter((term) => run.question.phrases.includes(term) || isName(term, run.question.text)),
    needles,
    found: words,
    unsearched,
    ...(chosen === undefined ? {} : { chosen }),
    ...(about === undefined ? {} : { about }),
  };
}

const lowerWithoutTime = 18;

/** What a command printed beside logs tells the state things were left in, and not how they came to it. */
function belowTimed(observations: readonly Observation[], { documents, files }: Investigation): Observation[] {
  if (files.length > 1 || files[0]?.reading.fileType !== 'bundle') return [...observations];
  const untimed = new Set(documents.infos.filter(({ clock }) => clock === 'none').map(({ name }) => name));
  const hasTimed = observations.some(({ document, role }) => role === 'cause' && !untimed.has(document));
  if (!hasTimed) return [...observations];
  return observations.map((one) =>
    one.kind === 'failure' && untimed.has(one.document) ? { ...one, weight: one.weight - lowerWithoutTime } : one,
  );
}

/** Texts whose lines are events by themselves; the others speak through their reader's findings. */
function isEventText(info: DocumentInfo): boolean {
  if (info.writing !== undefined) return false;
  return (
    info.fileType === 'log' ||
    info.fileType === 'capture' ||
    info.fileType === 'dmesg' ||
    info.fileType === 'bugreport' ||
    info.fileType === 'ramdump'
  );
}

/** Of each text that is longer than that, beside the counts of all of its lines. */
const maxSampledLines = { quick: 24_000, deep: 60_000 } as const;
const maxSurveyLines = { quick: 200_000, deep: 260_000 } as const;

/** Of more texts their readers' findings are taken alone. */
const maxTexts = { quick: 300, deep: 1000 } as const;

/**
 * Looks the texts through once, the most telling first; what each question needs beyond is looked up in them. They come
 * back in the order of the archive.
 */
export async function surveyAll(run: Investigation): Promise<Survey[]> {
  const all = run.documents.infos.filter((info) => isEventText(info) && info.lines > 0);
  const asked = run.question.text.toLowerCase();
  const { texts } = chooseTexts(
    all,
    run.files.map(({ reading }, index) => ({ reading, citedName: (name) => run.documents.citedName(index, name) })),
    maxTexts[run.mode],
    ({ name }) => asked.includes(name.slice(name.lastIndexOf('/') + 1).toLowerCase()),
  );
  let linesLeft = maxSurveyLines[run.mode];
  const surveys: Survey[] = [];
  let scannedBytes = 0;
  for (const info of texts) {
    if (linesLeft <= 0 || !run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document === undefined) continue;
    const survey = withRefusals(
      await surveyDocument(document, {
        signal: run.signal,
        maxLines: linesLeft,
        maxSampled: maxSampledLines[run.mode],
      }),
    );
    linesLeft -= Math.min(60_000, survey.linesSeen);
    scannedBytes += info.sizeBytes;
    surveys.push(survey);
    run.progress(`${info.name} looked through`, scannedBytes);
  }
  const lines = surveys.reduce((sum, survey) => sum + survey.linesSeen, 0);
  const failing = surveys.reduce((sum, survey) => sum + survey.groups.filter((group) => group.isFailure).length, 0);
  const left = all.length - surveys.length;
  run.step(
    'survey',
    { documents: surveys.length, ...(left > 0 ? { leftOut: left } : {}) },
    `${lines} lines looked at, ${failing} kinds of failures`,
  );
  const place = new Map(all.map(({ name }, index) => [name, index]));
  return surveys.sort((a, b) => place.get(a.info.name)! - place.get(b.info.name)!);
}

/** The texts of which only their readers' findings are known. */
export function textsLeftOut(run: Investigation, surveys: readonly Survey[]): DocumentInfo[] {
  const surveyed = new Set(surveys.map(({ info }) => info.name));
  return run.documents.infos.filter((info) => isEventText(info) && info.lines > 0 && !surveyed.has(info.name));
}

function observe(survey: Survey): Observation[] {
  const failures = [...observeFailures(survey), ...observeWarnings(survey)];
  // Kernel and device logs say "failed" all the time: what their reader did not call a finding is background.
  if (survey.info.fileType !== 'log') return failures.map(asBackground);
  const told = [
    ...observeDeadlocks(survey),
    ...observeSignIns(survey),
    ...observeHolders(survey),
    ...observeLeaks(survey),
    ...observeDeviceResets(survey),
    ...observeSaturation(survey),
    ...observePartedNumbers(survey),
    ...observeTrends(survey),
    ...observeShares(survey),
    ...failures,
    ...observeClockAndRestarts(survey),
  ];
  return calmedByStop(demoteDependents(told, survey), survey);
}

function partOf({ info }: Survey, scoped: readonly Survey[]): Survey | undefined {
  return scoped.find((part) => part.info.name === info.name);
}

/** Lines chosen by a subject say more about it; lines chosen by the words of a failure say nothing beyond it. */
function scopeBonus(survey: Survey): number {
  const failing = survey.groups.filter((group) => group.isFailure).reduce((sum, group) => sum + group.count, 0);
  return failing > survey.linesSeen * 0.9 ? 4 : 25;
}

/** A kernel or device log whose reader found a cause: its further loud lines only repeat it. */
function isExplained(told: readonly Observation[], survey: Survey): boolean {
  return (
    survey.info.fileType !== 'log' && told.some((one) => one.document === survey.info.name && one.role === 'cause')
  );
}

function asBackground(one: Observation): Observation {
  return { ...one, role: 'symptom', certainty: 'possible', weight: Math.max(2, one.weight - 34) };
}

/** Looks again at only the lines that the question is about: its subject, its time. */
async function surveyScope(run: Investigation, needles: readonly string[][], about?: Chosen): Promise<Survey[]> {
  const { times } = run.question;
  if (about === undefined && times.length === 0) return [];
  const scoped: Survey[] = [];
  for (const info of run.documents.infos.slice(0, 300)) {
    const window = times.map((asked) => windowIn(asked, info)).find((found) => found !== undefined);
    const lines = about?.byDocument.get(info.name);
    if ((about === undefined ? window : lines) === undefined) continue;
    if (scoped.length > 0 && !run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document === undefined || info.lines === 0) continue;
    const chosen = window === undefined ? lines : await linesInTime(document, window, lines);
    const part = await surveyDocument(document, {
      signal: run.signal,
      maxLines: maxSurveyLines[run.mode],
      maxSampled: maxSampledLines[run.mode],
      ...(chosen === undefined ? {} : { chosen }),
      ...(window !== undefined && document.marks === undefined ? { isInTime: inside(window) } : {}),
    });
    if (part.linesSeen > 0) scoped.push(part);
  }
  const lines = scoped.reduce((sum, survey) => sum + survey.linesSeen, 0);
  const asked = [...needles.map((group) => group.join(' + ')), ...times.map((time) => time.label)].join(' | ');
  run.step('narrow', { to: asked.slice(0, 200) }, `${lines} lines are about it`);
  return scoped;
}

function inside({ fromMs, toMs }: { fromMs: number; toMs: number }): (timeMs: number | undefined) => boolean {
  return (timeMs) => timeMs !== undefined && timeMs >= fromMs && timeMs <= toMs;
}

/** Services, hosts and programs that write lines, in lower case. */
function sourcesIn(surveys: readonly Survey[]): Set<string> {
  const names = new Set<string>();
  for (const { groups } of surveys)
    for (const group of groups)
      for (const name of group.sources.keys()) if (names.size < 5000) names.add(name.toLowerCase());
  return names;
}

function relevance(observation: Observation, present: Evidence['present'], run: Investigation): number {
  let score = 0;
  for (const { term } of present.slice(0, 12)) {
    if (observation.subjects.includes(term.toLowerCase())) score += run.question.phrases.includes(term) ? 40 : 20;
  }
  for (const word of run.question.text
    .toLowerCase()
    .match(/[a-z]{5,}/g)
    ?.slice(0, 40) ?? []) {
    if (observation.subjects.includes(word.slice(0, 6))) score += 3;
  }
  if (meansTheSame(observation, run.question.text)) score += asksForLack.test(run.question.text) ? 36 : 18;
  if (isPast(observation) && !asksForBoot.test(run.question.text)) score -= belowPresent;
  if (beginsThen(observation, run)) score += 14;
  return Math.min(60, score);
}

const belowPresent = 25;
/** What is not there explains what waits for it, however loud that fails. */
const asksForLack = /\bwhat(?:'s| is| was) (?:missing|lacking|not there)\b/i;
const asksForBoot =
  /\b(?:re-?boot\w*|re-?start\w*|boot\w*|panic\w*|kernel|pstore|ramoops|last_kmsg|shut ?down|power\w*|reset\w*|before)\b/i;

/** What was kept from the boot before explains why the device came up again, and nothing that happened since. */
function isPast({ title }: Observation): boolean {
  return title.plain.startsWith('Before the last boot: ');
}
