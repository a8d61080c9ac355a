import type { LineWatch, WatchedLine } from '../../lines/form-book.ts';
import type { Finding } from '../reading.ts';
import { type AppCrash, createCrashAssembler } from './crash-assembler.ts';
import { crashFindings } from './crash-findings.ts';
import { type EventRule, eventRules } from './event-rules.ts';
import { parseLogcatLine } from './logcat-line.ts';

interface EventGroup {
  rule: EventRule;
  subject: string;
  count: number;
  lines: number[];
  lastLine: number;
  firstTimeMs: number;
  lastTimeMs: number;
}

const crashTags = /AndroidRuntime|\bDEBUG\b|crash_dump|Watchdog|\bANR in |\b(?:PID|Reason|Load|Parent|ErrorId): /;
const maxGroups = 3000;
const maxCrashes = 500;

/** Watches Android log lines while they are indexed; works on a log file as on the sections of a bug report. */
export function createLogcatObserver() {
  const groups = new Map<string, EventGroup>();
  const crashes: AppCrash[] = [];
  const assembler = createCrashAssembler((crash) => {
    if (crashes.length < maxCrashes) crashes.push(crash);
  });
  let longHead: string | undefined;

  const watch: LineWatch = {
    interest: (sample) => {
      const line = sample.slice(0, 800);
      return crashTags.test(line) || /^\[ .*\]$/.test(line) || eventRules.some((rule) => mayFit(rule, line)) ? 1 : 0;
    },
    line(line) {
      const text = textOf(line);
      let entry = parseLogcatLine(text);
      if (!entry && longHead !== undefined) {
        entry = parseLogcatLine(longHead);
        if (entry) entry.message = text;
      }
      longHead = entry && entry.message === '' && text.startsWith('[ ') ? text : entry ? longHead : undefined;
      if (!entry) return;
      assembler.line(entry, line.number, line.timeMs);
      for (const rule of eventRules) {
        if (rule.tags && !rule.tags.test(entry.tag)) continue;
        const match =
          rule.pattern.exec(entry.message) ??
          (rule.rule === 'android.low-memory' ? rule.pattern.exec(entry.tag) : null);
        if (!match) continue;
        count(rule, rule.subject(match, entry), line);
        break;
      }
    },
  };
  return { watch, findings, crashCount: () => crashes.length };

  function count(rule: EventRule, subject: string, line: WatchedLine): void {
    const key = `${rule.rule} ${subject}`;
    const known = groups.get(key);
    if (known) {
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
      });
    }
  }

  /** Call once, after the last line. */
  function findings(document: string): Finding[] {
    assembler.end();
    crashes.sort((a, b) => a.lineStart - b.lineStart);
    const events = [...groups.values()]
      .filter((group) => group.count >= (group.rule.atLeast ?? 1))
      .sort((a, b) => b.count - a.count || a.lines[0]! - b.lines[0]!);
    const perRule = new Map<string, number>();
    const kept = events.filter((group) => {
      const seen = (perRule.get(group.rule.rule) ?? 0) + 1;
      perRule.set(group.rule.rule, seen);
      return seen <= 12;
    });
    return [...crashFindings(document, crashes), ...kept.map((group) => eventFinding(document, group))];
  }
}

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
    signature: `${rule.rule} ${subject}`.replace(/ ?\(?pid \d+\)?/, '').slice(0, 200),
    subjects: [subject],
  };
}

const textOf = (line: WatchedLine): string =>
  Buffer.from(line.bytes.buffer, line.bytes.byteOffset + line.start, Math.min(line.end - line.start, 1500)).toString(
    'utf8',
  );
