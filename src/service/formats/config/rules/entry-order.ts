import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { findingAt } from './finding-at.ts';
import { wholeTextOf } from './whole-text.ts';

interface Entry {
  name: string;
  line: number;
  hasCondition: boolean;
  /** Whatever reaches it goes no further. */
  isFinal: boolean;
}

const routeMap = /^(route-map \S+) (?:permit|deny) (\d+)(?: (.*))?$/;
const term = /(?:^|\s)((?:filter|policy-statement) \S+) term (\S+)(?: (.{0,300}))?$/;

/** Entries of route maps, policies and filters behind one without a condition, which takes all that reaches it. */
export function findUnreachableEntries({ statements }: ConfigText, document: string): Finding[] {
  const lists = new Map<string, Map<string, Entry>>();
  for (const statement of statements) {
    const whole = wholeTextOf(statement).slice(0, 500);
    const isRouteMap = routeMap.test(whole);
    const [, list, name, rest = ''] = routeMap.exec(whole) ?? term.exec(whole) ?? [];
    if (list === undefined || name === undefined) continue;
    const entries = lists.get(list) ?? new Map<string, Entry>();
    lists.set(list, entries);
    const entry = entries.get(name) ?? { name, line: statement.line, hasCondition: false, isFinal: isRouteMap };
    entries.set(name, entry);
    if (/^(?:match|from)\b/.test(rest)) entry.hasCondition = true;
    if (/^continue\b/.test(rest)) entry.isFinal = false;
    if (/^then (?:accept|reject|discard)$/.test(rest)) entry.isFinal = true;
  }
  return [...lists].flatMap(([list, entries]): Finding[] => {
    const all = [...entries.values()];
    const end = all.findIndex(({ hasCondition, isFinal }) => isFinal && !hasCondition);
    const [open, next] = [all[end], all[end + 1]];
    if (end < 0 || !open || !next) return [];
    return [
      findingAt(document, [open.line, next.line], {
        rule: 'config.unreachable-rule',
        severity: 'warning',
        certainty: 'certain',
        title: `Entry ${next.name} of ${list} is never reached`,
        explanation: `Entry ${open.name} has no condition and so matches everything.`,
        next: `Give entry ${open.name} its condition, or move it to the end.`,
        subjects: [list],
      }),
    ];
  });
}
