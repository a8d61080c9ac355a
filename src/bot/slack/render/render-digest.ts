import type { DigestLine, DigestMessage } from '../../digest/digest-message.ts';
import { label, oneLine, readLinks } from '../../writing/answer-outline.ts';
import { clip, type Prose, paragraph, visible } from '../../writing/prose.ts';
import { button } from './controls.ts';
import { limits } from './limits.ts';
import { richBlocks, richSize, type SlackBlock } from './rich-text.ts';

/** How a press of a button below a line names what is to be done. */
export const digestPrefix = 'digest:';

/** Below more lines than these buttons would hide what they belong to; the blocks of a message are few as well. */
const mostWithButtons = 12;
/** Of a message with its buttons; beyond, lines stand without. */
const mostSize = 12_500;
/** A block of its own for a line. */
const blockSize = 40;

/** The first message of a digest, its first lines with their buttons, and the lines for which it has no room. */
export function digestHead({ title, lines, more }: DigestMessage): {
  prose: Prose[];
  blocks: SlackBlock[];
  rest: Prose[];
} {
  const head = label(visible(title));
  const last = more.map((words) => paragraph(visible(words)));
  const all = lines.map((line) => lineProse(line));
  const fitting = countFitting([head, ...last], all, limits.part, richSize);
  const prose = [head, ...all.slice(0, fitting)];
  const size = JSON.stringify(richBlocks(prose)).length;
  const asked = countFitting([], lines.slice(0, Math.min(fitting, mostWithButtons)), mostSize - size, (line) =>
    buttonsSize(undone(line)),
  );
  const isWhole = fitting === lines.length;
  return {
    prose: [...prose, ...(isWhole ? last : [])],
    blocks: [
      ...richBlocks([head]),
      ...lines.slice(0, asked).flatMap((line) => {
        const below = buttonsOf(line);
        return [...richBlocks([lineProse(line, below.length > 0)]), ...below];
      }),
      ...richBlocks([...all.slice(asked, fitting), ...(isWhole ? last : [])]),
    ],
    rest: isWhole ? [] : [...all.slice(fitting), ...last],
  };
}

/** How many of them have room beside the others. */
function countFitting<T>(others: readonly T[], items: readonly T[], most: number, sizeOf: (item: T) => number): number {
  let size = others.reduce((sum, item) => sum + sizeOf(item), 0);
  const over = items.findIndex((item) => {
    size += sizeOf(item);
    return size > most;
  });
  return over < 0 ? items.length : over;
}

/** What a line grows by; with its buttons it needs no link to its thread. */
function buttonsSize(line: DigestLine): number {
  const words = richSize(lineProse(line, true)) - richSize(lineProse(line));
  return JSON.stringify(buttonsOf(line)).length + blockSize + words;
}

/** As it stood at first: what is where does not change when people are done with a line. */
function undone({ acts, ...line }: DigestLine): DigestLine {
  return acts ? { ...line, acts: { about: acts.about, canRetry: acts.canRetry } } : line;
}

function lineProse({ lead, subject, detail, link, page, thread, acts }: DigestLine, hasButtons = false): Prose {
  const links = readLinks([
    ...(thread && !hasButtons ? [{ label: 'thread', url: thread }] : []),
    ...(link ? [link] : []),
  ]);
  return {
    kind: 'paragraph',
    isTight: true,
    inlines: [
      { text: `${lead}: ` },
      { text: clip(visible(oneLine(subject)), limits.subject), isCode: true, ...(page ? { url: page } : {}) },
      ...(detail === '' ? [] : [{ text: ` ${visible(oneLine(detail))}` }]),
      ...links.flatMap(({ label: words, url }) => [{ text: ', ' }, { text: words, url }]),
      ...(acts?.done ? [{ text: `, ${acts.done}` }] : []),
    ],
  };
}

function buttonsOf({ thread, link, page, acts }: DigestLine): SlackBlock[] {
  if (!acts || acts.done) return [];
  const [open] = readLinks([thread, link?.url, page].flatMap((url) => (url ? [{ label: 'Open', url }] : [])));
  return [
    {
      type: 'actions',
      elements: [
        ...(open ? [button('Open', `${digestPrefix}open`, { url: open.url })] : []),
        ...(acts.canRetry ? [button('Try again', `${digestPrefix}retry`, { value: acts.about })] : []),
        button('Dismiss', `${digestPrefix}dismiss`, { value: acts.about }),
      ],
    },
  ];
}
