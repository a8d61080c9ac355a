import type { LineWatch, WatchedLine } from '../../lines/form-book.ts';
import type { Finding } from '../reading.ts';
import { type AppCrash, createCrashAssembler } from './crash-assembler.ts';
import { crashFindings } from './crash-findings.ts';
import { type EventRule, eventRules } from './event-rules.ts';
import { collectionLine, createGarbageCollections } from './garbage-collections.ts';
import { type LogcatLine, parseLogcatLine, studioProcess } from './logcat-line.ts';
import { createMemoryKills, memoryKillLine } from './memory-kills.ts';
import { createProcessNames, namingLine } from './process-names.ts';

interface EventGroup {
  rule: EventRule;
  subject: string;
  count: number;
  lines: number[];
  lastLine: number;
  firstTimeMs: number;
  lastTimeMs: number;
  /** Processes already counted. */
  pids: Set<number>;
}

const crashTags = /AndroidRuntime|\bDEBUG\b|crash_dump|Watchdog|\bANR in |\b(?:PID|Reason|Load|Parent|ErrorId): /;
/** The words of a crash report, in formats that print no tag or print it on the line before. */
const crashText =
  /FATAL EXCEPTION|^Process: [\w.:]+, PID: |^(?:Caused by: )?(?:[a-z][\w$]*\.)+[A-Z]\w*(?:Exception|Error)\b|^\s+#\d\d pc |^signal \d|^pid: \d|^Abort message|^backtrace:|^(?:\*\*\* ){3}/;
