import type { FileState } from '../cases/messages.ts';
import { count } from '../writing/answer-outline.ts';
import type { DigestCase } from './channel-cases.ts';
import type { DigestLine, DigestMessage } from './digest-message.ts';

interface DigestPeriod {
  fromMs: number;
  untilMs: number;
  zone: string;
}

/** What a digest tells beside the channel's files. */
export interface DigestExtras {
  /** Tickets that were asked for a capture; only those that may be named in the channel. */
  waiting: readonly { label: string; url: string; sinceMs: number }[];
  /** Keys and tokens that end soon; told to operators alone. */
  expiries: readonly { what: string; atMs: number }[];
  /** When the channel dismissed a subject; what has not changed since is not told again. */
  dismissed: ReadonlyMap<string, number>;
}

const dayMs = 86_400_000;
/** Days before the end of a key at which a digest is due for it alone. */
const remindedAtDays = [14, 7, 3, 1, 0];

const nothingElse: DigestExtras = { waiting: [], expiries: [], dismissed: new Map() };

const mostLines = 8;
const stuckAfterMs = 60 * 60_000;
const ended: readonly FileState[] = ['answered', 'skipped', 'failed', 'cancelled'];

/**
 * What is worth knowing of a channel's files: new causes, causes that came again with their change against the period
 * before, files that are stuck or failed, and those that wait longest. Undefined: nothing is new or changed.
 */
export function composeDigest(
  cases: readonly DigestCase[],
  {
    channelName,
    period,
    also = nothingElse,
  }: { channelName: string | undefined; period: DigestPeriod; also?: DigestExtras },
): DigestMessage | undefined {
  const { fromMs, untilMs } = period;
  const isFresh = ({ createdAtMs, updatedAtMs }: DigestCase) => Math.max(createdAtMs, updatedAtMs) > fromMs;
  const isNews = (ms: number | undefined) => ms !== undefined && ms > fromMs;
  const isDismissed = (about: string, changedMs: number) => (also.dismissed.get(about) ?? -1) >= changedMs;
  const isTold = (file: DigestCase) => !isDismissed(caseSubject(file), file.wrongAtMs ?? file.updatedAtMs);
  const wrong = cases.filter((file) => isNews(file.wrongAtMs) && isTold(file));
  const captures = also.waiting.filter(({ label, sinceMs }) => !isDismissed(ticketSubject(label), sinceMs));
  const isChanged =
    cases.some((file) => isFresh(file) && file.state !== 'cancelled') ||
    wrong.length > 0 ||
    captures.some(({ sinceMs }) => isNews(sinceMs)) ||
    also.expiries.some(({ atMs }) => remindedAtDays.some((days) => isBetween(atMs - days * dayMs, period)));
  if (!isChanged) return undefined;

  const groups = causesOf(cases, period).filter(
    ({ key, now }) => !isDismissed(causeSubject(key), Math.max(0, ...now.map(({ updatedAtMs }) => updatedAtMs))),
  );
  const fresh = groups.filter(({ before, now }) => before.length === 0 && now.length > 0);
  const again = groups.filter(({ before, now }) => before.length > 0 && now.length > 0);
  const open = cases
    .filter((file) => !ended.includes(file.state) && isTold(file))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
  const stuck = open.filter(({ createdAtMs }) => untilMs - createdAtMs >= stuckAfterMs);
  const waiting = open.filter((file) => !stuck.includes(file));
  const failed = cases.filter((file) => file.state === 'failed' && isFresh(file) && isTold(file));
  const inconclusive = cases.filter(
    (file) => isFresh(file) && file.state === 'answered' && file.verdict === 'INCONCLUSIVE' && isTold(file),
  );

  const sections: DigestLine[][] = [
    fresh.map((group) => newLine(group, period)),
    again.map((group) => againLine(group, period)),
    stuck.map((file) => retryable(line('stuck', file, `since ${age(untilMs - file.createdAtMs)}${detailOf(file)}`))),
    failed.map((file) => retryable(line('failed', file, (file.detail ?? '').replace(/^[,:\s]+/, '')))),
    waiting.slice(0, 3).map((file) => line('not answered yet', file, `for ${age(untilMs - file.createdAtMs)}`)),
    inconclusive.slice(0, 3).map((file) => line('no cause found', file, age(untilMs - file.createdAtMs, ' ago'))),
    wrong.map((file) => line('called wrong', file, `: ${file.cause ?? 'the answer'}`.replace(/^: /, ''))),
    captures.map(({ label, url, sinceMs }) => ({
      lead: 'waiting for a capture',
      subject: label,
      detail: age(untilMs - sinceMs),
      link: { label: 'ticket', url },
      acts: { about: ticketSubject(label), canRetry: false },
    })),
    also.expiries.map(({ what, atMs }) => ({
      lead: atMs <= untilMs ? 'expired' : 'expires',
      subject: what,
      detail: atMs <= untilMs ? age(untilMs - atMs, ' ago') : `in ${age(atMs - untilMs)}`,
    })),
  ];
  const counts = [
    fresh.length > 0 ? count(fresh.length, 'new cause') : '',
    ...(['back', 'rising', 'falling', 'again'] as const).map((trend) => countTrend(again, trend, period)),
    stuck.length > 0 ? `${count(stuck.length, 'file')} stuck` : '',
    failed.length > 0 ? `${failed.length} failed` : '',
    wrong.length > 0 ? `${wrong.length} called wrong` : '',
    also.expiries.length > 0 ? `${count(also.expiries.length, 'key')} about to expire` : '',
  ].filter((words) => words !== '');
  const answered = cases.filter((file) => isFresh(file) && file.state === 'answered').length;
  const summary = counts.length > 0 ? counts.join(', ') : `${count(answered, 'file')} answered, no new cause`;
  return {
    kind: 'digest',
    title: `${channelName ? `#${channelName}` : 'Here'}, ${weekday(period)}: ${summary}`,
    lines: sections.flatMap((lines) => lines.slice(0, mostLines)),
    more: sections.flatMap((lines, index) =>
      lines.length > mostLines
        ? [`and ${lines.length - mostLines} more ${['new', 'back', 'stuck', 'failed'][index] ?? ''}`]
        : [],
    ),
  };
}

