import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '#core/errors.ts';
import type { DocumentInfo } from '#service/formats/reading.ts';
import { openReadingRoom } from './open-reading-room.ts';
import { linesOf } from './quote-lines.ts';

export const usage = 'logtriage lines FILE [MEMBER] FROM-TO';
export const about = 'Prints lines by the numbers they are cited with.';

/**
 * Prints lines as they are cited: of the file, of its content where it is compressed, of the printed form of a
 * capture, trace or dump; of an archive's MEMBER, by the name in a citation. Throws UsageError.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [path, member, range] = args.length === 3 ? args : [args[0], undefined, args[1]];
  const match = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(range ?? '');
  if (!path || !match || args.length > 3) throw new UsageError(`usage: ${usage}`);
  const lineStart = Number(match[1]);
  const lineEnd = Number(match[2] ?? match[1]);
  if (lineStart < 1 || lineEnd < lineStart) {
    throw new UsageError(`FROM-TO are line numbers from 1, in order\nusage: ${usage}`);
  }

  const folder = mkdtempSync(join(tmpdir(), 'logtriage-'));
  try {
    const room = openReadingRoom();
    const input = { path: resolve(path), name: path, folder };
    const result = await room.read(input, { signal: new AbortController().signal, progress() {} });
    if (!result.ok) {
      process.stderr.write(`${path}: ${result.failure.message}\n`);
      return 1;
    }
    const document = chooseDocument(result.reading.documents, path, member);
    if (lineEnd > document.lines) {
      throw new UsageError(
        `${document.name} has ${document.lines} ${document.lines === 1 ? 'line' : 'lines'}; ${range} is outside.`,
      );
    }
    const wanted = [{ document: document.name, lineStart, lineEnd }];
    for (const [, text] of await linesOf(resolve(folder, document.path), wanted)) process.stdout.write(`${text}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    process.stderr.write(`${path}: ${error.message}\n`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function chooseDocument(documents: readonly DocumentInfo[], path: string, member: string | undefined): DocumentInfo {
  const names = documents.map(({ name }) => name);
  if (member !== undefined) {
    const found = documents.find(({ name }) => name === member || name === `${path}#${member.replace(/^#/, '')}`);
    if (found) return found;
    throw new UsageError(`${member} is not in ${path}. It has:\n  ${names.slice(0, 50).join('\n  ')}`);
  }
  const own = documents.find(({ name }) => name === path || name.startsWith(`${path}#`));
  if (own) return own;
  if (documents.length === 1) return documents[0]!;
  throw new UsageError(`${path} has several texts, name one:\n  ${names.slice(0, 50).join('\n  ')}`);
}
