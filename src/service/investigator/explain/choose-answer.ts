import { literalPattern } from '#core/literal-pattern.ts';
import { answerComparison } from '../compare/answer-comparison.ts';
import { decidingClaim, decidingField } from '../detect/deciding-field.ts';
import type { Evidence, Scene } from '../investigation.ts';
import type { Draft } from '../tell/draft.ts';
import { say, type Text, words } from '../wording/say.ts';
import { answerCause } from './answer-cause.ts';
import { answerWriting } from './answer-nothing.ts';
import { surveyOf } from './beginning.ts';
import { deepen } from './deepen.ts';

/** What the evidence comes to: the cause, or what differs between files. */
export async function chooseAnswer(run: Scene, evidence: Evidence): Promise<Draft> {
  const writing = answerWriting(run);
  if (writing !== undefined) return writing;
  const draft = await answerOf(run, evidence);
  const [cause] = draft.used;
  if (run.mode === 'quick' || cause === undefined || run.files.length > 1 || !run.hasTime()) return draft;
  const further = await deepen(run, evidence, cause);
  return { ...draft, also: [...further, ...draft.also] };
}

async function answerOf(run: Scene, evidence: Evidence): Promise<Draft> {
  if (run.files.length > 1) return answerComparison(run, evidence);
  return withDecidingField(answerCause(run, evidence), evidence);
}

/** Says in the headline for whom or for what alone it fails, where a field of the lines decides it. */
function withDecidingField(draft: Draft, evidence: Evidence): Draft {
  const [cause] = draft.used;
  const survey = cause === undefined ? undefined : surveyOf(cause, evidence);
  const isFailure = cause?.kind === 'failure' || cause?.kind === 'share';
  if (!isFailure || cause.group === undefined || draft.verdict === 'INCONCLUSIVE') return draft;
  const field = survey === undefined || survey.isSampled ? undefined : decidingField(survey, cause.group);
  if (survey === undefined || field === undefined || isTold(draft.cause.plain, field.value)) return draft;
  const only = say`${words(field.share === 1 ? 'only for' : 'almost only for')} ${`${field.name}=${field.value}`}`;
  const claim = decidingClaim(field, survey, cause.group.first.line);
  return { ...draft, cause: before(draft.cause, only), proof: [...draft.proof, claim] };
}

/** The line itself says it, and no other field beside it that might be taken for it. */
function isTold(headline: string, value: string): boolean {
  const isSaid = new RegExp(`(?<![\\w-])${literalPattern(value)}(?![\\w-])`).test(headline);
  return isSaid && (headline.match(/[\w.-]=\S/g) ?? []).length <= 1;
}

/** With what it begins is told last. */
function before(cause: Text, told: Text): Text {
  const insert = (form: 'md' | 'plain') => {
    const [first, ...rest] = cause[form].split(/(?=; it begins )/);
    return `${first}, ${told[form]}${rest.join('')}`;
  };
  return { md: insert('md'), plain: insert('plain') };
}
