import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '#core/errors.ts';
import { printable } from '#core/printable.ts';
import { indexDocument } from '#service/lines/index-document.ts';
import { openIndex } from '#service/lines/index-reader.ts';
import { openInput } from './open-input.ts';

export const usage = 'logtriage templates FILE';
export const about =
  'Prints one template number per line; lines with the same wording share it; - reads standard input.';

/** Prints for each line of the file the number of its template: lines of one wording share it. Throws UsageError. */
export async function run(args: readonly string[]): Promise<number> {
  const [path] = args;
  if (!path || args.length !== 1) throw new UsageError(`usage: ${usage}`);
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-'));
  try {
    const indexPath = join(folder, 'lines');
    using input = await openInput(path);
    await indexDocument({ path: input.path, indexPath });
    await printTemplates(indexPath);
    return 0;
  } catch (error) {
    process.stderr.write(printable(`${path}: ${error instanceof Error ? error.message : String(error)}\n`));
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function printTemplates(indexPath: string): Promise<void> {
  const index = await openIndex(indexPath);
  try {
    for (let at = 0; at < index.blocks.length; at++) {
      const { forms } = await index.block(at);
      let text = '';
      for (const form of forms) text += `${index.templateOfForm[form]! + 1}\n`;
      await written(text);
    }
  } finally {
    await index.close();
  }
}

const written = (text: string): Promise<void> =>
  new Promise((done, failed) => {
    process.stdout.write(text, (error) =>
      error && (error as NodeJS.ErrnoException).code !== 'EPIPE' ? failed(error) : done(),
    );
  });
