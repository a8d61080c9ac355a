import type { Answer, Answers, FileLines, FileVerdicts, Message, Notice } from '../cases/messages.ts';
import { type AnswerOutline, headings, oneLine, readLinks } from './answer-outline.ts';
import { policyInWords } from './policy-words.ts';
import { clip, location, type Prose, paragraph, visible } from './prose.ts';

/** Every message but answers, which have a form of their own. */
export function shortProse(message: Exclude<Message, Answer | Answers>): Prose[] {
  switch (message.kind) {
    case 'notice':
      return noticeProse(message);
    case 'verdicts':
      return verdictsProse(message);
    case 'lines':
      return linesProse(message);
    case 'settings':
      return policyInWords(message.policy, message.projectKey);
    case 'status':
      return [paragraph(visible(message.words))];
  }
}

function noticeProse({ paragraphs, links }: Notice): Prose[] {
  return [...paragraphs.map((words) => paragraph(visible(words))), ...linkProse('', readLinks(links))];
}

function verdictsProse({ files, links }: FileVerdicts): Prose[] {
  const items = files.map(({ name, reason }) => [
    { text: visible(oneLine(name)), isCode: true },
    { text: ` ${visible(reason)}` },
  ]);
  const only = items[0];
  const list: Prose =
    items.length === 1 && only ? { kind: 'paragraph', inlines: only } : { kind: 'list', isOrdered: false, items };
  return [list, ...linkProse('', readLinks(links))];
}

/** A line of links, or nothing where there are none. */
export function linkProse(lead: string, links: { label: string; url: string }[]): Prose[] {
  return links.length > 0 ? [{ kind: 'links', lead, links }] : [];
}

/** The last lines of an answer: where else the file is, and the page behind it. */
export function footLinks({ links, page }: Pick<AnswerOutline, 'links' | 'page'>): Prose[] {
  return [...linkProse(headings.links, links), ...linkProse('', page)];
}

function linesProse({ title, quotes }: FileLines): Prose[] {
  return [
    paragraph(visible(title)),
    ...quotes.map(
      (quote): Prose => ({
        kind: 'quote',
        location: location({ ...quote, file: clip(visible(oneLine(quote.file)), 200) }),
        excerpt: visible(quote.excerpt),
      }),
    ),
  ];
}
