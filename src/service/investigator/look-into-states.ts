import { isBackground } from './detect/background.ts';
import { courseOf } from './detect/course.ts';
import { observeFlaps } from './detect/flaps.ts';
import { observeNoneLeft } from './detect/none-left.ts';
import type { Observation } from './detect/observation.ts';
import { observePauses } from './detect/pauses.ts';
import type { Investigation } from './investigation.ts';
import type { MessageGroup, Survey } from './survey/survey.ts';

/** What only the words of single lines tell: which link went down how often, and who was gone when none was left. */
export async function observeStates(run: Investigation, surveys: readonly Survey[]): Promise<Observation[]> {
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

const routineLoss = 40;

/** What comes all day is no event of the hour that was asked about, though of that hour alone it looks like one. */
export function calmed(
  one: Observation,
  { question }: Investigation,
  surveys: readonly Survey[],
  part?: Survey,
): Observation {
  const { group } = one;
  if (question.times.length === 0 || group === undefined || one.isRoutine === true) return one;
  const whole = surveys.find(({ info, isSampled }) => info.name === one.document && !isSampled);
  const same = whole?.groups.find(({ pattern, severity }) => pattern === group.pattern && severity === group.severity);
  const isRoutine =
    whole !== undefined && same !== undefined && (isBackground(whole, same) || isAsUsual(whole, same, part));
  return isRoutine ? { ...one, isRoutine, weight: one.weight - routineLoss } : one;
}

const timesUsual = 3;

/** No more of it in the time that was asked about than at any other. */
export function isAsUsual(whole: Survey, same: MessageGroup, part: Survey | undefined): boolean {
  if (!courseOf(whole, same).isEven) return false;
  const then = part?.groups.find(({ pattern, severity }) => pattern === same.pattern && severity === same.severity);
  if (part === undefined || then === undefined) return true;
  const usual = (same.count * part.linesSeen) / Math.max(1, whole.linesSeen);
  return then.count <= Math.max(3, usual * timesUsual);
}
