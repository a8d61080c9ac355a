import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '#core/errors.ts';
import { printable, printableJson } from '#core/printable.ts';
import type { ReadFile } from '#service/investigator/report.ts';
import { openReadingRoom } from './open-reading-room.ts';

export const usage = 'logtriage diff A B [--question Q] [--json]';
export const about = 'Shows what differs between two files: settings, errors, numbers.';

/** Compares two files, the first being the baseline. 0: both were read, 1: one could not be. Throws UsageError. */
export async function run(args: readonly string[]): Promise<number> {
  const { paths, question, isJson } = parse(args);
  const room = openReadingRoom();
  const abort = new AbortController();
  const interrupt = () => abort.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const folders: string[] = [];
  try {
    const files: ReadFile[] = [];
    for (const [index, path] of paths.entries()) {
      const folder = mkdtempSync(join(tmpdir(), 'logtriage-'));
      folders.push(folder);
      const input = { path: resolve(path), name: path, folder };
      const result = await room.read(input, { signal: abort.signal, progress() {} });
      if (!result.ok) {
        process.stderr.write(`${printable(path)}: ${printable(result.failure.message)}\n`);
        return 1;
      }
      files.push({ id: String(index + 1), name: path, folder, reading: result.reading });
    }
    const report = await room.investigate(
      { files, question, mode: 'deep', signal: abort.signal, budgetMs: 10 * 60 * 1000 },
      () => {},
    );
    process.stdout.write(isJson ? `${printableJson(JSON.stringify(report))}\n` : `${printable(report.answer)}\n`);
    return 0;
  } catch (error) {
    if (abort.signal.aborted) return 130;
    process.stderr.write(`${printable(error instanceof Error ? error.message : 'the files could not be compared')}\n`);
    return 1;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function parse(args: readonly string[]): { paths: string[]; question: string; isJson: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { question: { type: 'string', short: 'q' }, json: { type: 'boolean' } },
    });
    if (positionals.length !== 2) throw new UsageError('diff needs two files, the baseline first');
    return { paths: positionals, question: values.question?.trim() ?? '', isJson: values.json ?? false };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'wrong usage'}\nusage: ${usage}`);
  }
}
