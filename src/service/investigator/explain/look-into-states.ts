import { observeFlaps } from '../detect/flaps.ts';
import { observeNoneLeft } from '../detect/none-left.ts';
import type { Observation } from '../detect/observation.ts';
import { observePauses } from '../detect/pauses.ts';
import type { Scene } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';

/** What only the words of single lines tell: which link went down how often, and who was gone when none was left. */
export async function observeStates(run: Scene, surveys: readonly Survey[]): Promise<Observation[]> {
  const found: Observation[] = [];
  for (const survey of surveys) {
    const document =
      survey.info.fileType === 'log' && run.hasTime() ? await run.documents.open(survey.info.name) : undefined;
    if (document === undefined) continue;
    found.push(
      ...(await observeFlaps(document, survey)),
      ...(await observeNoneLeft(document, survey)),
      ...(await observePauses(document, survey)),
    );
  }
  return found;
}
