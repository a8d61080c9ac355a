import { chooseAnswer } from '../answer/choose-answer.ts';
import type { Draft } from '../answer/draft.ts';
import { say } from '../answer/say.ts';
import { gather, surveyAll } from '../gather.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { parseQuestion } from '../question/parse-question.ts';
import type { Question } from '../question/question.ts';
import { settleTimes } from '../question/settle-times.ts';
import { type NamedUnit, unitNamed, withinUnit } from './named-unit.ts';

/** Whether it has to do with something else, or what was while it did something: the lines of others tell as well. */
const ofMore =
  /\b(?:why|because|caus\w+|due to|blam\w+|responsible|reason|trigger\w*|lead|led|affect\w*|impact\w*|related|when|while|during|before|after|since|once|if)\b/i;

/** "Did freezer A have an alarm?": what no line of it tells is not so of it, whatever the lines of the others tell. */
export async function answerOfUnit(run: Investigation, evidence: Evidence): Promise<Draft> {
  const draft = await chooseAnswer(run, evidence);
  if (run.within !== undefined || !affirms(draft, run.question)) return draft;
  const unit = await unitNamed(run);
  if (unit === undefined || isToldOf(unit, draft)) return draft;
  const question = await settleTimes(parseQuestion(unit.question), run.documents);
  const within = { ...withinUnit(run, unit), question };
  const told = await chooseAnswer(within, await gather(within, await surveyAll(within)));
  return { ...told, cause: say`${unit.label}: ${told.cause}` };
}

/** That it was so; of its health, that it is not well. */
function affirms({ cause }: Draft, { intent, isYesNo, asksForHealth, text }: Question): boolean {
  return intent === 'check' && isYesNo && !ofMore.test(text) && (asksForHealth ? /^No\b/ : /^Yes\b/).test(cause.plain);
}

/** A claim cites its own line first, and then what stood around it. */
function isToldOf({ lines }: NamedUnit, { proof }: Draft): boolean {
  return proof.some(({ ranges: [range] }) => {
    const own = range === undefined ? undefined : lines.get(range.document);
    return own?.some((line) => line >= range!.lineStart && line <= range!.lineEnd) ?? false;
  });
}
