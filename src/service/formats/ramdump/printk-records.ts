/** One record of the kernel's log as it lay in memory. */
export interface PrintkRecord {
  /** Nanoseconds since boot; undefined where only the text was found. */
  timeNs?: bigint;
  /** printk level 0 to 7. */
  level?: number;
  text: string;
}

/** What one way of finding the log came to. */
export interface FoundLog {
  records: PrintkRecord[];
  /** Plain words: where the records come from. */
  from: string;
  /** Records that were overwritten or damaged. */
  lost: number;
}

const decoder = new TextDecoder();

/** Text of a record: it ends at the first NUL, and control characters would break the lines cited. */
export function recordText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = decoder.decode(end === -1 ? bytes : bytes.subarray(0, end));
  return text.replace(/\r/g, '').replace(/(?<!\n)\n+$/, '');
}
