import { citeLine } from '../cite.ts';
import type { Finding } from '../reading.ts';
import type { LogcatLine } from './logcat-line.ts';
import type { ProcessNames } from './process-names.ts';

interface Kill {
  pid: number;
  name: string;
  /** `oom_score_adj`: 0 is in the foreground, 900 and more only kept for a quick start. NaN: not printed. */
  score: number;
  kilobytes: number;
  reason: string;
  line: number;
  timeMs: number;
}

const maxKills = 4000;
const tags = new Set(['lowmemorykiller', 'lmkd', 'killinfo', 'am_low_memory']);
/** For choosing lines: more may fit than is counted. */
export const memoryKillLine = /lowmemorykiller|\blmkd\b|\bkillinfo\b|am_low_memory/;

/** Processes that Android killed to free memory: told as one story, each process once whatever buffers print it. */
export function createMemoryKills(names: ProcessNames) {
  const kills = new Map<number, Kill>();
  const shortages = { count: 0, line: 0 };
  return {
    line,
    findings,
    isVictim: (pid: number) => kills.has(pid),
    /** Those killed, in order. */
    list: () =>
      [...kills.values()].map((kill) => ({
        process: nameOf(kill),
        how: 'low memory killer',
        why: kill.reason,
        pid: kill.pid,
        line: kill.line,
      })),
  };

  function line({ tag, message }: LogcatLine, number: number, timeMs: number): void {
    if (!tags.has(tag) && !message.startsWith('lowmemorykiller: ')) return;
    if (tag === 'am_low_memory') {
      shortages.count++;
      shortages.line ||= number;
      return;
    }
    const kill = tag === 'killinfo' ? fromEvent(message) : fromWords(message);
    if (!kill) {
      // Older daemons print size and reason on the line after.
      const last = [...kills.values()].at(-1);
      const rest = /^\s+to free (\d+)kB(?: on behalf of .{1,80})? because(?: (\S.{1,160}))?/.exec(message);
      if (last && rest && number - last.line <= 3)
        Object.assign(last, { kilobytes: Number(rest[1]), reason: rest[2] ?? last.reason });
      return;
    }
    const known = kills.get(kill.pid);
    if (known) {
      known.name ||= kill.name;
      known.kilobytes ||= kill.kilobytes;
      if (Number.isNaN(known.score)) known.score = kill.score;
    } else if (kills.size < maxKills) {
      kills.set(kill.pid, { ...kill, line: number, timeMs });
      names.learn(kill.pid, kill.name);
    }
  }

  function findings(document: string): Finding[] {
    if (kills.size === 0) return [];
    const all = [...kills.values()].sort((a, b) => rankOf(a) - rankOf(b) || a.line - b.line);
    const worst = all[0]!;
    const others = all.length - 1;
    const times = all.map(({ timeMs }) => timeMs).filter((timeMs) => !Number.isNaN(timeMs));
    const freed = all.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
    const reason = worst.reason || all.find((each) => each.reason)?.reason;
    const { state, severity } = gravity(worst.score);
    const isRoutine = severity === 'info' && all.length < 20;
    const subject = nameOf(worst);
    return [
      {
        rule: 'android.low-memory-kill',
        title: `Low memory killer ended ${subject}${state && `, which was ${state}`}${others > 0 ? `, and ${others} more` : ''}`,
        explanation: [
          `Memory ran short, and ${all.length === 1 ? 'a process was' : `${all.length} processes were`} killed to free ${freed > 0 ? `${Math.round(freed / 1024)} MiB` : 'some'}.`,
          reason && `The daemon's reason: ${reason}.`,
          shortages.count > 0 &&
            `The system reported low memory ${shortages.count === 1 ? 'once' : `${shortages.count} times`}.`,
          isRoutine && 'Only cached processes were killed, which is normal on Android.',
        ]
          .filter(Boolean)
          .join(' '),
        severity: isRoutine ? 'info' : severity === 'info' ? 'warning' : severity,
        role: isRoutine ? 'context' : 'cause',
        certainty: 'certain',
        count: all.length,
        ...(times.length > 0 && { firstTimeMs: Math.min(...times), lastTimeMs: Math.max(...times) }),
        evidence: [
          ...all.slice(0, 8).map((each) => citeLine(document, each.line)),
          ...(shortages.line > 0 ? [citeLine(document, shortages.line)] : []),
        ],
        signature: `android.low-memory-kill ${subject}`,
        subjects: ['memory', 'low memory killer', 'lmkd', ...new Set(all.slice(0, 20).map(nameOf))],
        next: [
          'See what holds the memory: `adb shell dumpsys meminfo`, and over time: `adb shell dumpsys procstats --hours 3`.',
        ],
      },
    ];
  }

  function nameOf({ name, pid }: Kill): string {
    return name || names.of(pid) || 'a process';
  }
}

type Told = Omit<Kill, 'line' | 'timeMs'>;

function fromWords(message: string): Told | undefined {
  const quoted = /\b[Kk]ill(?:ing|ed)? '([^']{1,200})' \((\d+)\)/.exec(message);
  const signalled = quoted ? null : /send sigkill to (\d+) \((.{1,200}?)\), adj (-?\d+), size (\d+)/i.exec(message);
  if (signalled) {
    // The old driver counts pages of four kilobytes.
    const kilobytes = Number(signalled[4]) * 4;
    return { pid: Number(signalled[1]), name: signalled[2]!, score: scoreOf(signalled[3]), kilobytes, reason: '' };
  }
  if (!quoted) return undefined;
  return {
    pid: Number(quoted[2]),
    name: quoted[1]!,
    score: scoreOf(/\b(?:oom_score_adj|oom_adj|adj) (-?\d+)/.exec(message)?.[1]),
    kilobytes: Number(/to free (\d+) ?kB/.exec(message)?.[1] ?? 0),
    reason: /reason: (.{1,160})/.exec(message)?.[1] ?? '',
  };
}

/** `[pid,uid,adj,lowest adj,kilobytes,…]`. */
function fromEvent(message: string): Told | undefined {
  const match = /^\[(\d+),\d+,(-?\d+),-?\d+,(\d+)/.exec(message);
  return match
    ? { pid: Number(match[1]), name: '', score: scoreOf(match[2]), kilobytes: Number(match[3]), reason: '' }
    : undefined;
}

/** The scale up to Android 4 ends at 15. */
function scoreOf(text: string | undefined): number {
  const value = Number(text ?? Number.NaN);
  return value > 0 && value <= 15 ? Math.round((value * 1000) / 15) : value;
}

function gravity(score: number): { state: string; severity: Finding['severity'] } {
  if (Number.isNaN(score)) return { state: '', severity: 'warning' };
  if (score < 0) return { state: 'a part of the system', severity: 'critical' };
  if (score < 100) return { state: 'in the foreground', severity: 'critical' };
  if (score < 300) return { state: 'visible or audible to the person', severity: 'error' };
  if (score < 900) return { state: 'doing work in the background', severity: 'warning' };
  return { state: '', severity: 'info' };
}

const rankOf = ({ score }: Kill): number => (Number.isNaN(score) ? 800 : score);
