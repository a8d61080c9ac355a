import type { IndexedDocument } from '../../lines/index-document.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import { citeLine } from '../cite.ts';
import type { Finding, Series } from '../reading.ts';
import type { TimeProfile } from './time-profile.ts';

/** What the course of time tells: bursts of errors, a growing share of them, silences, clocks that jump. */
export async function timeFindings(
  document: OpenDocument,
  indexed: IndexedDocument,
  profile: TimeProfile,
): Promise<Finding[]> {
  const name = document.info.name;
  return [
    ...(await burst(document, profile)),
    ...(await errorShareRise(document, profile)),
    ...silences(name, profile),
    ...clockJumps(name, indexed),
  ];
}

const errorsIn = (bucket: TimeProfile['buckets'][number]): number =>
  bucket.bySeverity.error + bucket.bySeverity.critical;

/** The stretch with by far the most errors: its whole run of loud buckets, with the exact first and last error. */
async function burst(document: OpenDocument, { buckets }: TimeProfile): Promise<Finding[]> {
  const counts = buckets.map(errorsIn);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < 5 || buckets.length < 10) return [];
  const usual = [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)]!;
  const peak = counts.indexOf(Math.max(...counts));
  const threshold = Math.max(3, usual * 4);
  if (counts[peak]! < threshold) return [];
  let from = peak;
  let to = peak;
  while (from > 0 && counts[from - 1]! >= threshold) from--;
  while (to < counts.length - 1 && counts[to + 1]! >= threshold) to++;
  const within = counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0);
  // Errors all over the record are no burst.
  if (within < total * 0.3 || to - from > counts.length * 0.4) return [];
  const width = buckets[1]!.startMs - buckets[0]!.startMs;
  const fromTimeMs = Math.floor(buckets[from]!.startMs);
  const toTimeMs = Math.ceil(buckets[to]!.startMs + width);
  const found = await document.search({ severityAtLeast: 'error', fromTimeMs, toTimeMs, limit: 3 });
  if (found.firstLine === undefined) return [];
  const first = (await document.meta(found.firstLine)).timeMs ?? fromTimeMs;
  const last = (await document.meta(found.lastLine!)).timeMs ?? toTimeMs;
  if (last - first < 1) return [];
  return [
    {
      rule: 'log.error-burst',
      title: `${found.total} errors within ${duration(last - first)}, ${Math.round((within / total) * 100)} % of all errors`,
      explanation: `Usual is ${usual} per ${duration(width)}; here it is up to ${counts[peak]}.`,
      severity: 'error',
      role: 'symptom',
      certainty: 'certain',
      count: found.total,
      firstTimeMs: Math.min(first, last),
      lastTimeMs: Math.max(first, last),
      evidence: [...new Set([...found.lines, found.lastLine!])].map((line) => citeLine(document.info.name, line)),
      signature: 'error burst',
    },
  ];
}

async function errorShareRise(document: OpenDocument, { buckets }: TimeProfile): Promise<Finding[]> {
  const third = Math.floor(buckets.length / 3);
  if (third < 3) return [];
  const share = (part: TimeProfile['buckets']): { bad: number; all: number } => ({
    bad: part.reduce((sum, bucket) => sum + errorsIn(bucket) + bucket.bySeverity.warning, 0),
    all: part.reduce((sum, bucket) => sum + bucket.count, 0),
  });
  const parts = [0, 1, 2].map((part) =>
    share(buckets.slice(part * third, part === 2 ? buckets.length : (part + 1) * third)),
  );
  if (parts.some((part) => part.all < 20)) return [];
  const [early, , late] = parts.map((part) => part.bad / part.all);
  if (late! < 0.02 || late! < early! * 3 || parts[2]!.bad < 10) return [];
  const from = Math.floor(buckets[2 * third]!.startMs);
  const found = await document.search({ severityAtLeast: 'warning', fromTimeMs: from, limit: 3 });
  if (found.firstLine === undefined) return [];
  return [
    {
      rule: 'log.error-share-rise',
      title: `Warnings and errors rise from ${percent(early!)} to ${percent(late!)} of the lines`,
      explanation: 'The share in the last third of the file, compared with the first third.',
      severity: 'error',
      role: 'symptom',
      certainty: 'certain',
      count: parts[2]!.bad,
      firstTimeMs: from,
      lastTimeMs: buckets.at(-1)!.startMs,
      evidence: [...new Set([...found.lines, found.lastLine!])].map((line) => citeLine(document.info.name, line)),
      signature: 'error share rises',
    },
  ];
}

