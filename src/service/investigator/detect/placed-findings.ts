import type { MessageGroup, Survey } from '../survey/survey.ts';
import { isBackground, isStrewn } from './background.ts';
import type { Observation } from './observation.ts';

/** What a reader tells of lines the survey has seen too comes with their kind, and with how it lies in the file. */
export function placedFindings(told: readonly Observation[], surveys: readonly Survey[]): Observation[] {
  const byDocument = new Map<string, Map<number, MessageGroup>>();
  for (const { info, groups } of surveys) {
    if (info.fileType !== 'log' && info.fileType !== 'capture') continue;
    const byLine = new Map<number, MessageGroup>();
    for (const group of groups) {
      if (group.severity === 'info') continue;
      for (const line of group.at.lines) byLine.set(line, group);
    }
    byDocument.set(info.name, byLine);
  }
  const restless = restlessIn(told, surveys);
  return told.map((one) => {
    if (restless.has(one)) return { ...one, isRoutine: true, weight: one.weight - 40 };
    const group = byDocument.get(one.document)?.get(one.firstLine);
    const survey = surveys.find(({ info }) => info.name === one.document);
    if (group === undefined || survey === undefined) return one;
    if (!one.rule.startsWith('log.'))
      return one.count >= fewestRecurring && group.count >= one.count ? { ...one, group } : one;
    const isRoutine = isBackground(survey, group);
    const weight = one.weight - (isRoutine ? 40 : isStrewn(survey, group) ? 24 : 0);
    return { ...one, group, isRoutine, weight };
  });
}

const fewestRecurring = 3;
const fewestRestless = 4;

/** Many ports or peers that go up and down from the start to the end, as those of people's desks do. */
function restlessIn(told: readonly Observation[], surveys: readonly Survey[]): ReadonlySet<Observation> {
  const flapping = told.filter((one) => {
    const info = surveys.find((survey) => survey.info.name === one.document)?.info;
    if (one.rule !== 'log.flapping' || info?.firstTimeMs === undefined || info.lastTimeMs === undefined) return false;
    const spanMs = info.lastTimeMs - info.firstTimeMs;
    return (one.lastTimeMs ?? 0) - (one.firstTimeMs ?? 0) > spanMs * 0.7;
  });
  return new Set(flapping.length >= fewestRestless ? flapping : []);
}
