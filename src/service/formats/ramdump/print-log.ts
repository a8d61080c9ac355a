import type { DocumentWriter } from '../format.ts';
import type { FoundLog, PrintkRecord } from './printk-records.ts';

const batch = 2000;

/** Writes the records as `dmesg` prints them and gives each printed line, numbered, to `take`. */
export async function printLog(
  log: FoundLog,
  document: DocumentWriter,
  take: (number: number, line: string) => void,
): Promise<void> {
  let pending: string[] = [];
  let number = 0;
  for (const record of log.records) {
    const prefix = stampOf(record);
    // Each line of a record of several lines carries its stamp.
    for (const line of record.text.split('\n')) {
      const printed = prefix + line;
      take(++number, printed);
      pending.push(printed);
    }
    if (pending.length < batch) continue;
    await document.write(`${pending.join('\n')}\n`);
    pending = [];
  }
  if (pending.length > 0) await document.write(`${pending.join('\n')}\n`);
}

function stampOf({ timeNs }: PrintkRecord): string {
  if (timeNs === undefined) return '';
  const micros = timeNs / 1000n;
  const seconds = (micros / 1_000_000n).toString().padStart(5);
  return `[${seconds}.${(micros % 1_000_000n).toString().padStart(6, '0')}] `;
}
