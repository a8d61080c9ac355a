import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '#core/errors.ts';
import { printable } from '#core/printable.ts';
import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import type { DocumentInfo } from '#service/formats/reading.ts';
import { openInput } from './open-input.ts';
import { openReadingRoom } from './open-reading-room.ts';
import { linesOf } from './quote-lines.ts';

export const usage = 'logtriage lines [--raw] FILE [MEMBER] FROM-TO';
export const about =
  'Prints the lines that answers cite, with secrets as [masked]; --raw prints the secrets too; - reads standard input.';

/** A private key that began so many lines before is still known for one. */
const lookBackLines = 200;

/**
 * Prints lines as they are cited: of the file, of its content where it is compressed, of the printed form of a
 * capture, trace or dump; of an archive's MEMBER, by the name in a citation. Secrets are masked unless it is asked for
 * them; nothing of a line drives a terminal. Throws UsageError.
 */
export async function run(args: readonly string[]): Promise<number> {
  const isRaw = args.includes('--raw');
  const given = args.filter((argument) => argument !== '--raw');
  const [path, member, range] = given.length === 3 ? given : [given[0], undefined, given[1]];
  const match = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(range ?? '');
  if (!path || !match || given.length > 3) throw new UsageError(`usage: ${usage}`);
  const lineStart = Number(match[1]);
  const lineEnd = Number(match[2] ?? match[1]);
  if (lineStart < 1 || lineEnd < lineStart) {
    throw new UsageError(`FROM-TO are line numbers from 1, in order\nusage: ${usage}`);
  }

  const folder = mkdtempSync(join(tmpdir(), 'logtriage-'));
  try {
    using input = await openInput(path);
    const room = openReadingRoom();
    const given = { path: input.path, name: input.name, folder };
    const result = await room.read(given, { signal: new AbortController().signal, progress() {} });
    if (!result.ok) {
      process.stderr.write(printable(`${path}: ${result.failure.message}\n`));
      return 1;
    }
    const document = chooseDocument(result.reading.documents, input.name, member);
    if (lineEnd > document.lines) {
      throw new UsageError(
        `${document.name} has ${document.lines} ${document.lines === 1 ? 'line' : 'lines'}; ${range} is outside.`,
      );
    }
    const from = Math.max(1, lineStart - lookBackLines);
    const wanted = [{ document: document.name, lineStart: from, lineEnd }];
    const found = [...(await linesOf(resolve(folder, document.path), wanted)).values()];
    const lines = (isRaw ? found : maskLines(found)).slice(lineStart - from);
    const shown = `${lines.join('\n')}\n`;
    // What reads a pipe gets the bytes of the file.
    process.stdout.write(process.stdout.isTTY ? printable(shown) : shown);
    return 0;
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    process.stderr.write(printable(`${path}: ${error.message}\n`));
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Together, as the lines of a key tell by the first what they are; one by one where that would join some. */
function maskLines(lines: readonly string[]): readonly string[] {
  const masked = maskSecrets(lines.join('\n')).split('\n');
  return masked.length === lines.length ? masked : lines.map(maskSecrets);
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
