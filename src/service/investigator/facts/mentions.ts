import { literalPattern } from '#core/literal-pattern.ts';
import type { LogRecord } from './records.ts';
import type { Column } from './schema.ts';

const mostNames = 60;
/** `GW_A`, `cam-2`, `img1`: no word of a sentence is written so. */
const isCode = /^(?=.*[A-Za-z])(?=.*[\d_])[\w./:-]{2,40}$/;

/**
 * A column's value; where the place of it was not learnt for lines of this wording, the one name of the column that the
 * line mentions.
 */
export function mentionReader({ read, isPlace, isNumber, values }: Column): Column['read'] {
  const names = [...values.values()].map(({ shown }) => shown);
  const areFew = names.length >= 2 && names.length <= mostNames;
  if (isPlace !== true || isNumber || !areFew || !names.every((name) => isCode.test(name))) return read;
  const pattern = new RegExp(`(?<![\\w./-])(?:${names.map(literalPattern).join('|')})(?![\\w/-])`, 'g');
  return (record) => read(record) ?? onlyIn(record, pattern);
}

function onlyIn(record: LogRecord, pattern: RegExp): string | undefined {
  const found = new Set(record.row().message.match(pattern) ?? []);
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
