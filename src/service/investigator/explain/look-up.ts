import type { Spot, Survey } from '../survey/survey.ts';

export function rangeOf(survey: Survey, spot: Spot) {
  return { document: survey.info.name, lineStart: spot.line, lineEnd: Math.min(spot.lineEnd, spot.line + 11) };
}

export function totalLines(surveys: readonly Survey[]): number {
  return surveys.reduce((sum, survey) => sum + survey.linesSeen, 0);
}
