import { bootForms } from './boot-forms.ts';
import type { DateOrder } from './date-order.ts';
import { datedForms, dayIn, formChars, type StampForm, timeOfDayForms } from './stamp-forms.ts';

/** How the lines of a sample are read without a form. */
export interface PlainReading {
  /** Of the sample's lines. */
  share: number;
  kind: 'absolute' | 'boot' | 'day' | 'none';
}

const fewestLines = 3;

/**
 * The form in which a document prints its times, where reading each line by itself finds no time or less of it: no
 * date beside the time of day, say. Undefined: lines are best read by themselves. Each sample is lines in a row.
 */
export function chooseForm(
  samples: readonly (readonly string[])[],
  plain: PlainReading,
  order: DateOrder,
  notAfterMs: number,
): StampForm | undefined {
  const lines = samples.map((sample) =>
    sample.filter((line) => line.trim() !== '').map((line) => line.slice(0, formChars)),
  );
  const total = lines.reduce((sum, sample) => sum + sample.length, 0);
  if (total < fewestLines || (plain.kind === 'absolute' && plain.share > 0.3)) return undefined;
  const shareOf = (form: StampForm) =>
    lines.reduce((sum, sample) => sum + sample.filter((line) => form.read(line) !== undefined).length, 0) / total;
  const dated = [
    ...datedForms(order, new Date(notAfterMs).getUTCFullYear()),
    ...epochColumns(lines.flat(), notAfterMs),
  ];
  const best = (forms: readonly StampForm[], isFitting: (form: StampForm) => boolean) => {
    const found = forms.map((form) => ({ form, share: shareOf(form) })).filter(({ share }) => share >= 0.4);
    return found.sort((a, b) => b.share - a.share).find(({ form }) => isFitting(form))?.form;
  };
  const absolute = best(dated, () => true);
  if (absolute !== undefined) return absolute;
  if (plain.share > 0.3) return undefined;
  return best([...bootForms, ...timeOfDayForms], (form) => isOnward(form, lines));
}

/** Times go on from line to line; where they do not, they begin anew. */
function isOnward(form: StampForm, samples: readonly (readonly string[])[]): boolean {
  let steps = 0;
  let back = 0;
  let anew = 0;
  let first = Number.NaN;
  let isMoving = false;
  for (const sample of samples) {
    let before: number | undefined;
    for (const line of sample) {
      const timeMs = form.read(line)?.timeMs;
      if (timeMs === undefined) continue;
      if (Number.isNaN(first)) first = timeMs;
      if (timeMs !== first) isMoving = true;
      if (before !== undefined) {
        steps++;
        if (timeMs < before * 0.1) anew++;
        else if (timeMs < before - 200) back++;
      }
      before = timeMs;
    }
  }
  return isMoving && back <= steps * 0.03 && anew <= steps * 0.1;
}

const separators = String.raw`[\s,;|]`;
const mostColumns = 16;

/** A column of times since the epoch, deeper in the line than a line alone would be believed. */
function epochColumns(lines: readonly string[], notAfterMs: number): StampForm[] {
  const counts = new Array<number>(mostColumns).fill(0);
  for (const line of lines) {
    const columns = line.split(/[\s,;|]+/, mostColumns);
    columns.forEach((column, at) => {
      const timeMs = epochOf(column.replace(/^["'[(]|["'\])]$/g, ''));
      if (timeMs !== undefined && timeMs <= notAfterMs + 2 * 86_400_000) counts[at]!++;
    });
  }
  const column = counts.findIndex((count) => count >= lines.length * 0.8);
  if (column < 0) return [];
  const pattern = new RegExp(
    `^(?:[^\\s,;|]*${separators}+){${column}}["'[(]?(\\d{10}(?:\\d{3})?(?:\\.\\d{1,9})?)(?![\\w.-])`,
  );
  return [
    {
      clock: 'absolute',
      read(text) {
        const match = pattern.exec(text);
        const timeMs = match === null ? undefined : epochOf(match[1]!);
        if (match === null || timeMs === undefined) return undefined;
        const start = match.index + match[0].length - match[1]!.length;
        return { timeMs, start, end: match[0].length, isZoned: true, zoneMinutes: Number.NaN };
      },
    },
  ];
}

function epochOf(text: string): number | undefined {
  const match = /^(\d{10})(\d{3})?(\.\d{1,9})?$/.exec(text);
  if (match === null) return undefined;
  const seconds = Number(match[1]);
  if (seconds < 946_684_800 || seconds > 4_102_444_800) return undefined;
  return seconds * 1000 + (match[2] === undefined ? Math.floor(Number(match[3] ?? 0) * 1000) : Number(match[2]));
}

const notOfTheLog = /\b(?:built|build|version|copyright|compiled|release[d]?)\b|\u00a9/i;

/** The day that a header names for lines that tell the time of day alone. */
export function headerDay(head: readonly string[], order: DateOrder): number | undefined {
  for (const line of head.slice(0, 6)) {
    const dayMs =
      notOfTheLog.test(line) || /\d\d:\d\d:\d\d/.test(line) ? undefined : dayIn(line.slice(0, formChars), order);
    if (dayMs !== undefined) return dayMs;
  }
  return undefined;
}
