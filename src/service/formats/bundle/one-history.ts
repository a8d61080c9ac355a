import { maxEvidence } from '../cite.ts';
import type { DocumentInfo, Finding, Reading } from '../reading.ts';
import { familyOf, inOrderOfHistory } from './log-family.ts';

const maxHistories = 20;

/** The reading with the pieces of each rotated log in the order they were written, and what recurs in them told once. */
export function asOneHistory(reading: Reading): Reading {
  const { documents, families } = inOrderOfHistory(reading.documents);
  if (families.size === 0) return reading;
  const place = new Map(documents.map(({ name }, index) => [name, index]));
  const facts: Reading['facts'] = {};
  for (const [name, pieces] of [...families].slice(0, maxHistories)) {
    facts[`History of ${name}`] = `${pieces.length} files, oldest first: ${namesOf(pieces)}`;
  }
  return {
    ...reading,
    documents,
    findings: joined(reading.findings, families, place),
    facts: { ...reading.facts, ...facts },
  };
}

function namesOf(pieces: readonly DocumentInfo[]): string {
  const names = pieces.map(({ name }) => name.slice(name.lastIndexOf('/') + 1));
  return names.length <= 8 ? names.join(', ') : `${names.slice(0, 4).join(', ')}, …, ${names.slice(-3).join(', ')}`;
}

function joined(
  findings: readonly Finding[],
  families: ReadonlyMap<string, unknown>,
  place: ReadonlyMap<string, number>,
): Finding[] {
  const alike = Map.groupBy(findings, (finding) => {
    const family = familyOf(finding.evidence[0]?.document ?? '');
    return families.has(family) ? `${family}\n${finding.rule}\n${finding.signature ?? finding.title}` : finding;
  });
  return [...alike.values()].map((group) => (group.length === 1 ? group[0]! : oneOf(group, place)));
}

function oneOf(group: readonly Finding[], place: ReadonlyMap<string, number>): Finding {
  const inOrder = [...group].sort((a, b) => place.get(a.evidence[0]!.document)! - place.get(b.evidence[0]!.document)!);
  const first = inOrder[0]!;
  const firstTimes = inOrder.flatMap(({ firstTimeMs }) => firstTimeMs ?? []);
  const lastTimes = inOrder.flatMap(({ lastTimeMs, firstTimeMs }) => lastTimeMs ?? firstTimeMs ?? []);
  const count = inOrder.reduce((sum, finding) => sum + finding.count, 0);
  const files = new Set(inOrder.map(({ evidence }) => evidence[0]!.document)).size;
  return {
    ...first,
    explanation:
      files < 2
        ? first.explanation
        : `${first.explanation} In ${files} files of this log, ${count} times in all.`.trim(),
    count,
    ...(firstTimes.length > 0 && { firstTimeMs: Math.min(...firstTimes) }),
    ...(lastTimes.length > 0 && { lastTimeMs: Math.max(...lastTimes) }),
    // The first lines of each piece before the further ones of any.
    evidence: [
      ...inOrder.flatMap(({ evidence }) => evidence.slice(0, 1)),
      ...inOrder.flatMap(({ evidence }) => evidence.slice(1)),
    ].slice(0, maxEvidence),
  };
}
