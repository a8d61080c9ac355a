import { anyOf } from '#core/any-of.ts';
import { columnFor, singular } from '../calculate/columns.ts';
import { eachLine, sampleRows } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { withoutName } from '../places/narrow.ts';
import type { Question } from '../question/question.ts';
import type { Subject } from '../question/subject.ts';
import { createLineList, type LineList } from '../words/line-list.ts';
import { countOf, type LinesByDocument } from '../words/unit.ts';
import { scopedDocuments } from './scoped-documents.ts';
import { unitNumber } from './unit-spelling.ts';

/** "Tray 3" or "trays 3 to 6" of a question: of several that the file tells apart by a number or letter. */
export interface NamedUnit {
  label: string;
  /** Of how many of those that are meant the lines of a kind are, by their numbers. */
  unitsAt(lines: readonly number[]): number;
  lines: LinesByDocument;
  /** The question without it. */
  question: string;
}

const named =
  /(?<![\p{L}\d_./:-])([\p{L}][\p{L}_-]{1,23}?) ?(?:no\.? |nr\.? |number )?#?(\d{1,6}|(?<!\p{L})[A-Z]\d{0,3})(?![\p{L}\d_/]|[.:,-]\d| ?%)/gu;
/** "Cameras 5 to 8", "ports 5-8". */
const ranged =
  /(?<![\p{L}\d_./:-])([\p{L}][\p{L}_-]{1,23}?) ?#?(\d{1,4}) ?(?:-|–|to|through|till|bis) ?(\d{1,4})(?![\p{L}\d_/]|[.:,-]\d| ?%)/gu;
const mostOfRange = 64;
/** What a number behind it measures, dates, counts or codes. */
const noUnit = anyOf(
  [
    /top|first|last|past|next|previous|only|about|around|at|on|in|of|for|to|by|from|than|over|under|after|before|until/,
    /between|since|and|or|the|an?|is|are|was|were|with|every|each|all|least|most|exactly|nearly|almost|some|any|these/,
    /errors?|codes?|status|https?|exit|signals?|lines?|rows?|day|days|week|month|year|hour|minute|january|february/,
    /march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov/,
    /dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday|version|firmware|release|build|python|java|windows/,
    /what|why|which|who|how|when|where|i|we|it|part|question|page|size|pid|id|id\d|events?|i'?m|plan|log/,
  ],
  { before: '^(?:', after: ')$', flags: 'i' },
);
const ofSeveral = /\b(?:compar\w+|versus|vs\.?|against|others?|else|besides|apart|except|unlike|than)\b/i;

/** Undefined where the question names none, or two, or the file has no such thing. */
export async function unitNamed(run: Investigation): Promise<NamedUnit | undefined> {
  const { text, phrases } = run.question;
  const [file] = run.files;
  if (file === undefined || run.files.length > 1 || phrases.length > 0 || text.length > 260) return undefined;
  if (!/^(?:log|capture|dmesg)$/.test(file.reading.fileType) || ofSeveral.test(text)) return undefined;
  const isMeant = ([, noun = '']: RegExpExecArray) => !noUnit.test(noun);
  const [range] = [...text.matchAll(ranged)].filter(isMeant);
  const [single, second] = [...text.matchAll(named)].filter(isMeant);
  const one = range ?? single;
  if (one === undefined || (range === undefined && second !== undefined)) return undefined;
  const rows = await sampleRows(run);
  // In a table what is wrong with one shows beside the others.
  if (/^(?:cause|check|errors)$/.test(run.question.intent) && rows.some(({ layout }) => layout !== undefined))
    return undefined;
  const column = columnFor(one[1]!, rows);
  if (column === undefined || !isOf(column.kind, one[1]!)) return undefined;
  const wanted = numbersOf(one[2]!, range?.[3]);
  const found = new Map<string, LineList>();
  const units = new Map<string, LineList>();
  const others = new Set<string>();
  await eachLine(run, {
    see(line) {
      const value = column.read(line);
      if (value === undefined) return;
      const number = unitNumber(value);
      if (!wanted.has(number)) {
        if (others.size < 9) others.add(value);
        return;
      }
      const list = found.get(line.document.name) ?? createLineList();
      found.set(line.document.name, list);
      list.push(line.line);
      const own = units.get(number) ?? createLineList();
      units.set(number, own);
      own.push(line.line);
    },
  });
  const lines = new Map([...found].map(([name, list]) => [name, list.lines()]));
  if (countOf(lines) === 0 || others.size === 0) return undefined;
  const sets = [...units.values()].map((list) => new Set(list.lines()));
  const unitsAt = (places: readonly number[]) => sets.filter((own) => places.some((line) => own.has(line))).length;
  return { label: one[0], lines, unitsAt, question: withoutName(text, { word: one[0], at: one.index }) };
}

function numbersOf(first: string, last: string | undefined): ReadonlySet<string> {
  const [from, to] = [Number(first), Number(last)];
  if (last === undefined || !(to > from) || to - from > mostOfRange) return new Set([unitNumber(first)]);
  return new Set(Array.from({ length: to - from + 1 }, (_, index) => String(from + index)));
}

/** A noun that means a host or a user may stand for much else in the file. */
function isOf(kind: string, noun: string): boolean {
  return kind === singular(noun) || /^(?:device|service)$/.test(kind);
}

/** Whether its own lines settle the question; a cause, an end and a silence show beside what others tell. */
export function isAskedWithin({ intent }: Question): boolean {
  return /^(?:count|extreme|which|find|errors)$/.test(intent);
}

/** The run as if the file had but the lines of the unit. */
export function withinUnit(run: Investigation, unit: NamedUnit): Investigation {
  // What the readers found is told of all lines.
  const files = run.files.map((file) => ({
    ...file,
    reading: { ...file.reading, findings: [], series: [], timeline: [] },
  }));
  return { ...run, files, within: unit, documents: scopedDocuments(run.documents, unit.lines) };
}

/** As lines write it: the word, a sign or none, and the number. */
export function subjectOfUnit({ label }: NamedUnit): Subject {
  const [, noun = label, number = ''] = /^(.*?)[ #]*([A-Z]?\d+|[A-Z])$/i.exec(label) ?? [];
  const names = ['=', ' ', '-', '_', '', ':', ' #', '#'].map((sign) => [`${noun.toLowerCase()}${sign}${number}`]);
  return { label, asked: label, names, isNamed: true };
}
