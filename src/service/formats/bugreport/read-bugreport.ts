import { openFileSource } from '../../archives/file-source.ts';
import { openArchive } from '../../archives/open-archive.ts';
import { type UnpackedMember, unpack } from '../../archives/unpack.ts';
import { mergeReadings } from '../bundle/merge-readings.ts';
import type { ReadContext } from '../format.ts';
import type { Reading } from '../reading.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { reportText } from './format.ts';
import { readAttachment } from './read-attachment.ts';
import { readDumpstate } from './read-dumpstate.ts';

/** Reads a bug report: its text first, then the files taken along with it. */
export async function readBugreport(context: ReadContext): Promise<Reading> {
  const walk = await openArchive(context.source);
  if (!walk) {
    const { reading, tell } = await readDumpstate(context);
    return withCrashes({ ...reading, findings: tell(reading.findings) });
  }
  const { members, notes, encryptedMembers } = await unpack(walk, {
    archiveBytes: context.source.sizeBytes,
    limits: context.limits,
    signal: context.signal,
    namePrefix: context.memberPrefix ?? '',
    createDocument: (name) => context.createDocument(name),
  });
  context.progress(0.2);
  const main = await mainText(members, context.memberPrefix ?? '');
  if (!main) {
    const reason =
      encryptedMembers > 0 ? 'its report is encrypted' : `its report could not be read. ${notes.join(' ')}`;
    throw new UnreadableFile(
      encryptedMembers > 0 ? 'encrypted' : 'unreadable',
      `This bug report cannot be read: ${reason}`,
    );
  }
  const {
    reading: report,
    around,
    tell,
  } = await withSource(main, (source) =>
    readDumpstate({ ...context, name: main.name, source, progress: (share) => context.progress(0.2 + share * 0.6) }),
  );
  const readings: Reading[] = [report];
  const types = new Map<string, Reading['fileType']>([[main.name, 'bugreport']]);
  for (const [index, member] of members.entries()) {
    context.signal.throwIfAborted();
    if (member === main) continue;
    const reading = await withSource(member, (source) => readAttachment(context, member.name, source, around));
    types.set(member.name, reading.fileType);
    readings.push(reading);
    context.progress(0.8 + (0.2 * (index + 1)) / members.length);
  }
  const list = members.flatMap(({ name, sha256 }, index) => [
    { name, fileType: types.get(name) ?? ('log' as const), sha256 },
    ...(readings[index]?.members ?? []),
  ]);
  const merged = mergeReadings(readings, list, notes);
  return withCrashes({
    ...merged,
    findings: tell(merged.findings),
    fileType: 'bugreport',
    facts: report.facts,
    series: report.series,
    crash: report.crash ?? readings.find(({ crash }) => crash)?.crash ?? null,
    ...(report.tables ? { tables: report.tables } : {}),
  });
}

/** Who crashed or did not respond, from all places that tell of it. */
function withCrashes(reading: Reading): Reading {
  const crashes = reading.findings.flatMap(({ rule, subjects, title, count, evidence: [place] }) => {
    const kind = /^android\.(?:dropbox-)?(?:(native)-crash|(crash)|(anr)(?:-\w+)?)$/.exec(rule)?.slice(1).find(Boolean);
    if (!kind || !place) return [];
    return [
      { process: subjects?.[0] ?? '', kind, what: title, count, document: place.document, line: place.lineStart },
    ];
  });
  return crashes.length === 0 ? reading : { ...reading, tables: { ...reading.tables, crashes } };
}

/** The name `main_entry.txt` gives, else the file named like a report, else the largest text. */
async function mainText(members: readonly UnpackedMember[], prefix: string): Promise<UnpackedMember | undefined> {
  const entry = members.find(({ name }) => /(?:^|\/)main_entry\.txt$/.test(name));
  if (entry) {
    const named = await withSource(entry, async (source) =>
      new TextDecoder().decode(await source.read(0, 4096)).trim(),
    );
    const found = members.find(({ name }) => name === named || name.endsWith(`/${named}`));
    if (found) return found;
  }
  const largest = [...members].sort((a, b) => b.sizeBytes - a.sizeBytes);
  return (
    largest.find(({ name }) => reportText.test(name.slice(prefix.length))) ??
    largest.find(({ name }) => name.endsWith('.txt') && name !== entry?.name)
  );
}

async function withSource<Value>(
  member: UnpackedMember,
  act: (source: ReturnType<typeof openFileSource>) => Promise<Value>,
): Promise<Value> {
  const source = openFileSource(member.path);
  try {
    return await act(source);
  } finally {
    source.close();
  }
}
