import { type LevelName, levelMarked } from '../../../lines/level-words.ts';
import { stampLength } from '../../../lines/stamp-length.ts';

/**
 * "Sep 10, 2026 12:55:01 AM org.shop.Orders place" above "INFO: order placed": time, class and method, below them level
 * and words, as java.util.logging prints a record.
 */
interface JavaRecord {
  source: string;
  level: LevelName;
  message: string;
}

const writer = /^(?<source>[A-Za-z_][\w$-]*(?:\.[\w$-]+)*)(?: [\w$<>]+)?\s*$/;
const said = /^(?<word>\p{Lu}{4,15}): (?<message>.*)$/su;

function writerIn(line: string): string | undefined {
  const stamp = stampLength(line);
  return stamp === 0 ? undefined : writer.exec(line.slice(stamp))?.groups?.source;
}

/** CONFIG is a level of Java's alone. */
const levelIn = (word: string): LevelName | undefined => (word === 'CONFIG' ? 'info' : levelMarked(word));

function saidIn(line: string): Pick<JavaRecord, 'level' | 'message'> | undefined {
  const { word, message } = said.exec(line)?.groups ?? {};
  const level = word === undefined ? undefined : levelIn(word);
  return level === undefined || message === undefined ? undefined : { level, message };
}

export const isWriterAbove = (line: string): boolean => writerIn(line) !== undefined;

export const isSaidBelow = (line: string): boolean => saidIn(line) !== undefined;

/** Of both lines; undefined where the text is no such record. */
export function javaRecord(text: string): JavaRecord | undefined {
  const end = text.indexOf('\n');
  const told = end < 0 ? undefined : saidIn(text.slice(end + 1));
  const source = told === undefined ? undefined : writerIn(text.slice(0, end));
  return told === undefined || source === undefined ? undefined : { source, ...told };
}

/** Most lines that begin with a time say who writes, above one that begins with a level. */
export function areJavaRecords(texts: readonly string[]): boolean {
  const stamped = texts.flatMap((text, at) => (stampLength(text) === 0 ? [] : [at]));
  const heads = stamped.filter((at) => isSaidBelow(texts[at + 1] ?? '') && isWriterAbove(texts[at] ?? ''));
  return heads.length >= fewestRecords && heads.length * 2 > stamped.length;
}
const fewestRecords = 2;
