import { observeFailures, observeWarnings } from '../detect/failures.ts';
import type { Observation } from '../detect/observation.ts';
import { rank } from '../detect/rank.ts';
import { isToldBySurvey, observeFindings } from '../detect/read-findings.ts';
import { observeReboots } from '../detect/reboots.ts';
import { observeShares } from '../detect/shares.ts';
import { observeTrends } from '../detect/trends.ts';
import type { Evidence, Scene } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';

/** Looks at the readers' findings, surveys the texts, and ranks what came of it. */
export function gather(run: Scene, surveys: Survey[]): Evidence {
  const found: Observation[] = run.files.flatMap((file, index) =>
    observeFindings(file.reading, (document) => run.documents.citedName(index, document)),
  );
  run.step('findings', {}, `${found.length} findings of the file readers`);
  const surveyed = new Set(surveys.filter((survey) => !survey.isSampled).map((survey) => survey.info.name));
  const told = found.filter((one) => !(surveyed.has(one.document) && isToldBySurvey(one)));
  const observations = rank(
    belowTimed([...told, ...surveys.flatMap((survey) => (isExplained(told, survey) ? [] : observe(survey)))], run),
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

function observe(survey: Survey): Observation[] {
  const failures = [...observeFailures(survey), ...observeWarnings(survey)];
  // Kernel and device logs say "failed" all the time: what their reader did not call a finding is background.
  if (survey.info.fileType !== 'log') return failures.map(asBackground);
  return [...observeTrends(survey), ...observeShares(survey), ...failures, ...observeReboots(survey)];
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
