import { answerConfigQuestion } from '../../formats/config/questions/answer-config-question.ts';
import type { Words } from '../../formats/config/questions/config-answer.ts';
import type { Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, say, type Text, words } from './say.ts';

const maxLines = 50_000;

/** A question that a configuration answers by itself: what is set, what is on, what is unused. */
export async function answerConfig(run: Investigation): Promise<Draft | undefined> {
  const open: Draft[] = [];
  for (const info of run.documents.infos.slice(0, 50)) {
    const document = await run.documents.open(info.name);
    if (document === undefined) continue;
    const lines = await document.lines(1, Math.min(maxLines, info.lines));
    const answer = answerConfigQuestion(run.question.text, lines.join('\n'), info.name);
    if (answer === undefined) continue;
    const draft = lookUp({
      ...(answer.isOpen === true ? { verdict: 'INCONCLUSIVE' as const } : {}),
      cause: textOf(answer.sentence),
      proof: answer.proof.map(({ text, lines: cited }) => ({
        text: textOf(text),
        ranges: cited.map((line) => ({ document: info.name, lineStart: line, lineEnd: line })),
      })),
    });
    if (answer.isOpen !== true) return draft;
    open.push(draft);
  }
  return open[0];
}

function textOf(parts: Words): Text {
  return join(
    parts.map((part) => (typeof part === 'string' ? words(part) : say`${part.fromFile}`)),
    '',
  );
}