/** What `/triage digest now` says where nothing is new. */
export function emptyDigest(channelName: string | undefined, period: DigestPeriod): DigestMessage {
  const since = formatTime(period.fromMs, period);
  return {
    kind: 'digest',
    title: `${channelName ? `#${channelName}` : 'Here'}, ${weekday(period)}: nothing new since ${since}`,
    lines: [],
    more: [],
  };
}

function isBetween(ms: number, { fromMs, untilMs }: DigestPeriod): boolean {
  return ms > fromMs && ms <= untilMs;
}

function caseSubject({ id }: DigestCase): string {
  return `case:${id}`;
}

/** A cause without a short name is known by its words: their beginning will do. */
function causeSubject(key: string): string {
  return `cause:${key.slice(0, 200)}`;
}

function ticketSubject(label: string): string {
  return `ticket:${label}`;
}

interface CauseGroup {
  key: string;
  cause: string;
  /** Files of this period, oldest first. */
  now: DigestCase[];
  /** All before it. */
  before: DigestCase[];
}

function causesOf(cases: readonly DigestCase[], { fromMs }: DigestPeriod): CauseGroup[] {
  const groups = new Map<string, CauseGroup>();
  for (const file of cases.toSorted((a, b) => a.createdAtMs - b.createdAtMs)) {
    if (!file.causeKey || !file.cause || file.verdict === 'INCONCLUSIVE') continue;
    const group = groups.get(file.causeKey) ?? { key: file.causeKey, cause: file.cause, now: [], before: [] };
    groups.set(file.causeKey, group);
    const isNow = Math.max(file.createdAtMs, file.updatedAtMs) > fromMs;
    (isNow ? group.now : group.before).push(file);
  }
  return [...groups.values()].toSorted((a, b) => b.now.length - a.now.length);
}