function silences(name: string, { gaps, usualGapMs }: TimeProfile): Finding[] {
  return gaps
    .filter((gap) => gap.toMs - gap.fromMs > Math.max(60_000, usualGapMs * 20))
    .slice(0, 3)
    .map((gap) => ({
      rule: 'log.silence',
      title: `Nothing was logged for ${duration(gap.toMs - gap.fromMs)}`,
      explanation: `99 of 100 lines follow the one before within ${duration(usualGapMs)}.`,
      severity: 'warning' as const,
      role: 'context' as const,
      certainty: 'certain' as const,
      count: 1,
      firstTimeMs: gap.fromMs,
      lastTimeMs: gap.toMs,
      evidence: [{ document: name, lineStart: gap.fromLine, lineEnd: gap.fromLine + 1 }],
      signature: 'silence',
    }));
}

function clockJumps(name: string, indexed: IndexedDocument): Finding[] {
  const back = indexed.jumps.filter((jump) => jump.toMs < jump.fromMs);
  const worst = back.sort((a, b) => a.toMs - a.fromMs - (b.toMs - b.fromMs)).slice(0, 3);
  if (worst.length === 0) return [];
  const isShuffled = indexed.jumpCount > indexed.timedLines * 0.05;
  return [
    {
      rule: isShuffled ? 'log.out-of-order' : 'log.clock-jump',
      title: isShuffled
        ? `Times are out of order in ${indexed.jumpCount} places`
        : `The clock goes back by ${duration(worst[0]!.fromMs - worst[0]!.toMs)}`,
      explanation: isShuffled
        ? 'The file was merged from several writers or was not sorted; the order of lines is not the order of events.'
        : 'A clock was set, the machine restarted without the correct time, or files were joined.',
      severity: 'info',
      role: 'context',
      certainty: 'certain',
      count: isShuffled ? indexed.jumpCount : back.length,
      firstTimeMs: worst[0]!.toMs,
      lastTimeMs: worst[0]!.fromMs,
      evidence: worst.map((jump) => ({ document: name, lineStart: Math.max(1, jump.line - 1), lineEnd: jump.line })),
      signature: 'clock jump',
    },
  ];
}

/** Lines and errors per stretch of time, for charts and trends. */
export function countSeries(name: string, { buckets }: TimeProfile): Series[] {
  const series = (label: string, value: (bucket: TimeProfile['buckets'][number]) => number): Series => ({
    name: label,
    unit: 'lines',
    document: name,
    points: buckets.map((bucket) => ({ timeMs: Math.round(bucket.startMs), value: value(bucket) })),
  });
  if (buckets.length === 0) return [];
  const all = [
    series('lines', (bucket) => bucket.count),
    series('errors', errorsIn),
    series('warnings', (bucket) => bucket.bySeverity.warning),
  ];
  return all.filter((one) => one.points.some((point) => point.value > 0));
}

const percent = (share: number): string => `${Number((share * 100).toFixed(share < 0.01 ? 2 : share < 0.1 ? 1 : 0))} %`;

/** 90 s, 12 min, 3.5 h, 2 days. */
export function duration(ms: number): string {
  const seconds = Math.abs(ms) / 1000;
  if (seconds < 1) return `${Math.round(Math.abs(ms))} ms`;
  if (seconds < 100) return `${round(seconds)} s`;
  if (seconds < 5_400) return `${round(seconds / 60)} min`;
  if (seconds < 172_800) return `${round(seconds / 3600)} h`;
  return `${round(seconds / 86_400)} days`;
}

const round = (value: number): number => Number(value.toPrecision(value < 100 ? 2 : 3));
