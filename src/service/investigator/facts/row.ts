import type { LineLayout } from '../../lines/layouts/line-layout.ts';
import { fieldsOf } from './lines/fields-of.ts';

/** What a line states by name: JSON scalars, `key=value` pairs, the places of an access log and what is appended to it. */
export interface Row {
  text: string;
  /** Without time stamp, level and sender. */
  message: string;
  values: Map<string, string | number>;
}

export function readRow(text: string, layout?: LineLayout): Row {
  const { message, fields, source } = fieldsOf(text, layout);
  // A field called like the sender says it more plainly.
  if (source !== undefined && ![...fields.values()].includes(source)) fields.set('source', source);
  return { text, message, values: fields };
}
