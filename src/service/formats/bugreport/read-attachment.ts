import { readTextLines } from '../dmesg/text-lines.ts';
import type { ByteSource, ReadContext } from '../format.ts';
import type { Reading } from '../reading.ts';
import type { Part } from './place.ts';
import { createTombstonesPart } from './tombstones-part.ts';
import { createTracesPart } from './traces-part.ts';

/** A file taken along with a bug report: thread dumps and tombstones by their own rules too, the rest by content. */
export async function readAttachment(context: ReadContext, name: string, source: ByteSource): Promise<Reading> {
  const reading = await context.readMember(name, source);
  const kind = attachmentKinds.find(({ path }) => path.test(name));
  if (!kind || !reading.documents.some((document) => document.name === name)) return reading;
  const part = kind.create(name);
  const place = { section: kind.section, command: '', service: '' };
  await readTextLines({ source, signal: context.signal, progress() {} }, (number, text) =>
    part.line(place, number, text),
  );
  return { ...reading, findings: [...(part.finish().findings ?? []), ...reading.findings] };
}

const attachmentKinds: { path: RegExp; section: string; create(document: string): Part }[] = [
  { path: /(?:^|\/)FS\/data\/anr\/(?!.*\.pb$)/, section: 'ANR', create: createTracesPart },
  { path: /(?:^|\/)FS\/data\/tombstones\/(?!.*\.pb$)/, section: 'TOMBSTONE', create: createTombstonesPart },
];
