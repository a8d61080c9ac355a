import { indexIntoReading } from '../../lines/index-into-reading.ts';
import { readTextLines } from '../dmesg/text-lines.ts';
import type { ReadContext } from '../format.ts';
import type { Finding, Reading, Severity } from '../reading.ts';
import { createDevicePart } from './device-part.ts';
import { createDropboxPart } from './dropbox-part.ts';
import { createKernelPart } from './kernel-part.ts';
import { createLogsPart } from './logs-part.ts';
import { createPlaceFinder, type KnownEvent, type Part } from './place.ts';
import { createResourcesPart } from './resources-part.ts';
import { createTombstonesPart } from './tombstones-part.ts';
import { createTracesPart } from './traces-part.ts';

const maxEvents = 2000;
const maxFindings = 300;
const maxSections = 400;
const ranks: Record<Severity, number> = { critical: 0, error: 1, warning: 2, info: 3 };
const roles: Record<Finding['role'], number> = { cause: 0, symptom: 1, context: 2 };

/** Reads dumpstate's text: its sections by rules of their own, all on one wall clock, every citation of this one text. */
export async function readDumpstate(context: ReadContext): Promise<Reading> {
  const { name } = context;
  const { info } = await indexIntoReading(context, {
    name,
    fileType: 'bugreport',
    path: context.source.path,
    progress: (share) => context.progress(share * 0.5),
  });
  const device = createDevicePart(name);
  const logs = createLogsPart(name, device.dumpTimeMs);
  const kernel = createKernelPart(name, device);
  const parts: Part[] = [
    device,
    logs,
    kernel,
    createTracesPart(name),
    createTombstonesPart(name),
    createDropboxPart(name),
    createResourcesPart(name),
  ];
  const sections: { section: string; line: number }[] = [];
  const placeOf = createPlaceFinder();
  let current = '';
  const { cutLines } = await readTextLines(
    { source: context.source, signal: context.signal, progress: (share) => context.progress(0.5 + share * 0.5) },
    (number, raw) => {
      const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      const place = placeOf(text);
      if (place.section !== current) {
        current = place.section;
        if (current !== '' && sections.length < maxSections) sections.push({ section: current, line: number });
      }
      for (const part of parts) part.line(place, number, text);
    },
  );
  const results = parts.map((part) => part.finish());
  const findings = results
    .flatMap((result) => result.findings ?? [])
    .sort(
      (a, b) => ranks[a.severity] - ranks[b.severity] || roles[a.role] - roles[b.role] || firstLine(a) - firstLine(b),
    );
  const events = eventsOf(
    results.flatMap((result) => result.events ?? []),
    name,
    device.dumpTimeMs(),
  );
  const { firstTimeMs: _first, lastTimeMs: _last, ...plainInfo } = info;
  const [first, last] = [logs.firstTimeMs() ?? device.dumpTimeMs(), logs.lastTimeMs() ?? device.dumpTimeMs()];
  return {
    fileType: 'bugreport',
    documents: [
      {
        ...plainInfo,
        clock: first === undefined ? 'none' : 'absolute',
        ...(first === undefined ? {} : { firstTimeMs: first }),
        ...(last === undefined ? {} : { lastTimeMs: last }),
      },
    ],
    findings: findings.slice(0, maxFindings),
    series: [],
    timeline: events.map(({ source, text, ...event }) => ({ ...event, text: `${text} (time: ${source})` })),
    unread: cutLines === 0 ? [] : [`${cutLines} lines are longer than 64 KiB; only their beginning was read.`],
    facts: Object.assign({}, ...results.map((result) => result.facts ?? {}), { Sections: sections.length }),
    crash: kernel.crash(),
    tables: {
      sections,
      events: events.map(({ timeMs, line, text, source, severity }) => ({
        time_ms: timeMs,
        line,
        severity,
        event: text,
        time_known_by: source,
      })),
      ...Object.assign({}, ...results.map((result) => result.tables ?? {})),
    },
  };
}

function eventsOf(events: readonly KnownEvent[], document: string, dumpTimeMs: number | undefined): KnownEvent[] {
  const dump: KnownEvent[] =
    dumpTimeMs === undefined
      ? []
      : [
          {
            timeMs: dumpTimeMs,
            document,
            line: 1,
            severity: 'info',
            text: 'The report was taken',
            source: 'dumpstate start',
          },
        ];
  return [...events]
    .sort((a, b) => ranks[a.severity] - ranks[b.severity] || a.timeMs - b.timeMs)
    .slice(0, maxEvents - 1)
    .concat(dump)
    .sort((a, b) => a.timeMs - b.timeMs || a.line - b.line);
}

function firstLine({ evidence }: Finding): number {
  return evidence[0]?.lineStart ?? 0;
}