function newLine({ key, cause, now }: CauseGroup, period: DigestPeriod): DigestLine {
  const first = now[0]!;
  const ticket = now.find((file) => file.ticket)?.ticket;
  return {
    lead: 'new',
    subject: cause,
    detail: `${count(now.length, 'file')}, first ${formatTime(first.createdAtMs, period)}`,
    ...(ticket ? { link: ticket } : {}),
    ...pageOf(now),
    caseIds: now.map(({ id }) => id),
    acts: { about: causeSubject(key), canRetry: false },
  };
}

function againLine({ key, cause, now, before }: CauseGroup, period: DigestPeriod): DigestLine {
  const lastPeriod = countLastPeriod(before, period);
  const last = before.at(-1)!;
  const earlier =
    lastPeriod === 0 ? `last seen ${formatTime(last.createdAtMs, period)}` : `was ${lastPeriod} the period before`;
  const ticket = [...now, ...before].find((file) => file.ticket)?.ticket;
  const fixedIn = now.findLast((file) => file.fixedIn)?.fixedIn;
  return {
    lead: trendOf({ now, before }, period),
    subject: cause,
    detail: fixedIn
      ? `fixed in ${fixedIn}, seen again in ${count(now.length, 'file')}`
      : `${count(now.length, 'file')}, ${earlier}`,
    ...(ticket ? { link: ticket } : {}),
    ...pageOf(now),
    caseIds: now.map(({ id }) => id),
    acts: { about: causeSubject(key), canRetry: false },
  };
}

/** The newest answer that named the cause, and where its file was brought to. */
function pageOf(files: readonly DigestCase[]): { page?: string; thread?: string } {
  const page = files.findLast((file) => file.page)?.page;
  const thread = files.findLast((file) => file.thread)?.thread;
  return { ...(page ? { page } : {}), ...(thread ? { thread } : {}) };
}

type Trend = 'back' | 'rising' | 'falling' | 'again';

/** How a known cause does against the period before, which was as long as this one. */
function trendOf({ now, before }: Pick<CauseGroup, 'now' | 'before'>, period: DigestPeriod): Trend {
  if (now.some(({ fixedIn }) => fixedIn)) return 'back';
  const lastPeriod = countLastPeriod(before, period);
  if (lastPeriod === 0) return 'back';
  return now.length > lastPeriod ? 'rising' : now.length < lastPeriod ? 'falling' : 'again';
}

function countLastPeriod(before: readonly DigestCase[], { fromMs, untilMs }: DigestPeriod): number {
  return before.filter(({ createdAtMs }) => createdAtMs > fromMs - (untilMs - fromMs)).length;
}

function countTrend(groups: readonly CauseGroup[], trend: Trend, period: DigestPeriod): string {
  const amount = groups.filter((group) => trendOf(group, period) === trend).length;
  if (amount === 0) return '';
  return trend === 'back' ? `${amount} ${amount === 1 ? 'is' : 'are'} back` : `${amount} ${trend}`;
}

function line(lead: string, file: DigestCase, detail: string): DigestLine {
  const acts = { about: caseSubject(file), canRetry: false };
  return {
    lead,
    subject: file.name,
    detail,
    ...(file.ticket ? { link: file.ticket } : {}),
    ...pageOf([file]),
    caseIds: [file.id],
    acts,
  };
}

function retryable(told: DigestLine): DigestLine {
  return told.acts ? { ...told, acts: { ...told.acts, canRetry: true } } : told;
}

function detailOf({ detail }: DigestCase): string {
  return detail ? `: ${detail}` : '';
}

function weekday({ untilMs, zone }: DigestPeriod): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zone }).format(untilMs);
}

/** `today 09:12`, `Mon 09:12`, `3 Nov`; in the digest's zone. */
function formatTime(ms: number, { untilMs, zone }: DigestPeriod): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(ms);
  if (day.format(ms) === day.format(untilMs)) return `today ${time}`;
  if (untilMs - ms < 6 * 86_400_000) {
    return `${new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short' }).format(ms)} ${time}`;
  }
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: 'numeric', month: 'short' }).format(ms);
}

function age(ms: number, suffix = ''): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 90) return `${minutes} min${suffix}`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} h${suffix}` : `${Math.round(hours / 24)} days${suffix}`;
}
