import type { Answers } from '../../cases/messages.ts';
import { outlineToProse } from '../../writing/answer-outline.ts';
import { fitAnswer } from '../../writing/fit-answer.ts';
import { type Finding, groupAnswers, othersProse, tally } from '../../writing/group-answers.ts';
import { keyedName } from '../../writing/keyed-name.ts';
import { answerFile } from '../../writing/plain-text.ts';
import { clip, type Prose, paragraph } from '../../writing/prose.ts';
import { footLinks } from '../../writing/short-messages.ts';
import { fitProse } from '../../writing/split-prose.ts';
import { type AdfNode, adfDocument, expandNode, paragraphNode, proseToAdf, textNodes } from './adf.ts';
import {
  adfSize,
  budget,
  chartTwins,
  commentBudget,
  comments,
  type JiraPart,
  pictureParts,
  verdictInWiki,
  verdictPanel,
} from './comment-parts.ts';
import { proseToWiki, wikiRule } from './wiki.ts';

/** Of the first finding, and of each other one beside its head. */
const leadBudget = 9_000;
const leadBudgetOfMany = 5_000;
const many = 8;
const mostOfOne = 6_000;
/** Of what frames a folded text, and of everything around the findings. */
const foldSize = 250;
const restSize = 2_500;
const longestLine = 300;

/**
 * Answers about files that were attached together, as one comment: the surest in full, of each other one the verdict and
 * its first line of proof, and as much more as there is room for, folded.
 */
export function renderAnswers(message: Answers, stamp: string, drawsCharts: boolean): JiraPart[] {
  const fileName = keyedName('answers.md', stamp);
  const [lead, ...others] = groupAnswers(message.answers);
  const last = othersProse(message);
  if (!lead) return comments(last);
  const bodyBudget = others.length > many ? leadBudgetOfMany : leadBudget;
  const fitted = fitAnswer(lead.outline, { ...budget, body: bodyBudget, reservedForWords: 2_500, next: 1_500 });
  const body = [
    ...chartTwins(lead.answer, stamp, drawsCharts),
    ...(lead.alsoIn === '' ? [] : [paragraph(lead.alsoIn)]),
    ...fitted.shown,
    ...footLinks(lead.outline),
  ];
  const used = restSize + sizeOf([...body, ...last]);
  const { shown, isCut } = fitFindings(others, commentBudget - used);
  const isAttached = isCut || fitted.folded.length + fitted.rest.length > 0;
  const foot = [
    tally(message),
    ...(isAttached ? [`More of each answer is attached as ${fileName}.`] : []),
    `The first: ${[...lead.outline.smallPrint, ...lead.outline.details].join(', ')}`,
  ].join(' ');
  const doc = adfDocument([
    verdictPanel(lead.outline),
    ...proseToAdf(body),
    ...shown.flatMap(inAdf),
    ...proseToAdf(last),
    paragraphNode(textNodes(foot, [{ type: 'em' }])),
  ]);
  const inWiki = [body, ...shown.map(unfolded), [...last, paragraph(foot)]].map(proseToWiki);
  const text = `${verdictInWiki(lead.outline)}\n\n${inWiki.join(wikiRule)}`;
  const file = { kind: 'file', name: fileName, body: message.answers.map(answerFile).join('\n---\n\n') } as const;
  return [
    { content: { kind: 'comment', doc, text } },
    ...pictureParts(lead.answer, stamp, drawsCharts),
    // Where it is refused, the page behind each answer has the rest.
    ...(isAttached ? [{ content: file, otherwise: [] }] : []),
  ];
}

interface Shown {
  finding: Finding;
  folded: Prose[];
}

function inAdf({ finding, folded }: Shown): AdfNode[] {
  const title = `More about ${clip(finding.answer.file.name, 80)}`;
  return [...proseToAdf(headOf(finding)), ...(folded.length > 0 ? [expandNode(title, proseToAdf(folded))] : [])];
}

/** Wiki text folds nothing: what a finding's head has of the proof is not told again, and its link stands last. */
function unfolded({ finding, folded }: Shown): Prose[] {
  const isProved = folded.some(({ kind }) => kind === 'quote');
  return [titleOf(finding, !isProved), ...folded, ...footLinks(finding.outline)];
}

/** Heads first, since each file has a right to its verdict; what is left is shared out evenly. */
function fitFindings(findings: readonly Finding[], room: number): { shown: Shown[]; isCut: boolean } {
  const heads = findings.map((finding) => ({ finding, size: sizeOf(headOf(finding)) }));
  let left = room;
  const kept = heads.filter(({ size }) => {
    const fits = size <= left;
    if (fits) left -= size;
    return fits;
  });
  const share = Math.min(mostOfOne, left / Math.max(1, kept.length) - foldSize);
  let isCut = kept.length < heads.length;
  const shown = kept.map(({ finding }) => {
    const { shown: folded, rest } = fitProse(outlineToProse(finding.outline), share, adfSize);
    isCut ||= rest.length > 0;
    return { finding, folded };
  });
  return { shown, isCut };
}

function headOf(finding: Finding): Prose[] {
  return [titleOf(finding, true), ...footLinks(finding.outline)];
}

function titleOf({ outline, alsoIn }: Finding, isProofShown: boolean): Prose {
  const line = outline.proof.find(({ excerpt }) => !excerpt.includes('\n') && excerpt.length <= longestLine);
  const proof =
    line && isProofShown
      ? [{ text: '\n' }, { text: line.location, isCode: true }, { text: ' ' }, { text: line.excerpt, isCode: true }]
      : [];
  // What was asked, which it ends with, has a mark of its own.
  const stop = /[.?!]$/.test(outline.about) ? '' : '.';
  const about = alsoIn === '' ? outline.about : `${outline.about}${stop} ${alsoIn}`;
  return { kind: 'paragraph', inlines: [{ text: outline.title, isBold: true }, { text: `\n${about}` }, ...proof] };
}

function sizeOf(prose: readonly Prose[]): number {
  return prose.reduce((size, block) => size + adfSize(block), 0);
}
