import type { DocumentInfo } from '../formats/reading.ts';

/** As this program prints packets and the events of traces, which have no index beside them. */
const absolute = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?/;
const sinceBoot = /^\[ {0,5}(-?\d{1,12}\.\d{3})/;
export const longestTime = 32;

/** The time a line begins with, in whole milliseconds; NaN where it begins with none. */
export type TimeOfLine = (bytes: Buffer, start: number, end: number) => number;

export function printedTimes({ clock }: Pick<DocumentInfo, 'clock'>): TimeOfLine | undefined {
  if (clock === 'none') return undefined;
  return (bytes, start, end) => {
    const text = bytes.toString('latin1', start, Math.min(end, start + longestTime));
    if (clock === 'boot') return Math.floor(Number(sinceBoot.exec(text)?.[1]) * 1_000);
    const [stamp] = absolute.exec(text) ?? [];
    return stamp === undefined ? Number.NaN : Date.parse(`${stamp}Z`);
  };
}
