import type { FileVerdicts, Notice } from '../cases/messages.ts';
import { type AnswerOutline, headings, oneLine, readLinks } from './answer-outline.ts';
import { type Prose, paragraph, visible } from './prose.ts';

export function noticeProse({ paragraphs, links }: Notice): Prose[] {
  return [...paragraphs.map((words) => paragraph(visible(words))), ...linkProse('', readLinks(links))];
}

export function verdictsProse({ files, links }: FileVerdicts): Prose[] {
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
