import type { Finding, Reading, Severity } from '../reading.ts';

const maxFindings = 400;
const maxSeries = 200;
const maxTimeline = 5000;
const maxNotes = 500;
const ranks: Record<Severity, number> = { critical: 0, error: 1, warning: 2, info: 3 };

/** One reading of many: findings side by side, one timeline, every document under its path in the archive. */
export function mergeReadings(
  readings: readonly Reading[],
  members: NonNullable<Reading['members']>,
  notes: readonly string[],
): Reading {
  const unread = [...notes, ...readings.flatMap((reading) => reading.unread)];
  return {
    fileType: 'bundle',
    documents: readings.flatMap((reading) => reading.documents),
    findings: readings
      .flatMap((reading) => reading.findings)
      .sort(byWeight)
      .slice(0, maxFindings),
    series: readings.flatMap((reading) => reading.series).slice(0, maxSeries),
    timeline: readings
      .flatMap((reading) => reading.timeline)
      .sort((a, b) => ranks[a.severity] - ranks[b.severity])
      .slice(0, maxTimeline)
      .sort((a, b) => a.timeMs - b.timeMs),
    unread:
      unread.length > maxNotes ? [...unread.slice(0, maxNotes), `… and ${unread.length - maxNotes} more.`] : unread,
    facts: mergeFacts(readings),
    members,
    crash: readings.find((reading) => reading.crash)?.crash ?? null,
  };
}

/** The same fact of several members is kept where they agree, and told per document where they differ. */
function mergeFacts(readings: readonly Reading[]): Reading['facts'] {
  const facts: Reading['facts'] = { Files: readings.length };
  for (const reading of readings) {
    const of = reading.documents[0]?.name;
    for (const [label, value] of Object.entries(reading.facts)) {
      if (Object.keys(facts).length >= 60) return facts;
      if (label === 'Files' || facts[label] === value) continue;
      facts[label in facts && of ? `${label} (${of})` : label] = value;
    }
  }
  return facts;
}

const roleRanks: Record<Finding['role'], number> = { cause: 0, symptom: 1, context: 2 };

function byWeight(a: Finding, b: Finding): number {
  return ranks[a.severity] - ranks[b.severity] || roleRanks[a.role] - roleRanks[b.role];
}
