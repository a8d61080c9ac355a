import { literalPattern } from '#core/literal-pattern.ts';
import { answerComparison } from '../compare/answer-comparison.ts';
import { decidingField } from '../detect/deciding-field.ts';
import type { Evidence, Scene } from '../investigation.ts';
import { isVariant } from '../survey/message-pattern.ts';
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
  return withDecidingField(answerCause(run, evidence), run, evidence);
}

/** Says in the headline for whom or for what alone it fails, where a field of the lines decides it. */
async function withDecidingField(draft: Draft, run: Scene, evidence: Evidence): Promise<Draft> {
  const [cause] = draft.used;
  const isFailure = cause !== undefined && /^(?:failure|share)$/.test(cause.kind) && cause.group !== undefined;
  if (!isFailure || draft.verdict === 'INCONCLUSIVE' || !run.hasTime()) return draft;
  const survey = surveyOf(cause, evidence);
  const document = survey === undefined ? undefined : await run.documents.open(cause.document);
  if (survey === undefined || document === undefined || survey.isSampled) return draft;
  const own = cause.group!;
  // The same words with another value are the same failure.
  const alike = survey.groups.filter((group) => group.isFailure && (group === own || isVariant(group, own)));
  const lines = [...new Set([own, ...alike].flatMap(({ at }) => at.lines))].sort((a, b) => a - b);
  const failing = new Set(survey.groups.filter(({ isFailure }) => isFailure).flatMap(({ at }) => at.lines));
  for (const line of lines) failing.add(line);
  const field = await decidingField(document, lines, (line) => failing.has(line));
  if (field === undefined || isTold(draft.cause.plain, field.value)) return draft;
  const only = say`${words(field.isAlways ? 'only for' : 'almost only for')} ${`${field.name}=${field.value}`}`;
  return { ...draft, cause: before(draft.cause, only), proof: [...draft.proof, field.claim] };
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
