import { eachLine, type PassLine } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { soundsLikeTrouble } from '../survey/failure.ts';
import { patternOf } from '../survey/message-pattern.ts';

/** One line of a kind. */
export interface KindLine {
  place: number;
  timeMs: number;
  text: string;
}

/** Lines that differ only in numbers and ids. */
export interface LineKind {
  /** The first of them, without the state it comes from. */
  text: string;
  words: ReadonlySet<string>;
  /** The states of "A -> B". */
  from?: string;
  to?: string;
  isTrouble: boolean;
  count: number;
  /** All of them; undefined where they are too many to be events. */
  lines: KindLine[] | undefined;
}

/** Of something that is not there. */
export const denial = /(?<![\p{L}\d])(?:not|no|non|nicht|kein\w*|pas|aucun\w*|sin|senza|nie|geen|niet)(?![\p{L}\d])/iu;
const mostKinds = 4000;
const mostLines = 2500;
const mostChars = 400;
const turned =
  /(?<![\p{L}\d_-])([\p{L}_][\p{L}\d_-]{1,40}) ?(?:-+>|=+>|→|⇒) ?([\p{L}_][\p{L}\d_-]{1,40})|\bfrom ["']?([\p{L}_][\p{L}\d_-]{1,40})["']? to ["']?([\p{L}_][\p{L}\d_-]{1,40})/u;
const wasBefore = /\((?:was|previously|before:?) ([\p{L}_][\p{L}\d_-]{1,40})\)/u;

export interface LineKinds {
  kinds: LineKind[];
  records: number;
  /** Of a line of the file that was read. */
  kindOf(line: PassLine): LineKind | undefined;
}

/** Reads the file once: its kinds of lines, and of those that are not routine each line. */
export async function readLineKinds(run: Investigation): Promise<LineKinds> {
  const kinds = new Map<string, LineKind>();
  const byForm = new Map<number, LineKind>();
  const { records } = await eachLine(run, {
    see(line) {
      if (line.timeMs === undefined) return;
      const known = line.form < 0 ? undefined : byForm.get(line.form);
      if (known !== undefined && known.lines === undefined) {
        known.count++;
        return;
      }
      const text = wordsOfLine(line);
      const kind = known ?? kindOfText(kinds, text, line);
      if (kind === undefined) return;
      if (line.form >= 0) byForm.set(line.form, kind);
      kind.count++;
      kind.lines?.push({ place: line.place, timeMs: line.timeMs, text });
      if (kind.count > mostLines) kind.lines = undefined;
    },
  });
  return {
    kinds: [...kinds.values()],
    records,
    kindOf: (line) => byForm.get(line.form) ?? kinds.get(patternOf(wordsOfLine(line))),
  };
}

function kindOfText(kinds: Map<string, LineKind>, text: string, line: PassLine): LineKind | undefined {
  const pattern = patternOf(text);
  const known = kinds.get(pattern);
  if (known !== undefined || kinds.size >= mostKinds) return known;
  const turn = turned.exec(text);
  const from = turn?.[1] ?? turn?.[3] ?? wasBefore.exec(text)?.[1];
  const to = turn?.[2] ?? turn?.[4];
  // What it was before is not what the line tells.
  const said = from === undefined ? text : text.replace(wasBefore, ' ').replace(turned, ` ${to ?? ''} `);
  const kind: LineKind = {
    text: said,
    words: new Set((said.toLowerCase().match(/\p{L}[\p{L}\d_]*/gu) ?? []).filter((word) => word.length > 1)),
    ...(from === undefined ? {} : { from: from.toLowerCase() }),
    ...(to === undefined ? {} : { to: to.toLowerCase() }),
    isTrouble: line.isFailing() || soundsLikeTrouble(said) || denial.test(said),
    count: 0,
    lines: [],
  };
  kinds.set(pattern, kind);
  return kind;
}

/** The words of a record; of a structured one with the values of its fields. */
export function wordsOfLine(line: PassLine): string {
  const { message, values } = line.row();
  const text = message.slice(0, mostChars);
  if (values.size === 0) return text;
  const more: string[] = [];
  for (const [name, value] of values)
    if (!text.includes(String(value)) && name !== 'source' && more.length < 12) more.push(`${name}=${value}`);
  const source = values.get('source');
  const head = typeof source === 'string' && !text.includes(source) ? `${source} ` : '';
  return `${head}${text} ${more.join(' ')}`.trim().slice(0, mostChars);
}
