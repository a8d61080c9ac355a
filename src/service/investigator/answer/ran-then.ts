import { type Ran, ranIn } from '../detect/ran-beside.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { windowIn } from '../question/times-asked.ts';
import type { Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { say } from './say.ts';

export const asksForSlow =
  /\b(?:slow\w*|lag\w*|latenc\w*|hang\w*|hung|stuck|sluggish|unresponsive|performance|tim(?:ed?|ing)[ -]?outs?|took (?:so )?long\w*|takes? (?:so )?long\w*)\b/i;

/** What ran exactly in the time the question names. */
export function ranAsked({ question }: Investigation, survey: Survey): Ran | undefined {
  const asked = question.times.find((time) => time.kind === 'between' && time.isVague !== true);
  const window = asked === undefined ? undefined : windowIn(asked, survey.info);
  return window === undefined ? undefined : ranIn(survey, window.fromMs, window.toMs);
}

/** Nothing failed, but something was slow, and something else ran just then. */
export function ranThen(run: Investigation, evidence: Evidence): Draft | undefined {
  if (!asksForSlow.test(run.question.text)) return undefined;
  for (const survey of evidence.surveys) {
    const ran = ranAsked(run, survey);
    if (ran !== undefined)
      return lookUp({
        verdict: 'LIKELY',
        cause: say`${ran.lead}: the only thing that ran in just that time`,
        proof: ran.claims,
      });
  }
  return undefined;
}
