import { messageKindOf } from './entity-values.ts';
import { onceAForm } from './form-memo.ts';
import type { PassLine } from './pass.ts';
import { jsonReader, pairReader } from './quick-field.ts';
import type { Row } from './row.ts';

const messageNames = ['message', 'msg', 'log', 'text', 'event', 'short_message', 'body'];
const mostKept = 20_000;

/** The kind of each line by its constant words, with no more of it parsed than its message, and each message once. */
export function kindOfLines(rows: readonly Row[]): (line: PassLine) => string {
  const sample = rows.slice(0, 500);
  const quick = messageNames
    .flatMap((name) => [jsonReader(name), pairReader(name)])
    .find((read) => sample.length > 0 && sample.every((row) => read(row.text) === row.message));
  if (quick === undefined)
    return onceAForm(
      (line) => messageKindOf(line.row().message),
      () => true,
    );
  const known = new Map<string, string>();
  return (line) => {
    const message = quick(line.text) ?? line.row().message;
    const found = known.get(message);
    if (found !== undefined) return found;
    const kind = messageKindOf(message);
    if (known.size >= mostKept) known.clear();
    known.set(message, kind);
    return kind;
  };
}
