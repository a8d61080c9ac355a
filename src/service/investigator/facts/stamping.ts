import type { LineLayout } from '../../lines/layouts/line-layout.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import { areJavaRecords, isSaidBelow } from './lines/java-records.ts';
import { startsWithTime } from './lines/text-fields.ts';

/** How a line that goes on with the record above it is told from one of its own. `pairs`: of a head and what it heads. */
type Stamping = 'all' | 'pairs' | 'most' | 'blocks' | 'paragraphs' | 'none';

export const stampingOf = async (document: ReadDocument): Promise<Stamping> =>
  stampingIn(await document.lines(1, headLines), document.layout);
const headLines = 400;

function stampingIn(lines: readonly string[], layout: LineLayout | undefined): Stamping {
  if (areParagraphs(lines)) return 'paragraphs';
  if (lines.some((text) => ofTests.test(text))) return 'none';
  const written = lines.filter((text) => text.trim() !== '');
  if (areJavaRecords(written)) return 'pairs';
  const texts = written.filter((text) => !ofStack.test(text));
  const own = texts.filter((text) => opensRecord(text.trimStart(), layout)).length;
  if (own > texts.length * 0.4) return 'all';
  const heads = texts.filter((text) => !/^[ \t]/.test(text));
  if (heads.length > texts.length * 0.4) return 'most';
  const below = texts.filter((text) => blockLine.test(text)).length;
  return heads.length > 1 && below > (texts.length - heads.length) * 0.9 ? 'blocks' : 'none';
}

/** Runners of tests indent what each of them came to. */
const ofTests = /^TAP version \d|^=== RUN +\w|^\s*(?:\u001b\[\d+m)?[✓✔✕✗×](?:\u001b\[\d+m)? \S/;

/** What was thrown, and a frame below it: of the record above, however many of them there are. */
const ofStack =
  /^\s+at \S|^\s*\.\.\. \d+ more|^(?:Caused by: |(?:[\w$]{1,60}\.){1,12}[A-Z][\w$]{0,80}(?:Exception|Error)\b)/;

/** Records between empty lines, each a list of names and values that begins with the same name. */
function areParagraphs(lines: readonly string[]): boolean {
  const paragraphs = lines
    .join('\n')
    .split(/\n[ \t]*\n\s*/)
    .slice(0, -1);
  if (paragraphs.length < fewestParagraphs) return false;
  const told = paragraphs.flatMap((one) => one.trim().split('\n'));
  const first = namedLine.exec(told[0] ?? '')?.groups?.name;
  return (
    first !== undefined &&
    told.length >= paragraphs.length * 2 &&
    told.filter((text) => namedLine.test(text)).length >= told.length * 0.95 &&
    paragraphs.filter((one) => one.trimStart().startsWith(first)).length >= paragraphs.length * 0.9
  );
}
const fewestParagraphs = 5;

/** `User-Name = "ada"`, `_PID=812` or "Event ID: 7": what a record states, a line each. */
const namedLine =
  /^\s*(?<name>[A-Za-z_][\w.-]{0,40}(?: [A-Za-z][\w.-]{0,20}){0,2})(?: ?= ?|: +(?! ))"?(?<value>[^"\n]{1,400}?)"?\s*$/;
/** Indented under a head. */
const blockLine = /^[ \t]+[A-Za-z_][\w.-]{0,60}(?: ?= ?|: )"?[^"\n]{1,400}?"?\s*$/;
const mostStated = 80;

export function statedBy(text: string, known = new Map<string, string | number>()): Map<string, string | number> {
  const { name, value } = namedLine.exec(text)?.groups ?? {};
  if (name === undefined || value === undefined || known.size >= mostStated) return known;
  return known.set(name, /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) && !/^0\d/.test(value) ? Number(value) : value);
}

/** Lines under a head state what its record does. */
export const holdsBlocks = (stamping: Stamping): boolean => stamping === 'blocks' || stamping === 'paragraphs';

/** What a record states may stand on any of several lines. */
export async function isOfSeveralLines(document: ReadDocument): Promise<boolean> {
  const stamping = await stampingOf(document);
  return stamping === 'pairs' || holdsBlocks(stamping);
}

/** Tells the lines of a text that go on with the record above them. */
export async function goesOnIn(document: ReadDocument): Promise<(text: string) => boolean> {
  const stamping = await stampingOf(document);
  return (text) => text.length > 0 && isBelow(text, stamping, document.layout);
}

/** A program's name or a level may stand before the time. */
const opensRecord = (text: string, layout: LineLayout | undefined): boolean =>
  startsWithTime(text) || layout?.head?.(text) !== undefined;

export const isBelow = (text: string, stamping: Stamping, layout: LineLayout | undefined): boolean =>
  goesOn(text, stamping, layout) && layout?.fields(text) === undefined;

function goesOn(text: string, stamping: Stamping, layout: LineLayout | undefined): boolean {
  if (stamping === 'none') return false;
  const code = text.charCodeAt(0);
  const isIndented = code === 32 || code === 9;
  if (stamping === 'most' || stamping === 'blocks') return isIndented;
  if (stamping === 'pairs' && isSaidBelow(text)) return false;
  return code !== 123 && !opensRecord(isIndented ? text.trimStart() : text, layout);
}
