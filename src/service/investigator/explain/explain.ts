import { chooseAnswer } from '../answer/choose-answer.ts';
import { gather, surveyAll } from '../gather.ts';
import type { Investigation } from '../investigation.ts';
import { parseQuestion } from '../question/parse-question.ts';
import type { ExplainAsked, Explanation, Scene } from './explanation.ts';

/** What went wrong in the files, or in the lines about something, and what proves it. */
export async function explain(scene: Scene, { about = [], window }: ExplainAsked = {}): Promise<Explanation> {
  const question = parseQuestion(about.length === 0 ? '' : `why ${about.join(' ')}`);
  if (window !== undefined)
    question.times = [
      { label: '', kind: 'between', isAbsolute: true, from: window.fromMs, to: window.toMs, zoneMinutes: 0 },
    ];
  const run: Investigation = { ...scene, question };
  const draft = await chooseAnswer(run, await gather(run, await surveyAll(run)));
  const [lead] = draft.verdict === 'INCONCLUSIVE' ? [] : draft.used;
  return lead === undefined ? draft : { ...draft, lead };
}
