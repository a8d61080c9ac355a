import type { Answer, Chart } from '../../cases/messages.ts';
import { type AnswerOutline, label, oneLine } from '../../writing/answer-outline.ts';
import type { AnswerBudget } from '../../writing/fit-answer.ts';
import { keyedName } from '../../writing/keyed-name.ts';
import { type Prose, paragraph, visible } from '../../writing/prose.ts';
import { splitProse } from '../../writing/split-prose.ts';
import { type AdfDocument, type AdfNode, adfDocument, paragraphNode, proseToAdf, textNodes } from './adf.ts';
import { type PanelType, proseToWiki, wikiPanel } from './wiki.ts';

export type JiraContent =
  /** `text`: the same as an internal comment, should the ticket be on a service project by the time it is posted. */
  | { kind: 'comment'; doc: AdfDocument; text: string }
  /** Only ever posted as internal. */
  | { kind: 'internal'; text: string }
  /** `name`: unlike that of any other delivery's, since files carry nothing else. */
  | { kind: 'file'; name: string; body: string }
  | { kind: 'picture'; name: string; chart: Chart };

export interface JiraPart {
  content: JiraContent;
  otherwise?: readonly JiraContent[];
}

/** Jira takes 32,767 characters; counted in the JSON of the document, to be safe whatever is counted. */
export const commentBudget = 26_000;

export const budget: AnswerBudget = {
  body: commentBudget,
  quote: 8_000,
  reservedForWords: 6_000,
  next: 3_000,
  measure: adfSize,
};

function picturesOf({ charts = [] }: Answer, stamp: string) {
  return charts.map((chart, index) => {
    return { kind: 'picture' as const, name: keyedName(`chart-${index + 1}.png`, stamp), chart };
  });
}

export function chartTwins(answer: Answer, stamp: string, drawsCharts: boolean): Prose[] {
  return picturesOf(answer, stamp).map(({ name, chart }) =>
    paragraph(`Chart: ${visible(oneLine(chart.title))}${drawsCharts ? ` (attached as ${name})` : ''}`),
  );
}

/** Where a picture is refused, its title says what it shows. */
export function pictureParts(answer: Answer, stamp: string, drawsCharts: boolean): JiraPart[] {
  return drawsCharts ? picturesOf(answer, stamp).map((content) => ({ content, otherwise: [] })) : [];
}

const panelTypes = { CONFIRMED: 'success', LIKELY: 'info', INCONCLUSIVE: 'warning' } as const;

function panelType({ verdict }: AnswerOutline): PanelType {
  return verdict ? panelTypes[verdict] : 'note';
}

export function verdictInWiki(outline: AnswerOutline): string {
  return wikiPanel(panelType(outline), [label(outline.title), paragraph(outline.about)]);
}

export function verdictPanel(outline: AnswerOutline): AdfNode {
  const { title, about } = outline;
  return {
    type: 'panel',
    attrs: { panelType: panelType(outline) },
    content: [paragraphNode(textNodes(title, [{ type: 'strong' }])), paragraphNode(textNodes(about))],
  };
}

export function adfSize(block: Prose): number {
  return JSON.stringify(proseToAdf([block])).length;
}

export function comments(prose: readonly Prose[]): JiraPart[] {
  return numbered(prose).map((content) => ({ content }));
}

export function numbered(prose: readonly Prose[]): JiraContent[] {
  const parts = splitProse(prose, commentBudget, adfSize);
  return parts.map((part, index) => {
    const body = parts.length > 1 ? [...part, paragraph(`(${index + 1}/${parts.length})`)] : part;
    return { kind: 'comment', doc: adfDocument(proseToAdf(body)), text: proseToWiki(body) };
  });
}
