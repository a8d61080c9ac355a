import { readTextLines } from '../dmesg/text-lines.ts';
import type { ByteSource, ReadContext } from '../format.ts';
import type { Finding, Reading } from '../reading.ts';
import type { Surroundings } from './blocked-thread.ts';
import { beforeLastBoot } from './logs-part.ts';
import type { Part } from './place.ts';
import { createTombstonesPart } from './tombstones-part.ts';
import { createTracesPart } from './traces-part.ts';

/** A file taken along with a bug report: thread dumps and tombstones by rules of their own, the rest by content. */
export async function readAttachment(
  context: ReadContext,
  name: string,
  source: ByteSource,
  around: Surroundings,
): Promise<Reading> {
  const reading = await context.readMember(name, source);
  if (ownLog.test(name)) return { ...reading, findings: [], timeline: [] };
  if (previousBoot.test(name)) return { ...reading, findings: reading.findings.map(beforeLastBoot) };
  const kind = attachmentKinds.find(({ path }) => path.test(name));
  if (!kind || !reading.documents.some((document) => document.name === name)) return named(reading, name);
  const part = kind.create(name, around);
  const place = { section: kind.section, command: '', service: '' };
  await readTextLines({ source, signal: context.signal, progress() {} }, (number, text) =>
    part.line(place, number, text.endsWith('\r') ? text.slice(0, -1) : text),
  );
  const findings: Finding[] = part.finish().findings ?? [];
  // What general rules make of stacks and registers says nothing more.
  if (findings.length === 0) return { ...reading, timeline: [] };
  // The report's clock is the device's own, while these stamps may name a zone.
  const times = findings.map(({ firstTimeMs }) => firstTimeMs).filter((timeMs) => timeMs !== undefined);
  const span = times.length > 0 ? { firstTimeMs: Math.min(...times), lastTimeMs: Math.max(...times) } : {};
  return { ...reading, findings, documents: reading.documents.map((info) => ({ ...info, ...span })), timeline: [] };
}

/** What taking the report said of itself. */
const ownLog = /(?:^|\/)dumpstate_log[^/]*\.txt$/;

/** Kernel and console logs that outlived a reboot. */
const previousBoot = /(?:^|\/)FS\/(?:sys\/fs\/pstore|proc\/last_kmsg|data\/(?:vendor\/)?ramdump\/\S*kmsg)/;

const attachmentKinds: {
  path: RegExp;
  section: string;
  create(document: string, around: Surroundings): Part;
}[] = [
  {
    path: /(?:^|\/)FS\/data\/anr\/(?:\S{0,200}\/)?(?:anr|traces)[^/]*(?<!\.pb)$/,
    section: 'ANR',
    create: createTracesPart,
  },
  { path: /(?:^|\/)FS\/data\/anr\/(?!.*\.pb$)/, section: 'TRACES', create: createTracesPart },
  { path: /(?:^|\/)FS\/data\/tombstones\/(?!.*\.pb$)/, section: 'TOMBSTONE', create: createTombstonesPart },
];

/** Says of Android's binary files what they are, which their bytes do not. */
function named(reading: Reading, name: string): Reading {
  const what = binaryKinds.find(({ path }) => path.test(name))?.what;
  if (!what || reading.documents.length > 0) return reading;
  return { ...reading, unread: [`${name}: not read. ${what}`] };
}

const binaryKinds: { path: RegExp; what: string }[] = [
  {
    path: /(?:^|\/)FS\/data\/tombstones\/.*\.pb$/,
    what: 'This is a tombstone in protobuf form; the text file of the same number beside it says the same.',
  },
  {
    path: /(?:^|\/)proto\/.{0,300}\.proto$/,
    what: "This is a service's state in protobuf form; its section in the report says the same in words.",
  },
];