/** Android Studio prints the stamp once for a stack trace. */
const continuation = /^\s+(?:at |\.{3} \d+ more)|^\s*Caused by: /;
const taglessCrash =
  /^[VDIWEFAS]\([ \d:]+\) (?:FATAL|Process: |(?:Caused by: )?[a-z][\w.$]*(?:Exception|Error)\b|\s+at |\s+#\d|signal |pid: |Abort)/;
const watched = [taglessCrash, continuation, crashText, crashTags, namingLine, memoryKillLine, collectionLine];
const maxGroups = 3000;
const maxPids = 500;
const maxCrashes = 500;

/** Watches Android log lines while they are indexed; works on a log file as on the sections of a bug report. */
export function createLogcatObserver() {
  const groups = new Map<string, EventGroup>();
  const crashes: AppCrash[] = [];
  const assembler = createCrashAssembler((crash) => {
    if (crashes.length < maxCrashes) crashes.push(crash);
  });
  const names = createProcessNames();
  const memoryKills = createMemoryKills(names);
  const collections = createGarbageCollections(names);
  let longHead: string | undefined;
  let lastCrash: LogcatLine | undefined;

  const watch: LineWatch = {
    interest: (sample) => {
      const line = sample.slice(0, 800);
      return watched.some((pattern) => pattern.test(line)) ||
        studioLine.test(line) ||
        /^\[ .*\]$/.test(line) ||
        eventRules.some((rule) => mayFit(rule, line))
        ? 1
        : 0;
    },
    line(line) {
      const text = textOf(line);
      let entry = parseLogcatLine(text);
      if (!entry && longHead !== undefined) {
        entry = parseLogcatLine(longHead);
        if (entry) entry.message = text;
      }
      longHead = entry && entry.message === '' && text.startsWith('[ ') ? text : entry ? longHead : undefined;
      if (!entry && longHead === undefined && crashText.test(text)) entry = untagged(text, lastCrash);
      else if (entry?.tag === '' && (crashText.test(entry.message) || (lastCrash && continuation.test(entry.message))))
        entry.tag = tagOf(entry.message);
      if (!entry && lastCrash && continuation.test(text)) entry = { ...lastCrash, message: text };
      // The head of the long format says nothing by itself.
      if (!entry || (longHead === text && entry.message === '')) return;
      lastCrash = crashTags.test(entry.tag) ? entry : undefined;
      if (studioLine.test(text)) names.learn(entry.pid, studioProcess(text) ?? '');
      names.line(entry);
      memoryKills.line(entry, line.number, line.timeMs);
      collections.line(entry, line.number, line.timeMs);
      assembler.line(entry, line.number, line.timeMs);
      for (const rule of eventRules) {
        if (rule.tags && !rule.tags.test(entry.tag)) continue;
        const match =
          rule.pattern.exec(entry.message) ??
          (rule.rule === 'android.low-memory' ? rule.pattern.exec(entry.tag) : null);
        if (!match) continue;
        count(rule, rule.subject(match, entry), line, rule.process?.(match, entry) || 0);
        break;
      }
    },
  };
  return { watch, findings, crashCount: () => crashes.length };

  function count(rule: EventRule, subject: string, line: WatchedLine, pid: number): void {
    const key = `${rule.rule} ${subject}`;
    const known = groups.get(key);
    if (known) {
      if (pid > 0 && known.pids.has(pid)) return;
      if (pid > 0 && known.pids.size < maxPids) known.pids.add(pid);
      known.count++;
      known.lastLine = line.number;
      known.lastTimeMs = line.timeMs;
      if (known.lines.length < 4) known.lines.push(line.number);
    } else if (groups.size < maxGroups) {
      groups.set(key, {
        rule,
        subject,
        count: 1,
        lines: [line.number],
        lastLine: line.number,
        firstTimeMs: line.timeMs,
        lastTimeMs: line.timeMs,
        pids: new Set(pid > 0 ? [pid] : []),
      });
    }
  }

  /** Call once, after the last line. */
  function findings(document: string): Finding[] {
    assembler.end();
    crashes.sort((a, b) => a.lineStart - b.lineStart);
    for (const crash of crashes) if (crash.process !== 'unknown') names.learn(crash.pid, crash.process);
    const events = [...groups.values()]
      .filter((group) => group.count >= (group.rule.atLeast ?? 1) && !isExplained(group))
      .sort((a, b) => b.count - a.count || a.lines[0]! - b.lines[0]!);
    const perRule = new Map<string, number>();
    const kept = events.filter((group) => {
      const seen = (perRule.get(group.rule.rule) ?? 0) + 1;
      perRule.set(group.rule.rule, seen);
      return seen <= 12;
    });
    return [
      ...crashFindings(document, crashes, names),
      ...memoryKills.findings(document),
      ...collections.findings(document),
      ...kept.map((group) => eventFinding(document, named(group))),
    ];
  }

  /** The end of a process that crashed or was killed for memory is part of that story. */
  function isExplained({ rule, pids, count }: EventGroup): boolean {
    if (rule.rule !== 'android.process-death' || pids.size < count) return false;
    const crashed = new Set(crashes.filter(({ kind }) => kind !== 'anr').map(({ pid }) => pid));
    return [...pids].every((pid) => crashed.has(pid) || memoryKills.isVictim(pid));
  }

  function named(group: EventGroup): EventGroup {
    const subject = group.subject.replace(/\bpid (\d{1,9})\b/, (_, pid: string) => names.told(Number(pid)));
    return { ...group, subject };
  }
}

function untagged(message: string, last: LogcatLine | undefined): LogcatLine | undefined {
  const tag = tagOf(message);
  return last?.tag === tag || /^FATAL EXCEPTION|^(?:\*\*\* ){3}/.test(message)
    ? { pid: 0, level: 'E', tag, message }
    : undefined;
}

const tagOf = (message: string): string =>
  /^(?:\s+#\d\d pc |signal \d|pid: |Abort|backtrace|\*\*\* \*)/.test(message) ? 'DEBUG' : 'AndroidRuntime';

const studioLine = /^\S+ \S+ +\d+-\d+[ /]/;

/** A form's first line decides for all of its lines, so only the constant words of a pattern are trusted here. */
function mayFit(rule: EventRule, line: string): boolean {
  const entry = parseLogcatLine(line);
  if (!entry) return rule.pattern.test(line);
  if (rule.tags && !rule.tags.test(entry.tag)) return false;
  return rule.tags !== undefined || rule.pattern.test(entry.message) || rule.pattern.test(entry.tag);
}

function eventFinding(document: string, group: EventGroup): Finding {
  const { rule, subject, count } = group;
  const lines = [...new Set([...group.lines, group.lastLine])];
  return {
    rule: rule.rule,
    title: rule.title(subject, count).slice(0, 260),
    explanation: rule.explanation,
    severity: rule.severity,
    role: rule.role,
    certainty: 'certain',
    count,
    ...(!Number.isNaN(group.firstTimeMs) && { firstTimeMs: group.firstTimeMs, lastTimeMs: group.lastTimeMs }),
    evidence: lines.map((line) => ({ document, lineStart: line, lineEnd: line })),
    signature: `${rule.rule} ${subject}`
      .replace(/ ?\(?pid \d+\)?/, '')
      .replace(/\d{5,}/g, '#')
      .slice(0, 200),
    subjects: [subject, ...(/^[\w.:/$-]+(?= \(pid)/.exec(subject) ?? [])],
  };
}

const textOf = (line: WatchedLine): string =>
  Buffer.from(line.bytes.buffer, line.bytes.byteOffset + line.start, Math.min(line.end - line.start, 1500)).toString(
    'utf8',
  );
