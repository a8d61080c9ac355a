import { formatSize } from '#core/format-size.ts';
import { masksIn } from '#core/secrets/mask-secrets.ts';
import type { Answer, PlaceLink, ProofQuote } from '../cases/messages.ts';
import { markdownToProse } from './markdown-prose.ts';
import { clip, location, type Prose, paragraph, visible } from './prose.ts';

/** An answer taken apart in the order it is read. */
export interface AnswerOutline {
  /** One line: verdict and cause. */
  title: string;
  verdict: Answer['verdict'];
  /** One line: which file, and what was asked. */
  about: string;
  explanation: Prose[];
  proof: Extract<Prose, { kind: 'quote' }>[];
  notTheCause: string[];
  next: string[];
  /** The same cause in other files. */
  history: Prose[];
  /** What else is in the file, and where further lines are. */
  also: Prose[];
  /** Said at the foot: how far the answer was checked. */
  smallPrint: string[];
  /** Of use to few readers: what the answer is known by, and how it came to be. */
  details: string[];
  links: { label: string; url: string }[];
  /** The page behind the answer. */
  page: { label: string; url: string }[];
}

export const headings = {
  proof: 'Proof',
  moreProof: 'More proof',
  details: 'Details',
  notTheCause: 'Not the cause',
  next: 'Next',
  also: 'Also in the file',
  history: 'Seen before',
  links: 'Same file: ',
} as const;

const pageLabel = 'Lines, charts and timeline';

/** A heading that is read at a glance, and parts of lines that name things. */
const longestTitle = 500;
const longestName = 200;
const longestPart = 300;

export function outlineAnswer(answer: Answer): AnswerOutline {
  const outline = takeApart(answer);
  const { title, about, explanation, proof, notTheCause, next, also } = outline;
  const masked = masksIn(JSON.stringify([title, about, explanation, proof, notTheCause, next, also]));
  return masked === 0 || answer.masked
    ? outline
    : { ...outline, smallPrint: [...outline.smallPrint, `${count(masked, 'value')} masked`] };
}

function takeApart(answer: Answer): AnswerOutline {
  const { verdict, file, cause } = answer;
  const name = clip(visible(oneLine(file.name)), longestName);
  const finding = visible(
    oneLine(cause ?? (answer.explanation === '' ? `No cause found for ${name}` : `Answer for ${name}`)),
  );
  const title = verdict ? `${verdict}: ${finding}` : finding;
  const facts = clip(visible(oneLine(answer.fileFacts ?? '')), longestPart);
  const asked = [
    ...(answer.question ? [`asked: ${oneLine(answer.question)}`] : []),
    ...(answer.askedIn ? [`asked in ${oneLine(answer.askedIn)}`] : []),
  ].map((part) => clip(visible(part), longestPart));
  const against = answer.against ? `compared with ${clip(visible(oneLine(answer.against)), longestName)}` : '';
  return {
    title: clip(title, longestTitle),
    verdict,
    about: [name, clip(visible(file.fileType ?? ''), 40), formatSize(file.sizeBytes), facts, against, ...asked]
      .filter((part) => part !== '')
      .join(', '),
    explanation: [
      ...(title.length > longestTitle ? [paragraph(finding)] : []),
      ...markdownToProse(visible(answer.explanation)),
    ],
    proof: answer.proof.map((quote) => ({
      kind: 'quote',
      location: location({ ...quote, file: clip(visible(oneLine(quote.file)), longestName) }),
      excerpt: visible(quote.excerpt),
    })),
    notTheCause: answer.notTheCause.map((sentence) => visible(sentence)),
    next: answer.next.map((sentence) => visible(sentence)),
    history: historyProse(answer),
    also: alsoProse(answer),
    smallPrint: smallPrint(answer),
    details: details(answer).map((part) => clip(visible(part), longestPart)),
    links: readLinks(answer.otherPlaces),
    page: readLinks(answer.page ? [{ label: pageLabel, url: answer.page }] : []),
  };
}

