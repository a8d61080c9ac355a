import type { LineWatch, WatchedLine } from '../../lines/form-book.ts';
import { statusFrom } from '../../lines/status-column.ts';
import { citeLine } from '../cite.ts';
import type { Finding, Reading, Severity } from '../reading.ts';
import { createValueCounts } from './value-counts.ts';

/** A request and its status, as web servers log them: `"GET / HTTP/1.1" 200 5043`. */
const logged =
  /"(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT|TRACE|PROPFIND|REPORT) [^"]{0,2000}" [1-5]\d\d [\d-]/;
const quote = 0x22;
const space = 0x20;
const longestValue = 200;
const mostEvidence = 5;
/** Below this share of the requests it is common that some ask for what is not there. */
const leastMissed = 0.05;

interface Failed {
  count: number;
  lines: number[];
  lastLine: number;
  firstTimeMs: number;
  lastTimeMs: number;
}

/** Watches for the requests of a web server's access log, and counts them by what they were answered with. */
export function createAccessLog(document: string) {
  const values = createValueCounts();
  const failed = new Map<number, Failed>();
  let requests = 0;
  const watch: LineWatch = {
    interest: (line) => (logged.test(line) ? 1 : 0),
    line(line) {
      const request = requestIn(line);
      if (!request) return;
      requests++;
      const { status, path, client } = request;
      values.add('status', String(status), line.number);
      values.add('path', path, line.number);
      values.add('client', client, line.number);
      if (status >= 400) count(Math.floor(status / 100), line);
    },
  };

  function count(kind: number, { number, timeMs }: WatchedLine): void {
    const known = failed.get(kind);
    if (!known) {
      failed.set(kind, { count: 1, lines: [number], lastLine: number, firstTimeMs: timeMs, lastTimeMs: timeMs });
      return;
    }
    known.count++;
    known.lastLine = number;
    known.lastTimeMs = timeMs;
    if (known.lines.length < mostEvidence) known.lines.push(number);
  }

  function findings(): Finding[] {
    const [errors, missed] = [failed.get(5), failed.get(4)];
    return [
      ...(errors ? [tell(errors, 'http.server-error', 'error', 'answered with a server error (5xx)')] : []),
      ...(missed && missed.count >= requests * leastMissed
        ? [tell(missed, 'http.client-error', 'warning', 'refused (4xx)')]
        : []),
    ];
  }

  function tell(found: Failed, rule: string, severity: Severity, label: string): Finding {
    return {
      rule,
      title: `${found.count} of ${requests} requests were ${label}`,
      explanation: 'Counted by the status each request was logged with.',
      severity,
      role: 'symptom',
      certainty: 'certain',
      count: found.count,
      ...(Number.isNaN(found.firstTimeMs) ? {} : { firstTimeMs: found.firstTimeMs }),
      ...(Number.isNaN(found.lastTimeMs) ? {} : { lastTimeMs: found.lastTimeMs }),
      evidence: [...new Set([...found.lines, found.lastLine])].map((line) => citeLine(document, line)),
      signature: rule,
    };
  }

  return { watch, findings, tables: (): NonNullable<Reading['tables']> => values.tables() };
}

/** Read from the bytes: a line is made into text nowhere else. */
function requestIn({ bytes, start, end }: WatchedLine): { status: number; path: string; client: string } | undefined {
  let opening = -1;
  for (let at = bytes.indexOf(quote, start); at >= 0 && at < end; at = bytes.indexOf(quote, at + 1)) {
    const status = opening < 0 ? 0 : statusAt(bytes, at + 1, end);
    if (status !== 0) {
      const [, target = ''] = textOf(bytes, opening + 1, at).split(' ', 2);
      return { status, path: target.replace(/[?#].*$/s, ''), client: wordAt(bytes, start, end) };
    }
    opening = at;
  }
  return undefined;
}

function statusAt(bytes: Uint8Array, at: number, end: number): number {
  if (at + 4 > end || bytes[at] !== space) return 0;
  return at + 4 === end || bytes[at + 4] === space ? statusFrom(bytes, at + 1) : 0;
}

function wordAt(bytes: Uint8Array, start: number, end: number): string {
  const stop = bytes.indexOf(space, start);
  return textOf(bytes, start, stop < 0 ? end : Math.min(stop, end));
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  const length = Math.min(end - start, longestValue);
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, length)).toString('utf8');
}
