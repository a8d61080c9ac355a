import type { Answer } from '../cases/messages.ts';
import { type AnswerOutline, headings, outlineAnswer, outlineToProse } from './answer-outline.ts';
import { type Inline, type Prose, visible } from './prose.ts';

/** Prose as Markdown for a file: quotes in fences longer than any run of backticks in them. */
function proseToMarkdown(prose: readonly Prose[]): string {
  return prose.map(blockToMarkdown).join('\n\n');
}

/** Prose as bare words, for notifications and readers of the screen. */
export function proseToWords(prose: readonly Prose[]): string {
  return prose.map(blockToWords).join('\n');
}

/** The whole answer as a Markdown file, and, where it came in words of its own, those as they came. */
export function answerFile(answer: Answer): string {
  const outline = outlineAnswer(answer);
  const body = [
    `# ${outline.title}`,
    outline.about,
    proseToMarkdown(outlineToProse(outline)),
    linkLine(outline),
    [...outline.smallPrint, ...outline.details].join(', '),
  ];
  const asItCame = visible(answer.fullText).trim();
  if (asItCame !== '' && asItCame !== answer.explanation.trim()) body.push('---', 'The raw answer:', asItCame);
  return `${body.filter((part) => part !== '').join('\n\n')}\n`;
}

function linkLine({ links }: AnswerOutline): string {
  return links.length > 0 ? linkWords({ kind: 'links', lead: headings.links, links }) : '';
}

function blockToMarkdown(block: Prose): string {
  switch (block.kind) {
    case 'paragraph':
      return inlineMarkdown(block.inlines);
    case 'list':
      return block.items
        .map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${inlineMarkdown(item)}`)
        .join('\n');
    case 'code':
      return fence(block.text);
    case 'label':
      return `## ${block.text}`;
    case 'quote':
      return `${codeSpan(block.location)}\n${fence(block.excerpt)}`;
    case 'links':
      return linkWords(block);
  }
}

function blockToWords(block: Prose): string {
  switch (block.kind) {
    case 'paragraph':
      return words(block.inlines);
    case 'list':
      return block.items.map((item) => `- ${words(item)}`).join('\n');
    case 'code':
    case 'label':
      return block.text;
    case 'quote':
      return `${block.location}\n${block.excerpt}`;
    case 'links':
      return linkWords(block);
  }
}

function linkWords({ lead, links }: Extract<Prose, { kind: 'links' }>): string {
  return `${lead}${links.map(({ label, url }) => `${label} ${url}`).join(', ')}`;
}

function inlineMarkdown(inlines: readonly Inline[]): string {
  return inlines
    .map(({ text, isCode }) => (isCode ? (text.includes('\n') ? fence(text) : codeSpan(text)) : text))
    .join('');
}

function words(inlines: readonly Inline[]): string {
  return inlines.map(({ text }) => text).join('');
}

function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}\n${text}\n${ticks}`;
}

function codeSpan(text: string): string {
  const run = longestRun(text);
  const ticks = '`'.repeat(run + 1);
  return run > 0 ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
