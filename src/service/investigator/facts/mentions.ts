import { literalPattern } from '#core/literal-pattern.ts';
import type { LogRecord } from './records.ts';
import type { Column } from './schema.ts';

const mostNames = 60;
/** `GW_A`, `cam-2`, `tulip-MS`, `TeaCorner`: no word of a sentence is written so. */
export const distinctName = /^(?=.*[A-Za-z])(?=.*(?:\d|[a-z][A-Z]|[._@-]))\S{2,80}$/;

/**
 * A column's value; where the place of it was not learnt for lines of this wording, the one name of the column that the
 * line mentions.
 */
export function mentionReader({ read, isPlace, isNumber, values }: Column): Column['read'] {
  const names = [...values.values()].map(({ shown }) => shown).filter((name) => distinctName.test(name));
  const areFew = names.length >= 2 && names.length <= mostNames && names.length * 2 > values.size;
  if (isPlace !== true || isNumber || !areFew) return read;
  const pattern = new RegExp(`(?<![\\w./-])(?:${names.map(literalPattern).join('|')})(?![\\w/-])`, 'g');
  return (record) => read(record) ?? onlyIn(record, pattern);
}

function onlyIn(record: LogRecord, pattern: RegExp): string | undefined {
  const found = new Set(record.row().message.match(pattern) ?? []);
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
