import type { DocumentWriter } from '../../format.ts';

/** Prints what happened, one event a line with its time, and says on which line it stands. */
export interface TraceRecorder {
  /** Line number of the printed event; 0 once the printed form is as long as it may get. */
  record(timeNs: number, who: string, text: string): number;
  flush(): Promise<void>;
  /** Nanoseconds since 1970 that the trace's zero stands for; without one, times are those of its own clock. */
  setEpoch(epochNs: bigint | undefined): void;
  timeMsOf(timeNs: number): number;
  isAbsolute(): boolean;
  firstNs(): number | undefined;
  lastNs(): number | undefined;
  firstTimeMs(): number | undefined;
  lastTimeMs(): number | undefined;
  lines(): number;
  unprinted(): number;
}

const maxLines = 4_000_000;
const flushChars = 256 * 1024;
const maxLineChars = 600;

export function createTraceRecorder(writer: DocumentWriter): TraceRecorder {
  let text = '';
  let pending: string[] = [];
  let lines = 0;
  let unprinted = 0;
  let epochNs: bigint | undefined;
  let firstNs: number | undefined;
  let lastNs: number | undefined;
  const epochMs = () => (epochNs === undefined ? 0 : Number(epochNs / 1_000_000n));
  const timeMsOf = (timeNs: number) => epochMs() + Math.floor(timeNs / 1000) / 1000;

  const timeText = (timeNs: number): string => {
    if (epochNs !== undefined) {
      const absoluteNs = epochNs + BigInt(Math.round(timeNs));
      const date = new Date(Number(absoluteNs / 1_000_000n));
      if (Number.isNaN(date.getTime()) || absoluteNs < 0n) return secondsText(timeNs);
      const micros = String((absoluteNs / 1000n) % 1000n).padStart(3, '0');
      return `${date.toISOString().slice(0, -1)}${micros}Z`;
    }
    return secondsText(timeNs);
  };

  return {
    record(timeNs, who, what) {
      if (lines >= maxLines) {
        unprinted++;
        return 0;
      }
      if (firstNs === undefined || timeNs < firstNs) firstNs = timeNs;
      if (lastNs === undefined || timeNs > lastNs) lastNs = timeNs;
      text += `${timeText(timeNs)} ${oneLine(who)} ${oneLine(what)}\n`;
      lines++;
      if (text.length >= flushChars) {
        pending.push(text);
        text = '';
      }
      return lines;
    },
    async flush() {
      if (text !== '') pending.push(text);
      text = '';
      const parts = pending;
      pending = [];
      for (const part of parts) await writer.write(part);
    },
    setEpoch(epoch) {
      epochNs = epoch;
    },
    timeMsOf,
    firstNs: () => firstNs,
    lastNs: () => lastNs,
    isAbsolute: () => epochNs !== undefined,
    firstTimeMs: () => (firstNs === undefined ? undefined : timeMsOf(firstNs)),
    lastTimeMs: () => (lastNs === undefined ? undefined : timeMsOf(lastNs)),
    lines: () => lines,
    unprinted: () => unprinted,
  };
}

function secondsText(timeNs: number): string {
  const sign = timeNs < 0 ? '-' : '';
  const nanos = Math.abs(timeNs);
  const seconds = Math.floor(nanos / 1e9);
  return `[${`${sign}${seconds}`.padStart(5)}.${String(Math.floor(nanos - seconds * 1e9)).padStart(9, '0')}]`;
}

const controls = /[\u0000-\u001f\u007f\u2028\u2029]+/;

/** Control characters would break the line or hide text. */
function oneLine(text: string): string {
  const short = text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
  return controls.test(short) ? short.split(controls).join(' ') : short;
}
