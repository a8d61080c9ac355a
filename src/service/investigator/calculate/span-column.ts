import { plainName } from '../../lines/layouts/column-fields.ts';
import { say } from '../answer/say.ts';
import { timeOf } from '../survey/time-value.ts';
import type { NumberColumn } from './numbers.ts';
import type { PassLine } from './pass.ts';
import { unitNamed } from './quantity.ts';
import type { Row } from './row.ts';

const starts =
  /^(?:start\w*|begin\w*|began|from|von|beginn|début|debut|inicio|inizio|opened|login|connected|arrival)(?:_|$)/;
const ends =
  /^(?:end\w*|stop|stopped|finish\w*|to|until|bis|ende|fin|fine|closed|logout|disconnected|completed|departure)(?:_|$)/;

/** How long each record of a table lasted, from the time in one of its columns to that in another. */
export function spanColumn(rows: readonly Row[]): NumberColumn | undefined {
  const layout = rows.find((row) => row.layout?.cells !== undefined)?.layout;
  if (layout?.cells === undefined) return undefined;
  const read = layout.cells;
  const sample = rows.slice(0, 200).flatMap(({ text }) => read(text) ?? []);
  const isTime = (name: string) =>
    sample.filter((cells) => timeIn(cells.get(name)) !== undefined).length > sample.length / 2;
  const names = [...(sample[0]?.keys() ?? [])];
  const start = names.find((name) => starts.test(plainName(name)) && isTime(name));
  const end = names.find((name) => ends.test(plainName(name)) && isTime(name));
  if (start === undefined || end === undefined) return undefined;
  return {
    name: `${start} to ${end}`,
    said: say`time from ${start} to ${end}`,
    unit: unitNamed('s')!,
    seen: sample.length,
    read({ text }: PassLine) {
      const cells = read(text);
      const [from, to] = [timeIn(cells?.get(start)), timeIn(cells?.get(end))];
      return from === undefined || to === undefined || to < from ? undefined : to - from;
    },
  };
}

/** Dates in the order of their units, or with the day first between dots. */
function timeIn(cell: string | undefined): number | undefined {
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d)(:\d\d)?$/.exec(cell ?? '');
  const text = dotted === null ? cell : `${dotted[3]}-${dotted[2]}-${dotted[1]} ${dotted[4]}${dotted[5] ?? ':00'}`;
  return text === undefined ? undefined : timeOf(/:\d\d:\d\d/.test(text) ? text : `${text}:00`);
}
