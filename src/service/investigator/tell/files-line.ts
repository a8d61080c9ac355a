import type { DocumentInfo, Reading } from '../../formats/reading.ts';
import type { ReadFile } from '../report.ts';
import { codeSpan, counted, number } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';

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
  const moved = files.flatMap(({ reading }) =>
    reading.documents.flatMap(({ name, clockOffsetMs: offset }) =>
      offset === undefined ? [] : [`${codeSpan(name)} ${durationWords(offset)} ${offset > 0 ? 'later' : 'earlier'}`],
    ),
  );
  if (moved.length === 0) return [];
  const more = moved.length > mostClocks ? ` and ${counted(moved.length - mostClocks, 'more file')}` : '';
  return [
    `Times are converted to one clock and differ from what these lines print: ${moved.slice(0, mostClocks).join(', ')}${more}`,
  ];
}

function contentOf(reading: Reading): string[] {
  const lines = reading.documents.reduce((sum, info) => sum + info.lines, 0);
  const { capture, trace, members, dump } = reading;
  if (capture !== undefined && reading.documents.length <= 1)
    return [
      counted(capture.packets, 'packet'),
      counted(capture.conversations, 'conversation'),
      ...protocolsOf(capture),
    ];
  if (trace !== undefined && reading.documents.length <= 1)
    return [
      counted(lines, 'event'),
      counted(trace.processes, 'process', 'processes'),
      counted(trace.threads, 'thread'),
      counted(trace.slices, 'slice'),
    ];
  if (dump !== undefined) return [`${counted(lines, 'line')} of kernel log`];
  const texts = members?.length ?? reading.documents.length;
  return [counted(lines, 'line'), ...(texts > 1 ? [counted(texts, members === undefined ? 'text' : 'file')] : [])];
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

type Timed = DocumentInfo & { firstTimeMs: number; lastTimeMs: number };

const isTimed = (info: DocumentInfo): info is Timed => info.firstTimeMs !== undefined && info.lastTimeMs !== undefined;

function timeOf({ documents }: Reading): string[] {
  const timed = documents.filter(isTimed);
  const absolute = timed.filter(({ clock }) => clock === 'absolute');
  const boot = timed.find(({ clock }) => clock === 'boot');
  if (absolute.length === 0) return boot === undefined ? [] : [span(boot)];
  const zones = new Set(absolute.map(({ zoneMinutes }) => zoneMinutes));
  const [zoneMinutes] = zones.size === 1 ? zones : [undefined];
  const firstTimeMs = Math.min(...absolute.map((info) => info.firstTimeMs));
  const lastTimeMs = Math.max(...absolute.map((info) => info.lastTimeMs));
  return [span({ clock: 'absolute', firstTimeMs, lastTimeMs, ...(zoneMinutes === undefined ? {} : { zoneMinutes }) })];
}

function span(info: Pick<Timed, 'clock' | 'firstTimeMs' | 'lastTimeMs' | 'zoneMinutes' | 'isTimeOfDay'>): string {
  const { firstTimeMs: first, lastTimeMs: last } = info;
  const words = timeWordsOf(info);
  return first === last ? words.at(first) : words.span(first, last);
}

/** Which device and which build: what people ask first of somebody else's file. */
const identity = ['Device', 'Build', 'kernel version', 'hardware name', 'machine'];

function identityOf({ facts, fileType }: Reading): string[] {
  if (fileType === 'bundle' || fileType === 'log') return [];
  const told = new Set(identity.flatMap((label) => facts[label] ?? []).map((fact) => String(fact).slice(0, 120)));
  return [...told].slice(0, 2).map(codeSpan);
}
