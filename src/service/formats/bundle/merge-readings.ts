import { byWeight, severityRanks } from '../gravity.ts';
import type { Finding, Reading, Series, TimelineEvent } from '../reading.ts';
import { keepBest } from './keep-best.ts';

const maxFindings = 400;
const maxSeries = 200;
const maxTimeline = 5000;
const maxNotes = 500;
const maxFacts = 60;
/** Types that come by the hundred, and archives of these. */
const counted: ReadonlySet<Reading['fileType']> = new Set(['log', 'capture', 'config', 'bundle']);

/** Takes readings one after the other and keeps what one reading of all may hold: thousands do not pile up. */
interface ReadingMerge {
  add(reading: Reading): void;
  /** One reading of all: findings side by side, one timeline, every document under its path in the archive. */
  result(members: NonNullable<Reading['members']>, notes: readonly string[]): Reading;
}

export function createReadingMerge(): ReadingMerge {
  const documents: Reading['documents'] = [];
  const findings = keepBest<Finding>(maxFindings, byWeight);
  const timeline = keepBest<TimelineEvent>(
    maxTimeline,
    (a, b) => severityRanks[a.severity] - severityRanks[b.severity],
  );
  const series = keepBest<{ series: Series; rank: number; order: number }>(maxSeries, (a, b) => a.rank - b.rank);
  const unread: string[] = [];
  const facts: Reading['facts'] = {};
  let unreadCount = 0;
  let readings = 0;
  let seriesSeen = 0;
  let crash: NonNullable<Reading['crash']> | null = null;
  return { add, result };

  function add(reading: Reading): void {
    readings++;
    for (const document of reading.documents) documents.push(document);
    findings.add(reading.findings);
    timeline.add(reading.timeline);
    // Of more numbers than fit, those beside the gravest findings.
    const rank = Math.min(4, ...reading.findings.map(({ severity }) => severityRanks[severity]));
    series.add(reading.series.map((each) => ({ series: each, rank, order: seriesSeen++ })));
    unreadCount += reading.unread.length;
    unread.push(...reading.unread.slice(0, maxNotes - unread.length));
    addFacts(reading);
    crash ??= reading.crash ?? null;
  }

  /** The same fact of several members is kept where they agree, and told per document where they differ. */
  function addFacts(reading: Reading): void {
    const of = reading.documents[0]?.name;
    for (const [label, value] of Object.entries(reading.facts)) {
      if (label === 'Files') continue;
      const known = facts[label];
      // How many lines or settings: of all together, where the counts of each would hide the other facts.
      if (typeof value === 'number' && typeof known === 'number' && counted.has(reading.fileType)) {
        facts[label] = known + value;
        continue;
      }
      if (known === value) continue;
      if (Object.keys(facts).length >= maxFacts - 1) return;
      facts[label in facts && of ? `${label} (${of})` : label] = value;
    }
  }

  function result(members: NonNullable<Reading['members']>, notes: readonly string[]): Reading {
    const told = [...notes, ...unread].slice(0, maxNotes);
    const left = notes.length + unreadCount - told.length;
    return {
      fileType: 'bundle',
      documents,
      findings: findings.best(),
      series: series
        .best()
        .sort((a, b) => a.order - b.order)
        .map((kept) => kept.series),
      timeline: timeline.best().sort((a, b) => a.timeMs - b.timeMs),
      unread: left > 0 ? [...told, `… and ${left} more.`] : told,
      facts: { Files: filesIn(members) || readings, ...facts },
      members,
      crash,
    };
  }
}

/** An archive within the archive is what its files are. */
const filesIn = (members: NonNullable<Reading['members']>): number =>
  members.filter(({ fileType }) => fileType !== 'bundle').length;

/** The same of readings that are all at hand. */
export function mergeReadings(
  readings: readonly Reading[],
  members: NonNullable<Reading['members']>,
  notes: readonly string[],
): Reading {
  const merge = createReadingMerge();
  for (const reading of readings) merge.add(reading);
  return merge.result(members, notes);
}