export function readLinks(places: readonly Pick<PlaceLink, 'label' | 'url'>[]): { label: string; url: string }[] {
  return places
    .filter(({ url }) => /^https?:\/\//i.test(url))
    .map(({ label, url }) => ({ label: visible(oneLine(label)), url }));
}

/** How the service names the text it makes of a dump, a trace or a capture. */
const printedForm = /#(?:dmesg|events|packets)$/;

function smallPrint(answer: Answer): string[] {
  const { evidence } = answer;
  const quotes = answer.proof.length + (answer.more?.length ?? 0) + quotedIn(answer.also);
  const checked =
    quotes === 0 && evidence.dropped === 0
      ? 'no lines quoted'
      : evidence.state === 'checked'
        ? `${count(quotes, 'quote')} looked up in the file`
        : [...answer.proof, ...(answer.more ?? [])].every(({ file: name }) => printedForm.test(name))
          ? 'unchecked: the lines come from the printed form of a binary file'
          : 'unchecked: the quotes could not be looked up in the file';
  const unreadable = quotes === 0 && evidence.state === 'unchecked' ? 'unchecked: the answer cites no lines' : checked;
  return [
    unreadable,
    ...(evidence.dropped > 0 ? [`${count(evidence.dropped, 'quote')} dropped, not in the file`] : []),
    ...(answer.maskedBefore ? [clip(`masked before the upload: ${answer.maskedBefore}`, longestPart)] : []),
    ...(answer.masked ? [clip(visible(`masked here: ${answer.masked}`), longestPart)] : []),
  ];
}

function details(answer: Answer): string[] {
  return [
    `sha256 ${answer.file.sha256.slice(0, 12)}`,
    ...(answer.signature ? [`signature ${oneLine(answer.signature)}`] : []),
    ...(answer.engine ? [`engine ${oneLine(answer.engine)}`] : []),
    ...(answer.durationMs === undefined ? [] : [`${(answer.durationMs / 1000).toFixed(1)} s`]),
  ];
}

/** The answer as prose, in reading order, without its title. */
export function outlineToProse(outline: AnswerOutline): Prose[] {
  return [
    ...outline.explanation,
    ...(outline.proof.length > 0 ? [label(headings.proof), ...outline.proof] : []),
    ...sentences(headings.notTheCause, outline.notTheCause),
    ...historyUnder(outline.history),
    ...sentences(headings.next, outline.next),
    ...alsoUnder(outline.also),
  ];
}

export function historyUnder(history: readonly Prose[]): Prose[] {
  return history.length > 0 ? [label(headings.history), ...history] : [];
}

function historyProse({ history }: Answer): Prose[] {
  if (!history) return [];
  const links = readLinks(history.links);
  return [
    ...history.sentences.map((words) => paragraph(clip(visible(oneLine(words)), longestPart))),
    ...(links.length > 0 ? [{ kind: 'links' as const, lead: '', links }] : []),
  ];
}

export function alsoUnder(also: readonly Prose[]): Prose[] {
  return also.length > 0 ? [label(headings.also), ...also] : [];
}

/** At most so many places are listed for lines that nothing said rests on. */
const mostPlaces = 12;

function alsoProse({ also = '', more = [] }: Answer): Prose[] {
  const places = neighbours(more)
    .slice(0, mostPlaces)
    .toSorted((a, b) => a.file.localeCompare(b.file))
    .map((lines, at, all) => {
      const place = location({ ...lines, file: clip(visible(oneLine(lines.file)), longestName) });
      // Of the places in one file only the first names it.
      return all[at - 1]?.file === lines.file ? place.slice(place.lastIndexOf(':') + 1) : place;
    });
  const inlines = places.flatMap((place, index) => [
    ...(index > 0 ? [{ text: ', ' }] : []),
    { text: place, isCode: true },
  ]);
  const last: Prose[] =
    places.length > 0 ? [{ kind: 'paragraph', inlines: [{ text: 'More lines: ' }, ...inlines] }] : [];
  return [...markdownToProse(visible(also)), ...last];
}

/** Lines that follow one another become one range. */
function neighbours(quotes: readonly ProofQuote[]): Pick<ProofQuote, 'file' | 'lineStart' | 'lineEnd'>[] {
  const ranges: Pick<ProofQuote, 'file' | 'lineStart' | 'lineEnd'>[] = [];
  for (const { file, lineStart, lineEnd } of quotes.toSorted((a, b) => a.lineStart - b.lineStart)) {
    const before = ranges.find((range) => range.file === file && lineStart <= range.lineEnd + 1);
    if (before) before.lineEnd = Math.max(before.lineEnd, lineEnd);
    else ranges.push({ file, lineStart, lineEnd });
  }
  return ranges;
}

/** Lines of the file that a Markdown text quotes behind their places. */
function quotedIn(markdown = ''): number {
  return markdown.split('\n').filter((line) => /^\s*`[^`]+:\d+(?:-\d+)?` `/.test(line)).length;
}

/** A heading and its sentences, or nothing where there are none. */
export function sentences(heading: string, entries: readonly string[]): Prose[] {
  const blocks = entries.map((entry) => markdownToProse(entry)).filter((prose) => prose.length > 0);
  const first = blocks[0];
  if (!first) return [];
  if (blocks.length === 1) return [label(heading), ...first];
  const items = blocks.map((prose) =>
    prose.flatMap((block) =>
      block.kind === 'paragraph'
        ? block.inlines
        : block.kind === 'code'
          ? [{ text: '\n' }, { text: block.text, isCode: true }]
          : block.kind === 'list'
            ? block.items.flatMap((item) => [{ text: '\n' }, ...item])
            : [],
    ),
  );
  return [label(heading), { kind: 'list', isOrdered: false, items }];
}

export function label(text: string): Prose {
  return { kind: 'label', text };
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
