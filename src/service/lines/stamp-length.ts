import { bootLead } from './boot-forms.ts';
import { datedLead, formChars } from './stamp-forms.ts';
import { monthWord, zonePattern } from './time-words.ts';

const leadingTime = new RegExp(
  [
    String.raw`^(?:\d{1,9}: (?=[*.A-Z]))?[[(<"'*.]?(?:\d{4}[-/.]\d\d[-/.]\d\d[T _]\d\d[:.]\d\d[:.]\d\d(?:[.,]\d+)?(?:${zonePattern()})?`,
    String.raw`\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?`,
    String.raw`\d\d?[./]\d\d?[./]\d{4}[ T,]{1,2}\d\d?:\d\d:\d\d(?:[.,]\d+)?(?: [AP]M\b)?`,
    String.raw`\d\d?[-/ ][A-Z][a-z]{2}[-/ ]\d{4}[ :T]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: [A-Z][A-Za-z_]{1,20}(?:/[A-Za-z_]{1,30}){0,2}(?=\])| [+-]\d{4}(?!\d))?`,
    String.raw`(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d[-_ T](?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:[.,]\d{1,9})?Z?(?=[\s\]|])`,
    String.raw`[A-Z][a-z]{2} \d{1,2}, \d{4},? \d{1,2}:\d\d:\d\d(?: [AP]M)?`,
    String.raw`\d{4}-\d{3}T\d\d:\d\d:\d\d(?:[.,]\d+)?Z?`,
    String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?${monthWord} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?(?:${zonePattern()}(?=:)| \d{4}(?![\d:]))?`,
    String.raw`\d\d:\d\d:\d\d(?:[.,]\d+){0,2}(?: [AP]M\b)?(?:["']?[ \t,;|]{1,3}["']?(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d?[-/.]\d\d?[-/.]\d{4})(?![\d:]))?`,
    String.raw`1\d{9}(?:\d{3}|\d{6}|\d{9})?(?:\.\d{1,9})?(?=[:)\s\]])`,
    String.raw`(?<=[[])\s*\d+\.\d{3,9}(?=\]))[\])>"']?[\s,;:|-]*`,
  ].join('|'),
);
/** In characters, with what stands between the time a line begins with and the next words; 0 where it begins with none. */
export const stampLength = (line: string): number => leadingTime.exec(line)?.[0].length ?? otherStamp(line);

/** Of dates in columns of their own and of times since boot: with what stands between them and the next words. */
function otherStamp(line: string): number {
  const head = line.slice(0, formChars);
  const end = datedLead(head) || bootLead(head);
  return end === 0 ? 0 : end + /^[\])>"'\s,;:|-]*/.exec(head.slice(end))![0].length;
}

/** A date or a time of the clock; uptimes are none. */
export const startsWithStamp = (line: string): boolean =>
  leadingTime.test(line) || datedLead(line.slice(0, formChars)) > 0;
