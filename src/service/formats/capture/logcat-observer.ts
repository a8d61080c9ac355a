import type { LineWatch } from '../../lines/form-book.ts';
import { lineText } from '../line-text.ts';
import type { Finding, Reading } from '../reading.ts';
import { collectionLine } from './collection-line.ts';
import { createCrashAssembler } from './crash-assembler.ts';
import { crashFindings } from './crash-findings.ts';
import { createEventGroups, type EventGroup } from './event-groups.ts';
import { createEventReports } from './event-reports.ts';
import { type EventRule, eventRules } from './event-rules.ts';
import { createGarbageCollections } from './garbage-collections.ts';
import { continuation, crashTags, crashText, createEntryReader } from './logcat-entries.ts';
import { parseLogcatLine } from './logcat-line.ts';
import { createMemoryKills, memoryKillLine } from './memory-kills.ts';
import { createProcessEnds } from './process-ends.ts';
import { createProcessNames, namingLine } from './process-names.ts';
import type { AppCrash } from './understand-crash.ts';

const studioLine = /^\S+ \S+ +\d+-\d+[ /]/;
const longHead = /^\[ .*\]$/;
const taglessCrash =
  /^[VDIWEFAS]\([ \d:]+\) (?:FATAL|Process: |(?:Caused by: )?[a-z][\w.$]*(?:Exception|Error)\b|\s+at |\s+#\d|signal |pid: |Abort)/;
const watched = [
  taglessCrash,
  continuation,
  crashText,
  crashTags,
  namingLine,
  memoryKillLine,
  collectionLine,
  studioLine,
  longHead,
];
const maxText = 1500;
const maxCrashes = 500;
const maxEnded = 1000;
/** Rules that tell how a process ended, not why. */
const endings = new Set([
  'android.process-death',
  'android.process-killed',
  'android.native-signal',
  'android.service-exit',
]);

/** Watches Android log lines while they are indexed; works on a log file as on the sections of a bug report. */
export function createLogcatObserver(names = createProcessNames()) {
  const crashes: AppCrash[] = [];
  const assembler = createCrashAssembler((crash) => {
    if (crashes.length < maxCrashes) crashes.push(crash);
  });
  const readEntry = createEntryReader();
  const reports = createEventReports();
  const ends = createProcessEnds();
  const memoryKills = createMemoryKills(names);
  const collections = createGarbageCollections(names);
  const events = createEventGroups(names);

  const watch: LineWatch = {
    interest: (sample) => {
      const line = sample.slice(0, 800);
      return crashText.test(line.trimStart()) ||
        watched.some((pattern) => pattern.test(line)) ||
        eventRules.some((rule) => mayFit(rule, line))
        ? 1
        : 0;
    },
    line: (watchedLine) => line(lineText(watchedLine, maxText), watchedLine.number, watchedLine.timeMs),
  };
  return { watch, line, kernelLine, findings, series: collections.series, tables, reports: () => crashes };

  /** `timeMs` NaN: no time. */
  function line(text: string, number: number, timeMs: number): void {
    const entry = readEntry(text);
    if (!entry) return;
    if (entry.process) names.learn(entry.pid, entry.process);
    names.line(entry);
    ends.line(entry, number);
    reports.line(entry, number, timeMs);
    memoryKills.line(entry, number, timeMs);
    collections.line(entry, number, timeMs);
    assembler.line(entry, number, timeMs);
    events.line(entry, number, timeMs);
  }

  /** A line of the kernel's log, which does the killing on devices up to Android 8; `message` without its stamp. */
  function kernelLine(message: string, number: number): void {
    memoryKills.line({ pid: 0, level: 'I', tag: 'lowmemorykiller', message }, number, Number.NaN);
  }

  /** Call once, after the last line. */
  function findings(document: string): Finding[] {
    assembler.end();
    crashes.push(...reports.beyond(crashes));
    crashes.sort((a, b) => a.lineStart - b.lineStart);
    for (const crash of crashes) if (crash.process !== 'unknown') names.learn(crash.pid, crash.process);
    return [
      ...crashFindings(document, crashes, names, collections.storyOf),
      ...memoryKills.findings(document),
      ...collections.findings(document),
      ...events.findings(document, isExplained),
    ];
  }

  /** Who crashed and who was killed, for charts and questions; after `findings`. */
  function tables(document: string): NonNullable<Reading['tables']> {
    const ended = [...memoryKills.list(), ...ends.list().filter(({ pid }) => !memoryKills.isVictim(pid))];
    const failed = crashes.map(({ process, kind, what, detail, pid, lineStart }) => ({
      process: process === 'unknown' ? (names.of(pid) ?? `pid ${pid}`) : process,
      kind,
      what: detail && kind !== 'anr' ? `${what}: ${detail.slice(0, 140)}` : what,
      pid,
      document,
      line: lineStart,
    }));
    return {
      ...(failed.length > 0 && { crashes: failed }),
      ...(ended.length > 0 && { ended_processes: ended.slice(0, maxEnded).map((end) => ({ ...end, document })) }),
    };
  }

  /** The end of a process that crashed, hung or was killed is part of that story. */
  function isExplained({ rule, pids, count }: EventGroup): boolean {
    if (!endings.has(rule.rule) || pids.size === 0 || pids.size < Math.min(count, 500)) return false;
    const crashed = new Set(crashes.map(({ pid }) => pid));
    if (rule.rule === 'android.process-killed') return [...pids].every((pid) => crashed.has(pid));
    return [...pids].every((pid) => crashed.has(pid) || ends.has(pid) || memoryKills.isVictim(pid));
  }
}

/** A form's first line decides for all of its lines, so only the constant words of a pattern are trusted here. */
function mayFit(rule: EventRule, line: string): boolean {
  const entry = parseLogcatLine(line);
  if (!entry) return rule.pattern.test(line);
  if (rule.tags && !rule.tags.test(entry.tag)) return false;
  return rule.tags !== undefined || rule.pattern.test(entry.message);
}
