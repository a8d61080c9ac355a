import { citeLine } from '../cite.ts';
import type { Finding } from '../reading.ts';
import { messageOf } from './message-of.ts';

const stateWords: Record<string, boolean> = {
  up: true,
  connected: true,
  reconnected: true,
  restored: true,
  reachable: true,
  online: true,
  healthy: true,
  available: true,
  down: false,
  disconnected: false,
  lost: false,
  unreachable: false,
  offline: false,
  unhealthy: false,
  unavailable: false,
};
const state = new RegExp(`\\b(${Object.keys(stateWords).join('|')})\\b`, 'i');
const maxSubjects = 2000;
const fewestTurns = 4;

export const mayTellState = (message: string): boolean => state.test(message);

interface Subject {
  label: string;
  isUp: boolean;
  turns: number;
  lines: number[];
  firstTimeMs: number;
  lastTimeMs: number;
}

/** Follows things that say they are up or down, and tells of those that keep changing. */
export function createFlapGatherer() {
  const subjects = new Map<string, Subject>();
  return { add, findings };

  function add(text: string, line: number, timeMs: number): void {
    const message = messageOf(text);
    const match = state.exec(message);
    if (!match) return;
    const isUp = stateWords[match[1]!.toLowerCase()]!;
    const label = message
      .slice(0, match.index)
      .replace(/\b(?:is|now|was|went|became|has|been|changed|state|from|to|status)\b/gi, '');
    const key = label.replace(/[^\w.:/-]+/g, ' ').trim();
    if (key === '') return;
    const known = subjects.get(key);
    if (!known) {
      if (subjects.size < maxSubjects) {
        subjects.set(key, { label: key, isUp, turns: 0, lines: [line], firstTimeMs: timeMs, lastTimeMs: timeMs });
      }
      return;
    }
    if (known.isUp === isUp) return;
    known.isUp = isUp;
    known.turns++;
    known.lastTimeMs = timeMs;
    if (known.lines.length < 8) known.lines.push(line);
  }

  function findings(document: string): Finding[] {
    return [...subjects.values()]
      .filter((subject) => subject.turns >= fewestTurns)
      .sort((a, b) => b.turns - a.turns || a.lines[0]! - b.lines[0]!)
      .slice(0, 10)
      .map((subject) => ({
        rule: 'log.flapping',
        title: `${subject.label} went up and down ${subject.turns} times`,
        explanation: 'It does not stay in one state; what depends on it keeps failing.',
        severity: 'error',
        role: 'cause',
        certainty: 'certain',
        count: subject.turns,
        ...(!Number.isNaN(subject.firstTimeMs) && { firstTimeMs: subject.firstTimeMs, lastTimeMs: subject.lastTimeMs }),
        evidence: subject.lines.map((line) => citeLine(document, line)),
        signature: `${subject.label} flaps`.slice(0, 200),
        subjects: [subject.label],
      }));
  }
}
