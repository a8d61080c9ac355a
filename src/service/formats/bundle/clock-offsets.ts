import type { DocumentInfo, Finding, Reading, TimelineEvent } from '../reading.ts';

/** How one document's clock stands to another's: added to its times, they are the reference's. */
export interface ClockOffset {
  document: string;
  reference: string;
  offsetMs: number;
  /** Events both documents tell of, that agree on it. */
  agreeing: number;
  /** The lines of the most telling pair. */
  line: number;
  referenceLine: number;
}

/** A line of a document with its time, for matching with others. */
export interface TimedText {
  document: string;
  line: number;
  timeMs: number;
  text: string;
}

const leastAgreeing = 3;
const spreadMs = 2000;
const maxTexts = 200_000;

/**
 * Estimates from lines that stand in two documents, once in each: their times differ by the same amount again and
 * again where the clocks differ. Documents without a shared event get no offset; nothing is guessed.
 */
export function estimateOffsets(documents: readonly DocumentInfo[], texts: readonly TimedText[]): ClockOffset[] {
  const reference = documents.find(({ clock }) => clock === 'absolute');
  if (!reference) return [];
  const byDocument = Map.groupBy(texts.slice(0, maxTexts), ({ document }) => document);
  const base = onlyOnce(byDocument.get(reference.name) ?? []);
  return documents.flatMap((document) => {
    if (document === reference || document.clock === 'none') return [];
    const pairs = [...onlyOnce(byDocument.get(document.name) ?? [])].flatMap(([key, own]) => {
      const other = base.get(key);
      return other ? [{ differenceMs: other.timeMs - own.timeMs, own, other }] : [];
    });
    const best = densest(pairs);
    if (!best || best.length < Math.max(leastAgreeing, pairs.length / 2)) return [];
    const middle = best[Math.floor(best.length / 2)]!;
    return [
      {
        document: document.name,
        reference: reference.name,
        offsetMs: middle.differenceMs,
        agreeing: best.length,
        line: middle.own.line,
        referenceLine: middle.other.line,
      },
    ];
  });
}

interface Pair {
  differenceMs: number;
  own: TimedText;
  other: TimedText;
}

/** The most pairs whose differences lie close together, by difference. */
function densest(pairs: readonly Pair[]): Pair[] | undefined {
  const sorted = [...pairs].sort((a, b) => a.differenceMs - b.differenceMs);
  let best: Pair[] | undefined;
  for (let start = 0, end = 0; end < sorted.length; end++) {
    while (sorted[end]!.differenceMs - sorted[start]!.differenceMs > spreadMs) start++;
    if (!best || end - start + 1 > best.length) best = sorted.slice(start, end + 1);
  }
  return best;
}

function onlyOnce(texts: readonly TimedText[]): Map<string, TimedText> {
  const seen = new Map<string, TimedText | undefined>();
  for (const text of texts) {
    const key = bodyOf(text.text);
    if (key.length >= 16) seen.set(key, seen.has(key) ? undefined : text);
  }
  return new Map([...seen].flatMap(([key, text]) => (text ? [[key, text] as const] : [])));
}

/** What a line says, without the time, host and process each writer puts before it. */
function bodyOf(text: string): string {
  return text
    .replace(/^(?:<\d{1,3}>)?\s*\[ *\d+\.\d+\](?:\[ *[CT]\d+\])?\s*/, '')
    .replace(/^.{0,80}?\bkernel:\s*(?:\[ *\d+\.\d+\]\s*)?/, '')
    .replace(/^\S*\d{1,4}[-/:.]\d{1,2}\S*(?:[ T]\S*\d{1,2}:\d\d:\d\d\S*)?\s+/, '')
    .replace(/^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)? \S+ (?:[\w./-]+(?:\[\d+\])?: )?/, '')
    .trim()
    .slice(0, 300);
}

/** The readings with every time on the reference's clock, and a finding for each clock that was off. */
export function alignClocks(
  reading: Reading,
  offsets: readonly ClockOffset[],
): { timeline: TimelineEvent[]; findings: Finding[]; facts: Reading['facts'] } {
  const byDocument = new Map(offsets.map((offset) => [offset.document, offset]));
  const clocks = new Map(reading.documents.map(({ name, clock }) => [name, clock]));
  const facts: Reading['facts'] = {};
  const findings: Finding[] = [];
  for (const offset of offsets) {
    const isBoot = clocks.get(offset.document) === 'boot';
    const seconds = (offset.offsetMs / 1000).toFixed(3);
    facts[`Clock of ${offset.document}`] = isBoot
      ? `since boot; boot was at ${new Date(offset.offsetMs).toISOString()} by ${offset.reference}`
      : `${seconds} s behind ${offset.reference}`;
    if (isBoot || Math.abs(offset.offsetMs) < spreadMs) continue;
    const behind = offset.offsetMs > 0 ? 'behind' : 'ahead of';
    findings.push({
      rule: 'bundle.clock-offset',
      title: `The clock of ${offset.document} is ${Math.abs(offset.offsetMs / 1000).toFixed(1)} s ${behind} that of ${offset.reference}`,
      explanation: `${offset.agreeing} lines stand in both files, and their times differ by this much. The timeline uses the clock of ${offset.reference}.`,
      severity: 'info',
      role: 'context',
      certainty: 'likely',
      count: offset.agreeing,
      evidence: [
        { document: offset.document, lineStart: offset.line, lineEnd: offset.line },
        { document: offset.reference, lineStart: offset.referenceLine, lineEnd: offset.referenceLine },
      ],
      signature: 'clocks differ between files',
      subjects: ['clock', offset.document, offset.reference],
    });
  }
  const timeline = reading.timeline
    .flatMap((event) => {
      const offset = byDocument.get(event.document);
      if (offset) return [{ ...event, timeMs: event.timeMs + offset.offsetMs }];
      // Times since boot that nothing ties to the wall clock would stand in 1970.
      const isLoose = clocks.get(event.document) === 'boot' && [...clocks.values()].includes('absolute');
      return isLoose ? [] : [event];
    })
    .sort((a, b) => a.timeMs - b.timeMs);
  return { timeline, findings, facts };
}
