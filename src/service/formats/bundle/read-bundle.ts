import { dirname } from 'node:path';
import { openFileSource } from '../../archives/file-source.ts';
import { openArchive } from '../../archives/open-archive.ts';
import { type Unpacked, type UnpackedMember, unpack } from '../../archives/unpack.ts';
import { partOf } from '../../archives/why-unread.ts';
import type { ReadContext } from '../format.ts';
import type { FileType, Reading } from '../reading.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { compareClocks } from './compare-clocks.ts';
import { failureOrder } from './failure-order.ts';
import { createReadingMerge } from './merge-readings.ts';
import { asOneHistory } from './one-history.ts';

const unpackShare = 0.3;
const historyLines = 3;

/** Unpacks an archive and reads every member with the format its content asks for. */
export async function readBundle(context: ReadContext): Promise<Reading> {
  const { source, limits, signal } = context;
  if (limits.maxDepth < 0) throw new UnreadableFile('limit_exceeded', 'It is nested too deep in archives.');
  const walk = await openArchive(source);
  if (!walk) throw new UnreadableFile('unreadable', 'This is not an archive that can be opened.');
  const unpacked = await unpack(walk, {
    archiveBytes: source.sizeBytes,
    limits,
    signal,
    namePrefix: context.memberPrefix ?? '',
    createDocument: (name) => context.createDocument(name),
  });
  const part = unpacked.isDamaged ? partOf(context.name) : undefined;
  if (part) unpacked.notes.unshift(part);
  refuseUnreadable(unpacked);
  context.progress(unpackShare);

  const total = unpacked.members.reduce((sum, member) => sum + member.sizeBytes, 1);
  const members: NonNullable<Reading['members']> = [];
  const merge = createReadingMerge();
  const firstBySum = new Map<string, { name: string; fileType: FileType }>();
  let done = 0;
  for (const member of unpacked.members) {
    signal.throwIfAborted();
    const known = firstBySum.get(member.sha256);
    if (known) {
      members.push({ name: member.name, fileType: known.fileType, sha256: member.sha256 });
      unpacked.notes.push(`${member.name}: it has the same bytes as ${known.name} and is read there.`);
      continue;
    }
    const reading = await readMember(context, member);
    if (isHistory(reading, member.name))
      firstBySum.set(member.sha256, { name: member.name, fileType: reading.fileType });
    members.push({ name: member.name, fileType: reading.fileType, sha256: member.sha256 });
    members.push(...(reading.members ?? []));
    merge.add(reading);
    done += member.sizeBytes;
    context.progress(unpackShare + (1 - unpackShare) * (done / total));
  }
  const merged = merge.result(members, unpacked.notes);
  if (isNested(context)) return merged;
  const folder = folderOf(unpacked);
  const onOneClock = asOneHistory(await compareClocks(merged, folder, signal));
  return { ...onOneClock, findings: [...(await failureOrder(onOneClock, folder, signal)), ...onOneClock.findings] };
}

/** The outermost archive sees all documents, so only there are clocks compared. */
function isNested({ memberPrefix }: ReadContext): boolean {
  return memberPrefix !== undefined && memberPrefix !== '';
}

/** What happened when: told twice it would count twice. Other files may well be the same in two places. */
function isHistory({ documents }: Reading, name: string): boolean {
  const [first] = documents;
  return documents.length === 1 && first!.name === name && first!.clock !== 'none' && first!.lines >= historyLines;
}

/** Of the reading: documents lie in a folder in it. */
function folderOf({ members }: Unpacked): string {
  return dirname(dirname(members[0]!.path));
}

async function readMember(context: ReadContext, member: UnpackedMember): Promise<Reading> {
  const source = openFileSource(member.path);
  try {
    return await context.readMember(member.name, source);
  } finally {
    source.close();
  }
}

/** An archive of which something can be read is read; the rest is told. */
function refuseUnreadable({ members, notes, encryptedMembers, isCutShort }: Unpacked): void {
  if (members.length > 0) return;
  if (encryptedMembers > 0) {
    throw new UnreadableFile('encrypted', 'The archive is encrypted. Upload it without a password.');
  }
  if (isCutShort) throw new UnreadableFile('limit_exceeded', notes.join(' '));
  if (notes.length > 0) throw new UnreadableFile('unreadable', notes.join(' '));
  throw new UnreadableFile('file_empty', 'The archive contains no files.');
}
