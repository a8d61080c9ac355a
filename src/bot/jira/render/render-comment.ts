import type { Answer, Message } from '../../cases/messages.ts';
import { headings, outlineAnswer, outlineToProse } from '../../writing/answer-outline.ts';
import { fitAnswer } from '../../writing/fit-answer.ts';
import { answersProse } from '../../writing/group-answers.ts';
import { keyedName } from '../../writing/keyed-name.ts';
import { answerFile } from '../../writing/plain-text.ts';
import { type Prose, paragraph, visible } from '../../writing/prose.ts';
import { footLinks, shortProse } from '../../writing/short-messages.ts';
import { splitProse } from '../../writing/split-prose.ts';
import { adfDocument, expandNode, paragraphNode, proseToAdf, textNodes } from './adf.ts';
import {
  budget,
  chartTwins,
  commentBudget,
  comments,
  type JiraPart,
  numbered,
  pictureParts,
  verdictInWiki,
  verdictPanel,
} from './comment-parts.ts';
import { renderAnswers } from './render-answers.ts';
import { proseToWiki } from './wiki.ts';

const mostInternalParts = 5;

/** A message as comments of a ticket: one where it fits, the rest attached as a file or, where that is refused, as more. */
export function renderForJira(
  message: Message,
  isServiceDesk: boolean,
  stamp: string,
  drawsCharts = false,
): JiraPart[] {
  if (isServiceDesk) return renderInternal(message);
  if (message.kind === 'answers') return renderAnswers(message, stamp, drawsCharts);
  return message.kind === 'answer' ? renderAnswer(message, stamp, drawsCharts) : comments(shortProse(message));
}

function renderAnswer(answer: Answer, stamp: string, drawsCharts: boolean): JiraPart[] {
  const fileName = keyedName('answer.md', stamp);
  const rawName = keyedName('answer.json', stamp);
  const outline = outlineAnswer(answer);
  const twins = chartTwins(answer, stamp, drawsCharts);
  const { shown, folded, rest } = fitAnswer(outline, budget);
  const foot = [
    ...(rest.length > 0 ? [`the rest is attached as ${fileName}`] : []),
    ...(answer.attachment ? [`the raw answer is attached as ${rawName}`] : []),
    ...outline.smallPrint,
  ].join(', ');
  const links = footLinks(outline);
  const details = outline.details.join(', ');
  const doc = adfDocument([
    verdictPanel(outline),
    ...proseToAdf([...twins, ...shown, ...links]),
    paragraphNode(textNodes(foot, [{ type: 'em' }])),
    expandNode(headings.details, proseToAdf([...folded, paragraph(details)])),
  ]);
  // Wiki text folds nothing: what would be folded comes where it is read, before the links and the small print.
  const inWiki = proseToWiki([...twins, ...shown, ...folded, ...links, paragraph(`${foot}, ${details}`)]);
  const text = `${verdictInWiki(outline)}\n\n${inWiki}`;
  const parts: JiraPart[] = [{ content: { kind: 'comment', doc, text } }, ...pictureParts(answer, stamp, drawsCharts)];
  if (rest.length > 0) {
    parts.push({ content: { kind: 'file', name: fileName, body: answerFile(answer) }, otherwise: numbered(rest) });
  }
  if (answer.attachment) {
    const otherwise = numbered([{ kind: 'code', text: visible(answer.attachment) }]).slice(0, 3);
    parts.push({ content: { kind: 'file', name: rawName, body: answer.attachment }, otherwise });
  }
  return parts;
}

/** Files on a customer's request may be shown to the customer, so there it is text and no more. */
function renderInternal(message: Message): JiraPart[] {
  if (message.kind === 'answers') return internalParts(answersProse(message));
  if (message.kind !== 'answer') return internalParts(shortProse(message));
  const outline = outlineAnswer(message);
  return internalParts(internalAnswer(outline), `${verdictInWiki(outline)}\n\n`);
}

function internalParts(prose: readonly Prose[], head = ''): JiraPart[] {
  const parts = splitProse(prose, commentBudget - head.length, (block) => proseToWiki([block]).length + 2);
  return parts.slice(0, mostInternalParts).map((part, index) => {
    const number = parts.length > 1 ? [paragraph(`(${index + 1}/${parts.length})`)] : [];
    const text = `${index === 0 ? head : ''}${proseToWiki([...part, ...number])}`;
    return { content: { kind: 'internal', text } };
  });
}

function internalAnswer(outline: ReturnType<typeof outlineAnswer>): Prose[] {
  return [
    ...outlineToProse(outline),
    ...footLinks(outline),
    paragraph([...outline.smallPrint, ...outline.details].join(', ')),
  ];
}
