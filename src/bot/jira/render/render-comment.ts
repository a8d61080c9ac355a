import type { Answer, Chart, Message } from '../../cases/messages.ts';
import {
  type AnswerOutline,
  headings,
  label,
  oneLine,
  outlineAnswer,
  outlineToProse,
} from '../../writing/answer-outline.ts';
import { type AnswerBudget, fitAnswer } from '../../writing/fit-answer.ts';
import { answerFile } from '../../writing/plain-text.ts';
import { type Prose, paragraph, visible } from '../../writing/prose.ts';
import { footLinks, shortProse } from '../../writing/short-messages.ts';
import { splitProse } from '../../writing/split-prose.ts';
import {
  type AdfDocument,
  type AdfNode,
  adfDocument,
  expandNode,
  paragraphNode,
  proseToAdf,
  textNodes,
} from './adf.ts';
import { type PanelType, proseToWiki, wikiPanel } from './wiki.ts';

export type JiraContent =
  /** `text`: the same as an internal comment, should the ticket be on a service project by the time it is posted. */
  | { kind: 'comment'; doc: AdfDocument; text: string }
  /** Only ever posted as internal. */
  | { kind: 'internal'; text: string }
  | { kind: 'file'; name: string; body: string }
  | { kind: 'picture'; name: string; chart: Chart };

interface JiraPart {
  content: JiraContent;
  otherwise?: readonly JiraContent[];
}

/** Jira takes 32,767 characters; counted in the JSON of the document, to be safe whatever is counted. */
const commentBudget = 26_000;
const budget: AnswerBudget = {
  body: commentBudget,
  quote: 8_000,
  reservedForWords: 6_000,
  next: 3_000,
  measure: adfSize,
};
const mostInternalParts = 5;
const fileName = 'answer.md';
const rawName = 'answer.json';

/** A message as comments of a ticket: one where it fits, the rest attached as a file or, where that is refused, as more. */
export function renderForJira(message: Message, isServiceDesk: boolean, drawsCharts = false): JiraPart[] {
  if (isServiceDesk) return renderInternal(message);
  return message.kind === 'answer' ? renderAnswer(message, drawsCharts) : comments(shortProse(message));
}

function renderAnswer(answer: Answer, drawsCharts: boolean): JiraPart[] {
  const outline = outlineAnswer(answer);
  const pictures = (answer.charts ?? []).map((chart, index) => ({
    kind: 'picture' as const,
    name: `chart-${index + 1}.png`,
    chart,
  }));
  const twins = pictures.map(({ name, chart }) =>
    paragraph(`Chart: ${visible(oneLine(chart.title))}${drawsCharts ? ` (attached as ${name})` : ''}`),
  );
  const { shown, folded, rest } = fitAnswer(outline, budget);
  const foot = [
    ...(rest.length > 0 ? [`the rest is attached as ${fileName}`] : []),
    ...(answer.attachment ? [`the raw answer is attached as ${rawName}`] : []),
    ...outline.smallPrint,
  ].join(', ');
  const body = [...twins, ...shown, ...footLinks(outline)];
  const details = [...folded, paragraph(outline.details.join(', '))];
  const doc = adfDocument([
    verdictPanel(outline),
    ...proseToAdf(body),
    paragraphNode(textNodes(foot, [{ type: 'em' }])),
    expandNode(headings.details, proseToAdf(details)),
  ]);
  const text = `${verdictInWiki(outline)}\n\n${proseToWiki([...body, paragraph(foot), ...details])}`;
  const parts: JiraPart[] = [{ content: { kind: 'comment', doc, text } }];
  // Where a picture is refused, its title says what it shows.
  if (drawsCharts) parts.push(...pictures.map((content) => ({ content, otherwise: [] })));
  if (rest.length > 0) {
    parts.push({ content: { kind: 'file', name: fileName, body: answerFile(answer) }, otherwise: numbered(rest) });
  }
  if (answer.attachment) {
    const otherwise = numbered([{ kind: 'code', text: visible(answer.attachment) }]).slice(0, 3);
    parts.push({ content: { kind: 'file', name: rawName, body: answer.attachment }, otherwise });
  }
  return parts;
}

const panelTypes = { CONFIRMED: 'success', LIKELY: 'info', INCONCLUSIVE: 'warning' } as const;

function panelType({ verdict }: AnswerOutline): PanelType {
  return verdict ? panelTypes[verdict] : 'note';
}

function verdictInWiki(outline: AnswerOutline): string {
  return wikiPanel(panelType(outline), [label(outline.title), paragraph(outline.about)]);
}

function verdictPanel(outline: AnswerOutline): AdfNode {
  const { title, about } = outline;
  return {
    type: 'panel',
    attrs: { panelType: panelType(outline) },
    content: [paragraphNode(textNodes(title, [{ type: 'strong' }])), paragraphNode(textNodes(about))],
  };
}

function adfSize(block: Prose): number {
  return JSON.stringify(proseToAdf([block])).length;
}

function comments(prose: readonly Prose[]): JiraPart[] {
  return numbered(prose).map((content) => ({ content }));
}

function numbered(prose: readonly Prose[]): JiraContent[] {
  const parts = splitProse(prose, commentBudget, adfSize);
  return parts.map((part, index) => {
    const body = parts.length > 1 ? [...part, paragraph(`(${index + 1}/${parts.length})`)] : part;
    return { kind: 'comment', doc: adfDocument(proseToAdf(body)), text: proseToWiki(body) };
  });
}

/** Files on a customer's request may be shown to the customer, so there it is text and no more. */
function renderInternal(message: Message): JiraPart[] {
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

function internalAnswer(outline: AnswerOutline): Prose[] {
  return [
    ...outlineToProse(outline),
    ...footLinks(outline),
    paragraph([...outline.smallPrint, ...outline.details].join(', ')),
  ];
}
