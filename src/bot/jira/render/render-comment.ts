import type { Answer, FileVerdicts, Message, Notice } from '../../cases/messages.ts';
import {
  type AnswerOutline,
  headings,
  label,
  oneLine,
  outlineAnswer,
  readLinks,
  sentences,
} from '../../writing/answer-outline.ts';
import { answerFile } from '../../writing/plain-text.ts';
import { type Prose, paragraph, visible } from '../../writing/prose.ts';
import { fitProse, splitProse } from '../../writing/split-prose.ts';
import { type AdfDocument, type AdfNode, adfDocument, paragraphNode, proseToAdf, textNodes } from './adf.ts';
import { proseToWiki } from './wiki.ts';

export type JiraContent =
  | { kind: 'comment'; doc: AdfDocument }
  /** Only ever posted as internal. */
  | { kind: 'internal'; text: string }
  | { kind: 'file'; name: string; body: string };

export interface JiraPart {
  content: JiraContent;
  otherwise?: readonly JiraContent[];
}

/** Jira takes 32,767 characters; counted in the JSON of the document, to be safe whatever is counted. */
const commentBudget = 26_000;
const quoteBudget = 8_000;
const nextBudget = 3_000;
const reservedForWords = 6_000;
const mostInternalParts = 5;
const fileName = 'answer.md';
const rawName = 'answer.json';

/** A message as comments of a ticket: one where it fits, the rest attached as a file or, where that is refused, as more. */
export function renderForJira(message: Message, isServiceDesk: boolean): JiraPart[] {
  if (isServiceDesk) return renderInternal(message);
  switch (message.kind) {
    case 'answer':
      return renderAnswer(message);
    case 'notice':
      return comments(noticeProse(message));
    case 'verdicts':
      return comments(verdictsProse(message));
  }
}

function renderAnswer(answer: Answer): JiraPart[] {
  const outline = outlineAnswer(answer);
  const { shown, rest } = fitAnswer(outline);
  const foot = [
    ...(rest.length > 0 ? [`what did not fit is attached as ${fileName}`] : []),
    ...(answer.attachment ? [`the raw answer is attached as ${rawName}`] : []),
    ...outline.smallPrint,
  ].join(', ');
  const doc = adfDocument([
    verdictPanel(outline),
    ...proseToAdf(shown),
    ...proseToAdf(linkProse(outline)),
    paragraphNode(textNodes(foot, [{ type: 'em' }])),
  ]);
  const parts: JiraPart[] = [{ content: { kind: 'comment', doc } }];
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

function verdictPanel({ verdict, title, about }: AnswerOutline): AdfNode {
  return {
    type: 'panel',
    attrs: { panelType: verdict ? panelTypes[verdict] : 'note' },
    content: [
      paragraphNode(textNodes(title.slice(0, 1_500).toWellFormed(), [{ type: 'strong' }])),
      paragraphNode(textNodes(about.slice(0, 1_500).toWellFormed())),
    ],
  };
}

/** Proof first, then next steps, then what happened; each as whole pieces, in the order they are read. */
function fitAnswer(outline: AnswerOutline): { shown: Prose[]; rest: Prose[] } {
  let budget = commentBudget;
  const shownProof: Prose[] = [];
  const restProof: Prose[] = [];
  for (const quote of outline.proof) {
    const size = adfSize(quote);
    const fits = size <= quoteBudget && size <= budget - reservedForWords;
    (fits ? shownProof : restProof).push(quote);
    if (fits) budget -= size;
  }
  const fitInto = (prose: readonly Prose[], most: number) => {
    const fitted = fitProse(prose, Math.min(budget, most), adfSize);
    budget -= fitted.shown.reduce((sum, block) => sum + adfSize(block), 0);
    return fitted;
  };
  const next = fitInto(sentences(headings.next, outline.next), nextBudget);
  const notTheCause = fitInto(sentences(headings.notTheCause, outline.notTheCause), nextBudget);
  const explanation = fitInto(outline.explanation, budget);
  const under = (proof: readonly Prose[]) => (proof.length > 0 ? [label(headings.proof), ...proof] : []);
  return {
    shown: [...explanation.shown, ...under(shownProof), ...notTheCause.shown, ...next.shown],
    rest: [...explanation.rest, ...under(restProof), ...notTheCause.rest, ...next.rest],
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
    return { kind: 'comment', doc: adfDocument(proseToAdf(body)) };
  });
}

/** Files on a customer's request may be shown to the customer, so there it is text and no more. */
function renderInternal(message: Message): JiraPart[] {
  const prose =
    message.kind === 'answer'
      ? internalAnswer(message)
      : message.kind === 'notice'
        ? noticeProse(message)
        : verdictsProse(message);
  const parts = splitProse(prose, commentBudget, (block) => proseToWiki([block]).length + 2);
  const kept = parts.slice(0, mostInternalParts);
  return kept.map((part, index) => {
    const number = parts.length > 1 ? [paragraph(`(${index + 1}/${parts.length})`)] : [];
    return { content: { kind: 'internal', text: proseToWiki([...part, ...number]) } };
  });
}

function internalAnswer(answer: Answer): Prose[] {
  const outline = outlineAnswer(answer);
  return [
    label(outline.title),
    paragraph(outline.about),
    ...outline.explanation,
    ...(outline.proof.length > 0 ? [label(headings.proof), ...outline.proof] : []),
    ...sentences(headings.notTheCause, outline.notTheCause),
    ...sentences(headings.next, outline.next),
    ...linkProse(outline),
    paragraph(outline.smallPrint.join(', ')),
  ];
}

function linkProse({ links }: AnswerOutline): Prose[] {
  return links.length > 0 ? [{ kind: 'links', lead: headings.links, links }] : [];
}

function noticeProse(notice: Notice): Prose[] {
  const links = readLinks(notice.links);
  const words: Prose[] = notice.paragraphs.map((text) => paragraph(visible(text)));
  return links.length > 0 ? [...words, { kind: 'links', lead: '', links }] : words;
}

function verdictsProse({ files, links: places }: FileVerdicts): Prose[] {
  const links = readLinks(places);
  const items = files.map(({ name, reason }) => [
    { text: visible(oneLine(name)), isCode: true },
    { text: ` ${visible(reason)}` },
  ]);
  const only = items[0];
  const list: Prose[] =
    items.length === 1 && only ? [{ kind: 'paragraph', inlines: only }] : [{ kind: 'list', isOrdered: false, items }];
  return links.length > 0 ? [...list, { kind: 'links', lead: '', links }] : list;
}
