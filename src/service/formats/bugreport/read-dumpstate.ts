import { indexIntoReading } from '../../lines/index-into-reading.ts';
import { createProcessNames } from '../capture/process-names.ts';
import { readTextLines } from '../dmesg/text-lines.ts';
import type { ReadContext } from '../format.ts';
import { byGravity, severityRanks } from '../gravity.ts';
import type { Finding, Reading } from '../reading.ts';
import { createBinderCalls } from './binder-calls.ts';
import type { Surroundings } from './blocked-thread.ts';
import { createDevicePart, dumpTimeOf } from './device-part.ts';
import { createDropboxPart } from './dropbox-part.ts';
import { createInterruptionsPart } from './interruptions-part.ts';
import { joinReports } from './join-reports.ts';
import { createKernelPart } from './kernel-part.ts';
import { createLogsPart } from './logs-part.ts';
import { createMemoryPart } from './memory-part.ts';
import { createModemPart } from './modem-part.ts';
import { createPackagesPart } from './packages-part.ts';
import { createPlaceFinder, type KnownEvent, type Part } from './place.ts';
import { createPowerPart } from './power-part.ts';
import { createStoragePart } from './storage-part.ts';
import { createTombstonesPart } from './tombstones-part.ts';
import { createTracesPart } from './traces-part.ts';

const maxEvents = 2000;
const maxFindings = 300;
const maxSections = 400;
const headBytes = 16 * 1024;
/** Logs go on while a report is taken. */
const clockSlackMs = 15 * 60_000;

/** What the report knows of the device, for the files beside it. */
interface ReadReport {
  reading: Reading;
  around: Surroundings;
  /** The findings of all files as they are told: each failure once, with the version of its application. */
  tell(findings: readonly Finding[]): Finding[];
}

/** Reads dumpstate's text: its sections by rules of their own, all on one wall clock, every citation of this one text. */
export async function readDumpstate(context: ReadContext): Promise<ReadReport> {
  const { name } = context;
  const takenMs = dumpTimeOf(new TextDecoder('latin1').decode(await context.source.read(0, headBytes)));
  const { info } = await indexIntoReading(context, {
    name,
    fileType: 'bugreport',
    path: context.source.path,
    ...(takenMs !== undefined && { notAfterMs: takenMs }),
    progress: (share) => context.progress(share * 0.5),
  });
  const names = createProcessNames();
  const device = createDevicePart(name);
  const logs = createLogsPart(name, device.dumpTimeMs, names);
  const kernel = createKernelPart(name, device);
  const calls = createBinderCalls(names);
  const packages = createPackagesPart(name);
  const around: Surroundings = { names, callOf: calls.of, report: name };
  const parts: Part[] = [
    device,
    logs,
    kernel,
    calls,
    packages,
    createTracesPart(name, around),
    createTombstonesPart(name),
    createDropboxPart(name),
    createModemPart(name),
    createMemoryPart(name, names),
    createStoragePart(name),
    createPowerPart(name, packages.ofUser, device.dumpTimeMs),
    createInterruptionsPart(name),
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
  const tell = (findings: readonly Finding[]) =>
    joinReports(findings)
      .map((finding) => packages.withVersion(onSameClock(finding, device.dumpTimeMs())))
      .sort(byGravity)
      .slice(0, maxFindings);
  const findings = results.flatMap((result) => result.findings ?? []);
  const events = eventsOf(
    results.flatMap((result) => result.events ?? []),
    name,
    device.dumpTimeMs(),
  );
  const { firstTimeMs: _first, lastTimeMs: _last, ...plainInfo } = info;
  const [first, last] = [logs.firstTimeMs() ?? device.dumpTimeMs(), logs.lastTimeMs() ?? device.dumpTimeMs()];
  const bootAtMs = kernel.bootAtMs();
  const reading: Reading = {
    fileType: 'bugreport',
    documents: [
      {
        ...plainInfo,
        clock: first === undefined ? 'none' : 'absolute',
        ...(first === undefined ? {} : { firstTimeMs: first }),
        ...(last === undefined ? {} : { lastTimeMs: last }),
        ...(first === undefined || bootAtMs === undefined ? {} : { bootAtMs }),
      },
    ],
    findings,
    series: results.flatMap((result) => result.series ?? []),
    timeline: events.map(({ source, text, ...event }) => ({ ...event, text: `${text} (time: ${source})` })),
    unread: [
      ...results.flatMap((result) => result.unread ?? []),
      ...(cutLines === 0 ? [] : [`${cutLines} lines are longer than 64 KiB; only their beginning was read.`]),
    ],
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
  return { reading, around, tell };
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
    .sort((a, b) => severityRanks[a.severity] - severityRanks[b.severity] || a.timeMs - b.timeMs)
    .slice(0, maxEvents - 1)
    .concat(dump)
    .sort((a, b) => a.timeMs - b.timeMs || a.line - b.line);
}

/** A stamp from long after the report was taken is of a clock that has been set since: it is told, not used. */
function onSameClock(finding: Finding, takenMs: number | undefined): Finding {
  const { firstTimeMs, lastTimeMs: _last, ...timeless } = finding;
  if (firstTimeMs === undefined || takenMs === undefined || firstTimeMs <= takenMs + clockSlackMs) return finding;
  const stamp = new Date(firstTimeMs).toISOString().slice(0, 19).replace('T', ' ');
  return {
    ...timeless,
    explanation: `${finding.explanation} Its stamp, ${stamp}, is later than the report: the device's clock was set back since.`,
  };
}
