import type { DocumentInfo } from '../../formats/reading.ts';
import { observeFailures, observeWarnings } from '../detect/failures.ts';
import { observeNamedParties } from '../detect/named-parties.ts';
import type { Observation } from '../detect/observation.ts';
import { rank } from '../detect/rank.ts';
import { isToldBySurvey, observeFindings } from '../detect/read-findings.ts';
import { observeReboots } from '../detect/reboots.ts';
import { observeShares } from '../detect/shares.ts';
import { observeTrends } from '../detect/trends.ts';
import type { Evidence, Scene } from '../investigation.ts';
import { chooseTexts } from '../survey/choose-texts.ts';
import type { Survey } from '../survey/survey.ts';
import { surveyDocument } from '../survey/survey-document.ts';

/** Looks at the readers' findings, surveys the texts, and ranks what came of it. */
export async function gather(run: Scene, surveys: Survey[]): Promise<Evidence> {
  const found: Observation[] = run.files.flatMap((file, index) =>
    observeFindings(file.reading, (document) => run.documents.citedName(index, document)),
  );
  run.step('findings', {}, `${found.length} findings of the readers`);
  const surveyed = new Set(surveys.filter((survey) => !survey.isSampled).map((survey) => survey.info.name));
  const told = found.filter((one) => !(surveyed.has(one.document) && isToldBySurvey(one)));
  const observations = rank(
    belowTimed(
      [
        ...(await namedParties(run, surveys)),
        ...told,
        ...surveys.flatMap((survey) => (isExplained(told, survey) ? [] : observe(survey))),
      ],
      run,
    ),
    (observation) => (isPast(observation) ? -belowPresent : 0),
    surveys,
  );
  return { surveys, observations };
}

const lowerWithoutTime = 18;

/** What a command printed beside logs tells the state things were left in, and not how they came to it. */
function belowTimed(observations: readonly Observation[], { documents, files }: Scene): Observation[] {
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
export async function surveyAll(run: Scene): Promise<Survey[]> {
  const all = run.documents.infos.filter((info) => isEventText(info) && info.lines > 0);
  const texts = chooseTexts(
    all,
    run.files.map(({ reading }, index) => ({ reading, citedName: (name) => run.documents.citedName(index, name) })),
    maxTexts[run.mode],
  );
  let linesLeft = maxSurveyLines[run.mode];
  const surveys: Survey[] = [];
  let scannedBytes = 0;
  for (const info of texts) {
    if (linesLeft <= 0 || !run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document === undefined) continue;
    const survey = await surveyDocument(document, {
      signal: run.signal,
      maxLines: linesLeft,
      maxSampled: maxSampledLines[run.mode],
    });
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
export function textsLeftOut(run: Scene, surveys: readonly Survey[]): DocumentInfo[] {
  const surveyed = new Set(surveys.map(({ info }) => info.name));
  return run.documents.infos.filter((info) => isEventText(info) && info.lines > 0 && !surveyed.has(info.name));
}

function observe(survey: Survey): Observation[] {
  const failures = [...observeFailures(survey), ...observeWarnings(survey)];
  // Kernel and device logs say "failed" all the time: what their reader did not call a finding is background.
  if (survey.info.fileType !== 'log') return failures.map(asBackground);
  return [...observeTrends(survey), ...observeShares(survey), ...failures, ...observeReboots(survey)];
}

async function namedParties(run: Scene, surveys: readonly Survey[]): Promise<Observation[]> {
  const found: Observation[] = [];
  for (const survey of surveys) {
    const isWanted = survey.info.fileType === 'log' && run.hasTime();
    const document = isWanted ? await run.documents.open(survey.info.name) : undefined;
    if (document !== undefined) found.push(...(await observeNamedParties(document, survey)));
  }
  return found;
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

const belowPresent = 25;
/** What was kept from the boot before explains why the device came up again, and nothing that happened since. */
function isPast({ title }: Observation): boolean {
  return title.plain.startsWith('Before the last boot: ');
}
