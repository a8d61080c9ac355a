import type { Answer, Answers, FileVerdicts } from '../cases/messages.ts';
import { type AnswerOutline, count, label, oneLine, outlineAnswer, outlineToProse } from './answer-outline.ts';
import { clip, type Prose, paragraph, visible } from './prose.ts';
import { footLinks, shortProse } from './short-messages.ts';

/** One finding, with the answer that tells it and the names of the other files it was in. */
export interface Finding {
  answer: Answer;
  outline: AnswerOutline;
  /** Where else, in one sentence; empty: nowhere. */
  alsoIn: string;
}

const order = ['CONFIRMED', 'LIKELY', undefined, 'INCONCLUSIVE'] as const;
const mostNames = 12;
const longestName = 80;

/** The findings of several files, the surest first; one that several files show is told once. */
export function groupAnswers(answers: readonly Answer[]): Finding[] {
  const groups = Map.groupBy(answers, (answer) =>
    JSON.stringify([answer.verdict, answer.question, answer.signature, answer.cause ?? answer.file.name]),
  );
  return [...groups.values()]
    .flatMap(([answer, ...same]) =>
      answer ? [{ answer, outline: outlineAnswer(answer), alsoIn: alsoIn(same.map(({ file }) => file.name)) }] : [],
    )
    .toSorted((a, b) => order.indexOf(a.answer.verdict) - order.indexOf(b.answer.verdict));
}

function alsoIn(names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, mostNames).map((name) => clip(visible(oneLine(name)), longestName));
  const more = names.length - shown.length;
  return `The same in ${shown.join(', ')}${more > 0 ? ` and ${count(more, 'more file')}` : ''}.`;
}

/** How many files ended how: `5 files: 1 CONFIRMED, 3 INCONCLUSIVE, 1 not analysed`. */
export function tally({ answers, others }: Answers): string {
  const unread = others.flatMap((message) => (message.kind === 'verdicts' ? message.files : []));
  const told = others.filter(({ kind }) => kind === 'notice').length;
  const counts = [
    ...order.map((verdict) => ({
      words: verdict ?? 'answered',
      files: answers.filter((answer) => answer.verdict === verdict).length,
    })),
    { words: 'told below', files: told },
    { words: 'not analysed', files: unread.length },
  ];
  const named = counts.filter(({ files }) => files > 0).map(({ words, files }) => `${files} ${words}`);
  return `${count(answers.length + unread.length + told, 'file')}: ${named.join(', ')}.`;
}

/** What became of the files without an answer. */
export function othersProse({ others }: Answers): Prose[] {
  const files = others.flatMap((message) => (message.kind === 'verdicts' ? message.files : []));
  const verdicts: FileVerdicts[] = files.length > 0 ? [{ kind: 'verdicts', files, links: [] }] : [];
  const notices = others.filter((message) => message.kind === 'notice');
  return [...notices, ...verdicts].flatMap((message) => shortProse(message));
}

/** Everything as prose, for places that fold nothing. */
export function answersProse(message: Answers): Prose[] {
  return [
    paragraph(tally(message)),
    ...groupAnswers(message.answers).flatMap(({ outline, alsoIn: same }) => [
      label(outline.title),
      paragraph(outline.about),
      ...(same === '' ? [] : [paragraph(same)]),
      ...outlineToProse(outline),
      ...footLinks(outline),
      paragraph([...outline.smallPrint, ...outline.details].join(', ')),
    ]),
    ...othersProse(message),
  ];
}
