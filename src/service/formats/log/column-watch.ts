import type { LineWatch } from '../../lines/form-book.ts';
import type { LineLayout } from '../../lines/layouts/line-layout.ts';
import { lineText } from '../line-text.ts';
import type { MetricGatherer } from './metrics.ts';
import type { ValueCounts } from './value-counts.ts';

const maxText = 4000;
/** Every row at first, then fewer: curves need no more. Counts of a part of the rows would be wrong: there are none then. */
const fullRows = 20_000;
const laterStride = 16;
/** Names of columns whose numbers say which, not how much. */
const names =
  /(?:^|[^a-z])(?:id|uid|pid|tid|port|seq|sequence|index|nr|no|number|code|status|substatus|version|vlan|line|row|year|month|day|hour|epoch|timestamp)(?:$|[^a-z])/i;

/** Gathers a log's columns, where its lines are read by columns: numbers over time, and how often each name occurs. */
export function watchColumns(layout: LineLayout, metrics: MetricGatherer, values: ValueCounts): LineWatch {
  let rows = 0;
  return {
    interest: (line) => (layout.fields(line.slice(0, maxText)) === undefined ? 0 : 1),
    line(line) {
      if (++rows === fullRows + 1) values.clear();
      if (rows > fullRows && rows % laterStride !== 0) return;
      const fields = layout.fields(lineText(line, maxText));
      for (const [name, value] of fields?.fields ?? []) {
        if (typeof value === 'number' && !names.test(name)) metrics.addNumber(name, value, fields?.source, line);
        else if (rows <= fullRows) values.add(name, String(value), line.number);
      }
    },
  };
}
