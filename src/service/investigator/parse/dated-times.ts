import { monthOfWord } from '../../lines/time-words.ts';
import type { Schema } from '../facts/schema.ts';
import { monthPattern } from './day-asked.ts';

const clock = String.raw`(?<clock>\d{1,2}(?::\d\d){1,2}(?: ?[ap]m)?)`;
const day = String.raw`(?:(?:the )?(?<date>\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthPattern('month')}|${monthPattern('named')}\.? (?<number>\d{1,2})(?:st|nd|rd|th)?(?![:\d]))(?:,? (?<year>\d{4})\b)?`;
const forms = [
  `${clock} (?:on |of )?${day}`,
  `(?:on )?${day},? (?:at )?${clock}`,
  `${clock} on (?<iso>\\d{4}-\\d\\d-\\d\\d)`,
];
const dated = forms.map((form) => new RegExp(String.raw`\b${form}\b`, 'gi'));

const inFull = /\b\d{4}-\d\d-\d\d[T ]+(?:at )?\d{1,2}:\d\d/g;

/** "From 3 am on July 8 to 10:30 on July 9": each with its own day, in full. One day alone is read with the clock. */
export function withDatedTimes(text: string, { clock: covered }: Pick<Schema, 'clock'>): string {
  if (covered === undefined) return text;
  let told = [...text.matchAll(inFull)].length;
  const said = dated.reduce(
    (rest, form) =>
      rest.replace(form, (all, ...found) => {
        const parts = found.at(-1) as Record<string, string | undefined>;
        const at = parts.iso ?? dayOf(parts, covered.firstMs);
        if (at === undefined) return all;
        told++;
        return `${at} ${parts.clock}`;
      }),
    text,
  );
  return told > 1 ? said : text;
}

/** In the year of the file's first line, or the one after it. */
function dayOf({ date, month, named, number, year }: Record<string, string | undefined>, firstMs: number) {
  const of = monthOfWord(month ?? named ?? '');
  const first = new Date(firstMs);
  const isNext = year === undefined && of < first.getUTCMonth() + 1;
  const inYear = year ?? String(first.getUTCFullYear() + (isNext ? 1 : 0));
  return `${inYear}-${String(of).padStart(2, '0')}-${(date ?? number ?? '').padStart(2, '0')}`;
}
