import type { DocumentInfo, Reading, Series, TimelineEvent } from '../reading.ts';

/** Offsets by document name; added to its times, they are on the clock of the others. */
export type Offsets = ReadonlyMap<string, number>;

/** The reading with all times of wall clocks on one clock, and events of tied boot clocks on it too. */
export function alignClocks(reading: Reading, offsets: Offsets): Reading {
  const clocks = new Map(reading.documents.map(({ name, clock }) => [name, clock]));
  const shiftOf = (document: string) => (clocks.get(document) === 'absolute' ? (offsets.get(document) ?? 0) : 0);
  return {
    ...reading,
    documents: reading.documents.map((document) => shiftedDocument(document, shiftOf(document.name))),
    findings: reading.findings.map((finding) => {
      const shift = shiftOf(finding.evidence[0]?.document ?? '');
      return shift === 0 ? finding : { ...finding, ...shiftedSpan(finding, shift) };
    }),
    series: reading.series.map((series) => shiftedSeries(series, shiftOf(series.document))),
    timeline: oneTimeline(reading.timeline, clocks, offsets),
  };
}

function shiftedDocument(document: DocumentInfo, shift: number): DocumentInfo {
  return shift === 0 ? document : { ...document, ...shiftedSpan(document, shift), clockOffsetMs: shift };
}

function shiftedSpan(
  { firstTimeMs, lastTimeMs }: { firstTimeMs?: number; lastTimeMs?: number },
  shift: number,
): { firstTimeMs?: number; lastTimeMs?: number } {
  return {
    ...(firstTimeMs !== undefined && { firstTimeMs: firstTimeMs + shift }),
    ...(lastTimeMs !== undefined && { lastTimeMs: lastTimeMs + shift }),
  };
}

function shiftedSeries(series: Series, shift: number): Series {
  if (shift === 0) return series;
  return { ...series, points: series.points.map((point) => ({ ...point, timeMs: point.timeMs + shift })) };
}

function oneTimeline(
  timeline: readonly TimelineEvent[],
  clocks: ReadonlyMap<string, DocumentInfo['clock']>,
  offsets: Offsets,
): TimelineEvent[] {
  const hasWallClock = [...clocks.values()].includes('absolute');
  return timeline
    .flatMap((event) => {
      const offset = offsets.get(event.document);
      if (offset !== undefined) return [{ ...event, timeMs: event.timeMs + offset }];
      // Times since boot that nothing ties to the wall clock would stand in 1970.
      return clocks.get(event.document) === 'boot' && hasWallClock ? [] : [event];
    })
    .sort((a, b) => a.timeMs - b.timeMs);
}
