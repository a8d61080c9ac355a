import type { LineWatch, WatchedLine } from '../../lines/form-book.ts';
import type { LineLayout } from '../../lines/layouts/line-layout.ts';
import type { LineFields } from '../../lines/line-fields.ts';
import type { MetricGatherer } from './metrics.ts';

const maxText = 4000;
/** Every row at first, then fewer: pictures need no more. */
const fullRows = 20_000;
const laterStride = 16;
/** Names of columns whose numbers say which, not how much. */
const names =
  /(?:^|[^a-z])(?:id|uid|pid|tid|port|seq|sequence|index|nr|no|number|code|status|substatus|version|vlan|line|row|year|month|day|hour|epoch|timestamp)(?:$|[^a-z])/i;

/** Gathers the numbers of a log's columns over time, for logs whose lines are read by columns. */
export function watchColumns(layout: LineLayout, metrics: MetricGatherer): LineWatch {
  let rows = 0;
  return {
    interest: (line) => (numbersIn(layout.fields(line.slice(0, maxText))).length > 0 ? 1 : 0),
    line(line) {
      if (++rows > fullRows && rows % laterStride !== 0) return;
      const fields = layout.fields(textOf(line));
      for (const [name, value] of numbersIn(fields)) metrics.addNumber(name, value, fields?.source, line);
    },
  };
}

function numbersIn(fields: LineFields | undefined): [string, number][] {
  return [...(fields?.fields ?? [])].filter(
    (field): field is [string, number] => typeof field[1] === 'number' && !names.test(field[0]),
  );
}

function textOf({ bytes, start, end }: WatchedLine): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end - start, maxText)).toString('utf8');
}
