import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { isDiskFull } from '#core/disk-full.ts';
import { maskAll } from '#core/secrets/mask-all.ts';
import { openFileSource } from '../archives/file-source.ts';
import { isForeignPacking, whyUnread } from '../archives/why-unread.ts';
import { typeOf } from '../formats/detect-type.ts';
import type { ByteSource, Format, ReadLimits } from '../formats/format.ts';
import type { DocumentInfo, Reading, ReadingFailure } from '../formats/reading.ts';
import { formats } from '../formats/registry.ts';
import { sampleOf } from '../formats/sample.ts';
import { UnreadableFile } from '../formats/unreadable-file.ts';
import { createDocumentMaker } from './document-writer.ts';
import { leadingText } from './leading-text.ts';
import { looksBinary } from './looks-binary.ts';
import { openContent } from './open-content.ts';
import type { ReadFileInput, ReadFileResult } from './reading-room.ts';

export const defaultLimits: ReadLimits = {
  maxMembers: 10_000,
  maxExpandedBytes: 5 * 1024 ** 3,
  maxRatio: 200,
  maxDepth: 2,
};

export interface ReadUploadOptions {
  signal: AbortSignal;
  progress(fraction: number): void;
  limits?: ReadLimits;
}

/** Reads one upload in this process. What a file is guilty of comes back as a failure; only an abort throws. */
export async function readUpload(input: ReadFileInput, options: ReadUploadOptions): Promise<ReadFileResult> {
  emptyFolder(input.folder);
  const source = openFileSource(input.path);
  try {
    if (source.sizeBytes === 0) throw new UnreadableFile('file_empty', 'The file is empty.');
    const read = createReader(input.folder, options.limits ?? defaultLimits, options.signal);
    const reading = await read(input.name, source, options.progress);
    return { ok: true, reading };
  } catch (error) {
    options.signal.throwIfAborted();
    return { ok: false, failure: failureOf(error) };
  } finally {
    source.close();
  }
}

/** The folder itself stays: it may be a link to the one meant. */
function emptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

type Read = (name: string, source: ByteSource, progress: (fraction: number) => void) => Promise<Reading>;

function createReader(folder: string, limits: ReadLimits, signal: AbortSignal): Read {
  // What the whole upload may still unpack: every archive in it counts it down, one after the other.
  const left = { ...limits };
  const createDocument = createDocumentMaker(folder);

  const read: Read = async (name, source, progress) => {
    const type = await typeOf(await sampleOf(name, source));
    const content = await openContent(name, source, {
      limits: left,
      signal,
      isLog: type === 'log',
      createDocument,
    });
    try {
      if (content.source.sizeBytes === 0) throw new UnreadableFile('file_empty', 'The file is empty.');
      if (type === 'log' && (await isUnreadable(content.source))) {
        throw new UnreadableFile(
          'unsupported',
          (await whyUnread(name, content.source)) ??
            'This is a binary file of an unknown kind: there is no text in it to read.',
        );
      }
      const reading = await readAs(type, {
        name,
        source: content.source,
        limits: left,
        signal,
        progress,
        createDocument,
        memberPrefix: left.maxDepth === limits.maxDepth ? '' : `${name}/`,
        readMember,
      });
      return {
        ...reading,
        ...maskAll(shownOf(reading)),
        documents: reading.documents.map((document) => withRelativePaths(document, folder)),
        unread: [...content.notes, ...reading.unread],
      };
    } finally {
      content.close();
    }
  };

  /** A member that cannot be read is told about, and the others are read all the same. */
  const readMember = async (name: string, source: ByteSource): Promise<Reading> => {
    left.maxDepth--;
    try {
      return await read(name, source, () => {});
    } catch (error) {
      signal.throwIfAborted();
      // Members that the disk had no room for are not unreadable: the whole is read again.
      if (isDiskFull(error)) throw error;
      const type = await typeOf(await sampleOf(name, source));
      return emptyReading(type, [`${name}: not read. ${failureOf(error).message}`]);
    } finally {
      left.maxDepth++;
    }
  };
  return read;
}

async function isUnreadable(source: ByteSource): Promise<boolean> {
  return isForeignPacking(await source.read(0, 32)) || looksBinary(await leadingText(source));
}

/** A reader that fails on what turns out to be text anyway leaves it to the reader of plain logs. */
async function readAs(type: Reading['fileType'], context: Parameters<Format['read']>[0]): Promise<Reading> {
  const format = formats.find((candidate) => candidate.type === type);
  const plain = formats.find((candidate) => candidate.type === 'log');
  try {
    if (!format) throw new UnreadableFile('unsupported', `Files of the type ${type} cannot be read.`);
    return await format.read(context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof UnreadableFile || isDiskFull(error) || !plain || type === 'log') throw error;
    if (looksBinary(await leadingText(context.source))) throw error;
    const reading = await plain.read(context);
    const note = `${context.name}: could not be read as ${type} to its end; its lines were read as plain text.`;
    return { ...reading, fileType: type, unread: [note, ...reading.unread] };
  }
}

/** What of a reading people are shown; charts and lists are made of it. */
function shownOf({ findings, series, timeline, facts, tables, crash }: Reading) {
  return { findings, series, timeline, facts, ...(tables ? { tables } : {}), ...(crash ? { crash } : {}) };
}

function withRelativePaths(document: DocumentInfo, folder: string): DocumentInfo {
  const inFolder = (path: string) => {
    const local = isAbsolute(path) ? relative(folder, path) : path;
    return local.startsWith('..') ? path : local;
  };
  return {
    ...document,
    path: inFolder(document.path),
    ...(document.indexPath ? { indexPath: inFolder(document.indexPath) } : {}),
  };
}

function emptyReading(fileType: Reading['fileType'], unread: string[]): Reading {
  return { fileType, documents: [], findings: [], series: [], timeline: [], unread, facts: {} };
}

function failureOf(error: unknown): ReadingFailure {
  if (error instanceof UnreadableFile) return { code: error.code, message: error.message, isPermanent: true };
  if (isDiskFull(error)) {
    const message = 'The disk of the service has no room to unpack the file.';
    return { code: 'reader_failed', message, isPermanent: false };
  }
  const reason = error instanceof Error ? error.message : 'unknown';
  return { code: 'reader_failed', message: `The reader failed on this file (${reason}).`, isPermanent: false };
}
