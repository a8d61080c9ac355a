import { citeLine } from '../cite.ts';
import type { Finding, Severity } from '../reading.ts';
import type { ConsoleLine } from './console-line.ts';
import type { EventRule } from './events/event-rule.ts';
import { eventOf } from './events/event-rules.ts';

interface EventGroup {
  rule: EventRule;
  title: string;
  subject: string;
  next: readonly string[];
  count: number;
  firstLines: number[];
  lastLine: number;
  firstTimeMs?: number;
  lastTimeMs?: number;
}

const maxGroups = 400;
const keptLines = 8;

/** Gathers single messages that have a rule, by rule and subject; unnamed errors by who prints them. */
export function createEventLog(document: string) {
  const groups = new Map<string, EventGroup>();
  let left = 0;

  /** The severity of the line, where it is worth one. */
  function add(line: ConsoleLine): Severity | undefined {
    const event = eventOf(line.message) ?? complaint(line);
    if (event === undefined) return undefined;
    const subject = (event.rule.subject?.(event.parts) ?? '').slice(0, 80);
    const key = `${event.rule.rule}\0${subject}`;
    const timeMs = line.wallMs ?? line.bootMs;
    const group = groups.get(key);
    if (group === undefined) {
      if (groups.size >= maxGroups) left++;
      else {
        groups.set(key, {
          rule: event.rule,
          title: event.rule.title(event.parts).slice(0, 200),
          subject,
          next: typeof event.rule.next === 'function' ? event.rule.next(event.parts) : (event.rule.next ?? []),
          count: 1,
          firstLines: [line.number],
          lastLine: line.number,
          ...(timeMs === undefined ? {} : { firstTimeMs: timeMs, lastTimeMs: timeMs }),
        });
      }
    } else {
      group.count++;
      group.lastLine = line.number;
      if (group.firstLines.length < keptLines) group.firstLines.push(line.number);
      if (timeMs !== undefined) group.lastTimeMs = timeMs;
    }
    return event.rule.severity;
  }

  function findings(): Finding[] {
    return [...groups.values()].filter((group) => group.count >= (group.rule.atLeast ?? 1)).map(toFinding);
  }

  function toFinding(group: EventGroup): Finding {
    const { rule, count } = group;
    const isFlapping = rule.rule === 'net.link-down' && count >= 3;
    const lines = group.firstLines.includes(group.lastLine) ? group.firstLines : [...group.firstLines, group.lastLine];
    return {
      rule: isFlapping ? 'net.link-flapping' : rule.rule,
      title: isFlapping ? `${group.subject} keeps losing its link` : group.title,
      explanation: count > 1 ? `${rule.meaning} It is in the log ${count} times.` : rule.meaning,
      severity: isFlapping ? 'error' : rule.severity,
      role: isFlapping ? 'cause' : rule.role,
      certainty: rule.rule === complaintRule.rule ? 'possible' : 'certain',
      count,
      evidence: lines.map((line) => citeLine(document, line)),
      signature: group.subject === '' ? rule.rule : `${rule.rule}: ${stable(group.subject)}`,
      ...(group.subject === '' ? {} : { subjects: [group.subject] }),
      ...(group.next.length === 0 ? {} : { next: group.next.map((step) => step.replaceAll('DEVICE', group.subject)) }),
      ...(group.firstTimeMs === undefined ? {} : { firstTimeMs: group.firstTimeMs }),
      ...(group.lastTimeMs === undefined ? {} : { lastTimeMs: group.lastTimeMs }),
    };
  }

  function facts(): Record<string, number> {
    return left > 0 ? { 'kinds of error beyond those listed': left } : {};
  }

  return { add, findings, facts };
}

const complaintRule: EventRule = {
  rule: 'kernel.complaint',
  form: /^([\w./-]{2,40}(?: [\w.:-]{1,30})?): (.{0,200})/,
  severity: 'warning',
  role: 'symptom',
  title: ([who, what]) => `${who}: ${what?.slice(0, 120)}`,
  meaning: 'A part of the kernel reports a problem in its own words.',
  subject: ([who]) => who ?? '',
};
const ofDriver = /^[A-Z][A-Z\d]{2,9} (?:error|warning)(?: \([^)]{1,40}\))?: /;
const complains =
  /\b(?:failed|failure|error|timed? ?out|cannot|can't|unable|invalid|corrupt(?:ed|ion)?|not respond\w*)\b/i;
const harmless = /\b(?:no|0|without) errors?\b|errors?[:=] ?0\b|error injection|errata|failed: 0\b|x86\/fpu|^audit: /i;

// A message that no rule knows: its level says it is an error, or its words do.
function complaint(line: ConsoleLine): { rule: EventRule; parts: (string | undefined)[] } | undefined {
  // Without a kernel's stamp only what is written as its drivers write it is taken for theirs.
  if (line.context === '' && !ofDriver.test(line.message)) return undefined;
  const isLoud = line.level !== undefined && line.level <= 3;
  const text = line.message.slice(0, 400);
  if (!isLoud && (!complains.test(text) || harmless.test(text))) return undefined;
  const match = complaintRule.form.exec(text);
  return match === null ? undefined : { rule: complaintRule, parts: match.slice(1) };
}

// Unit numbers and addresses differ from machine to machine.
function stable(subject: string): string {
  return subject.replace(/0x[0-9a-f]+|\d+/g, 'N');
}
