import type { Reading } from '../../formats/reading.ts';
import type { ReadFile } from '../report.ts';
import { codeSpan, number } from '../wording/say.ts';
import { durationWords, type TimeWords, timeWordsOf } from '../wording/times.ts';

/** "`app.log`, 21,340 lines, 2026-11-20 14:02:11 to 14:31:50", one line a file: what it is, in the words of its type. */
export function filesLine(files: readonly ReadFile[]): string {
  return files
    .map(({ name, reading }) => [codeSpan(name), ...contentOf(reading), ...timeOf(reading), ...identityOf(reading)])
    .map((parts) => parts.join(', '))
    .concat(clocksOf(files))
    .join('  \n');
}

const mostClocks = 4;

/** Texts whose lines print other times than are told of them. */
function clocksOf(files: readonly ReadFile[]): string[] {
  const moved = files.flatMap(({ reading }) => reading.documents).filter((info) => info.clockOffsetMs !== undefined);
  if (moved.length === 0) return [];
  const told = moved.slice(0, mostClocks).map(({ name, clockOffsetMs }) => {
    const later = clockOffsetMs! > 0 ? 'later' : 'earlier';
    return `${codeSpan(name)} ${durationWords(clockOffsetMs!)} ${later}`;
  });
  const more = moved.length > mostClocks ? ` and ${count(moved.length - mostClocks, 'more file')}` : '';
  return [`Times are converted to one clock and differ from what these lines print: ${told.join(', ')}${more}`];
}

function contentOf(reading: Reading): string[] {
  const lines = reading.documents.reduce((sum, info) => sum + info.lines, 0);
  const { capture, trace, members, dump } = reading;
  if (capture !== undefined && reading.documents.length <= 1)
    return [count(capture.packets, 'packet'), count(capture.conversations, 'conversation'), ...protocolsOf(capture)];
  if (trace !== undefined && reading.documents.length <= 1)
    return [
      count(lines, 'event'),
      count(trace.processes, 'process', 'processes'),
      count(trace.threads, 'thread'),
      count(trace.slices, 'slice'),
    ];
  if (dump !== undefined) return [`${count(lines, 'line')} of kernel log`];
  const texts = members?.length ?? reading.documents.length;
  return [count(lines, 'line'), ...(texts > 1 ? [count(texts, members === undefined ? 'text' : 'file')] : [])];
}

/** Layers below tell nothing of what was talked about. */
const carriers = new Set(['eth', 'sll', 'vlan', 'ip', 'ipv6']);

function protocolsOf({ protocols }: NonNullable<Reading['capture']>): string[] {
  return Object.entries(protocols)
    .filter(([name, frames]) => frames > 0 && !carriers.has(name))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name, frames]) => `${name} ${number(frames)}`);
}

function timeOf(reading: Reading): string[] {
  const timed = reading.documents.filter(
    (info) => info.clock === 'absolute' && info.firstTimeMs !== undefined && info.lastTimeMs !== undefined,
  );
  const boot = reading.documents.find(
    (info) => info.clock === 'boot' && info.firstTimeMs !== undefined && info.lastTimeMs !== undefined,
  );
  if (timed.length > 0) {
    const first = Math.min(...timed.map((info) => info.firstTimeMs!));
    const last = Math.max(...timed.map((info) => info.lastTimeMs!));
    const zones = new Set(timed.map((info) => info.zoneMinutes));
    const [zoneMinutes] = zones.size === 1 ? zones : [undefined];
    const told = { clock: 'absolute' as const, firstTimeMs: first, lastTimeMs: last };
    return [span(timeWordsOf(zoneMinutes === undefined ? told : { ...told, zoneMinutes }), first, last)];
  }
  return boot === undefined ? [] : [span(timeWordsOf(boot), boot.firstTimeMs!, boot.lastTimeMs!)];
}

function span(words: TimeWords, first: number, last: number): string {
  return first === last ? words.at(first) : words.span(first, last);
}

/** Which device and which build: what people ask first of somebody else's file. */
const identity = ['Device', 'Build', 'kernel version', 'hardware name', 'machine'];

function identityOf({ facts, fileType }: Reading): string[] {
  if (fileType === 'bundle' || fileType === 'log') return [];
  const told = new Set(identity.flatMap((label) => facts[label] ?? []).map((fact) => String(fact).slice(0, 120)));
  return [...told].slice(0, 2).map(codeSpan);
}

function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}
