import type { DocumentInfo } from '../formats/reading.ts';
import { observeClockAndRestarts } from './detect/clock-and-restarts.ts';
import { observeFailures, observeWarnings } from './detect/failures.ts';
import type { Observation } from './detect/observation.ts';
import { rank } from './detect/rank.ts';
import { observeFindings } from './detect/read-findings.ts';
import { observeShares } from './detect/shares.ts';
import { observeTrends } from './detect/trends.ts';
import type { Evidence, Investigation } from './investigation.ts';
import { windowIn } from './question/times-asked.ts';
import type { Survey } from './survey/survey.ts';
import { surveyDocument } from './survey/survey-document.ts';

/** Looks at the readers' findings, surveys the texts, finds what the question names, and ranks what came of it. */
export async function gather(run: Investigation): Promise<Evidence> {
  const found: Observation[] = run.files.flatMap((file) => observeFindings(file.reading));
  run.step('findings', {}, `${found.length} findings of the readers`);
  const surveys = await surveyAll(run);
  const { present, missing } = await resolveTerms(run);
  const scoped = await surveyScope(run, surveys, present);
  const scopedObservations = scoped.flatMap((survey) => observe(survey, false));
  for (const observation of scopedObservations) observation.weight += 25;
  const observations = rank(
    [...scopedObservations, ...found, ...surveys.flatMap((survey) => observe(survey, hasFindings(found, survey)))],
    (observation) => relevance(observation, present, run),
  );
  return { surveys, scoped, observations, present, missing };
}

/** Texts whose lines are events by themselves; the others speak through their reader's findings. */
function isEventText(info: DocumentInfo): boolean {
  return (
    info.fileType === 'log' ||
    info.fileType === 'capture' ||
    info.fileType === 'dmesg' ||
    info.fileType === 'bugreport' ||
    info.fileType === 'ramdump'
  );
}

const maxSurveyLines = { quick: 400_000, deep: 1_500_000 } as const;

async function surveyAll(run: Investigation): Promise<Survey[]> {
  const texts = run.documents.infos.filter((info) => isEventText(info) && info.lines > 0).slice(0, 60);
  let left = maxSurveyLines[run.mode];
  const surveys: Survey[] = [];
  let scannedBytes = 0;
  for (const info of texts) {
    if (left <= 0 || !run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document === undefined) continue;
    const survey = await surveyDocument(document, {
      signal: run.signal,
      maxLines: Math.min(left, maxSurveyLines[run.mode] / 2),
    });
    left -= survey.linesSeen;
    scannedBytes += info.sizeBytes;
    surveys.push(survey);
    run.progress(`${info.name} looked through`, scannedBytes);
  }
  const lines = surveys.reduce((sum, survey) => sum + survey.linesSeen, 0);
  const failing = surveys.reduce((sum, survey) => sum + survey.groups.filter((group) => group.isFailure).length, 0);
  run.step('survey', { documents: surveys.length }, `${lines} lines looked at, ${failing} kinds of failures`);
  return surveys;
}

function observe(survey: Survey, hasReader: boolean): Observation[] {
  const failures = observeFailures(survey);
  // Kernel and device logs say "failed" all the time; where their reader found causes, these are background.
  const isNoisy = survey.info.fileType !== 'log';
  const lowered =
    isNoisy || hasReader
      ? failures.map((one) => ({
          ...one,
          weight: one.weight - (isNoisy ? 30 : 0),
          ...(isNoisy ? { role: 'symptom' as const, certainty: 'possible' as const } : {}),
        }))
      : failures;
  return [
    ...observeTrends(survey),
    ...observeShares(survey),
    ...lowered,
    ...observeWarnings(survey),
    ...observeClockAndRestarts(survey),
  ];
}

function hasFindings(found: readonly Observation[], survey: Survey): boolean {
  return found.some((one) => one.document === survey.info.name && one.role === 'cause');
}

async function resolveTerms(run: Investigation): Promise<Pick<Evidence, 'present' | 'missing'>> {
  const present: Evidence['present'] = [];
  const missing: string[] = [];
  const wanted = [...run.question.phrases, ...run.question.terms].slice(0, 16);
  for (const term of wanted) {
    if (!run.hasTime()) break;
    let lines = 0;
    for (const info of run.documents.infos.slice(0, 200)) {
      const document = await run.documents.open(info.name);
      const matches = await document?.search({ all: [term], ignoreCase: true, limit: 1, budgetMs: 2000 });
      lines += matches?.total ?? 0;
    }
    if (lines > 0) present.push({ term, lines });
    else missing.push(term);
  }
  if (wanted.length > 0) {
    run.step(
      'search',
      { terms: wanted.slice(0, 8).join(', ') },
      present.length === 0
        ? 'none of the words is in the file'
        : present
            .slice(0, 8)
            .map(({ term, lines }) => `${term}: ${lines} lines`)
            .join(', '),
    );
  }
  return { present, missing };
}

/** Looks again at only the lines that the question is about: its subject, its time. */
async function surveyScope(
  run: Investigation,
  surveys: readonly Survey[],
  present: Evidence['present'],
): Promise<Survey[]> {
  const { times } = run.question;
  const total = surveys.reduce((sum, survey) => sum + survey.info.lines, 0);
  const subject = present.find(({ lines }) => lines < total * 0.95 && lines > 1)?.term.toLowerCase();
  const scoped: Survey[] = [];
  for (const survey of surveys) {
    const window = times.map((asked) => windowIn(asked, survey.info)).find((found) => found !== undefined);
    if ((subject === undefined && window === undefined) || !run.hasTime()) continue;
    const document = await run.documents.open(survey.info.name);
    if (document === undefined) continue;
    const scope = (line: string, timeMs: number | undefined) =>
      (window === undefined || (timeMs !== undefined && timeMs >= window.fromMs && timeMs <= window.toMs)) &&
      (subject === undefined || window !== undefined || line.toLowerCase().includes(subject));
    const part = await surveyDocument(document, { signal: run.signal, maxLines: 400_000, scope });
    if (part.linesSeen > 0) scoped.push(part);
  }
  return scoped;
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
  return Math.min(60, score);
}
