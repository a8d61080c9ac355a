import { citeLine } from '../cite.ts';
import type { Finding } from '../reading.ts';
import { type EventRule, eventRules } from './event-rules.ts';
import type { LogcatLine } from './logcat-line.ts';
import type { ProcessNames } from './process-names.ts';

export interface EventGroup {
  rule: EventRule;
  subject: string;
  count: number;
  lines: number[];
  lastLine: number;
  firstTimeMs: number;
  lastTimeMs: number;
  /** Processes already counted. */
  pids: Set<number>;
  reason: string;
}

const maxGroups = 3000;
const maxPids = 500;
const maxTags = 5000;
const maxOfRule = 12;

/** Events told in one line each, those of one rule and subject together. */
export function createEventGroups(names: ProcessNames) {
  const groups = new Map<EventRule, Map<string, EventGroup>>(eventRules.map((rule) => [rule, new Map()]));
  let size = 0;
  const rules = new Map<string, readonly EventRule[]>();
  return {
    line(entry: LogcatLine, number: number, timeMs: number): void {
      for (const rule of rulesOf(entry.tag)) {
        const match = rule.pattern.exec(entry.message);
        if (!match) continue;
        const group = count(rule, rule.subject(match, entry), rule.process?.(match, entry) || 0, number, timeMs);
        if (group && rule.reason) group.reason ||= rule.reason(match)?.slice(0, 160) ?? '';
        return;
      }
    },
    findings(document: string, isExplained: (group: EventGroup) => boolean): Finding[] {
      const seen = new Map<EventRule, number>();
      return [...groups.values()]
        .flatMap((ofRule) => [...ofRule.values()])
        .filter((group) => group.count >= (group.rule.atLeast ?? 1) && !isExplained(group))
        .sort((a, b) => b.count - a.count || a.lines[0]! - b.lines[0]!)
        .filter(({ rule }) => {
          seen.set(rule, (seen.get(rule) ?? 0) + 1);
          return seen.get(rule)! <= maxOfRule;
        })
        .map((group) => findingOf(document, group));
    },
  };

  function rulesOf(tag: string): readonly EventRule[] {
    const known = rules.get(tag);
    if (known) return known;
    const fitting = eventRules.filter((rule) => !rule.tags || rule.tags.test(tag));
    if (rules.size < maxTags) rules.set(tag, fitting);
    return fitting;
  }

  function count(
    rule: EventRule,
    subject: string,
    pid: number,
    number: number,
    timeMs: number,
  ): EventGroup | undefined {
    const ofRule = groups.get(rule)!;
    const known = ofRule.get(subject);
    if (!known) {
      if (size++ >= maxGroups) return undefined;
      const pids = new Set(pid > 0 ? [pid] : []);
      const times = { firstTimeMs: timeMs, lastTimeMs: timeMs };
      const group = { rule, subject, count: 1, lines: [number], lastLine: number, ...times, pids, reason: '' };
      ofRule.set(subject, group);
      return group;
    }
    if (pid > 0 && known.pids.has(pid)) return known;
    if (pid > 0 && known.pids.size < maxPids) known.pids.add(pid);
    const isOne = rule.oneWithinMs !== undefined && !(timeMs - known.lastTimeMs > rule.oneWithinMs);
    if (!isOne) known.count++;
    known.lastLine = number;
    known.lastTimeMs = timeMs;
    if (known.lines.length < 4) known.lines.push(number);
    return known;
  }

  function findingOf(document: string, group: EventGroup): Finding {
    const { rule, count } = group;
    const subject = group.subject.replace(/\bpid (\d{1,9})\b/, (_, pid: string) => names.told(Number(pid)));
    return {
      rule: rule.rule,
      title: rule.title(subject, count).slice(0, 260),
      explanation: group.reason ? `${rule.explanation} The stated reason: ${group.reason}.` : rule.explanation,
      severity: rule.severity,
      role: rule.role,
      certainty: 'certain',
      count,
      ...(!Number.isNaN(group.firstTimeMs) && { firstTimeMs: group.firstTimeMs, lastTimeMs: group.lastTimeMs }),
      evidence: [...new Set([...group.lines, group.lastLine])].map((line) => citeLine(document, line)),
      signature: `${rule.rule} ${subject}`
        .replace(/ ?\(?pid \d+\)?/, '')
        .replace(/\d{5,}/g, '#')
        .slice(0, 200),
      subjects: [subject, ...(/^[\w.:/$-]+(?= \(pid)/.exec(subject) ?? [])],
      ...(rule.next && { next: [rule.next] }),
    };
  }
}
