import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { programPaths } from './program-paths.ts';
import { runBriefly } from './run-briefly.ts';

const deadlineMs = 5 * 60_000;
const stampName = 'made-by';

/** Compiles what children load, in a process that sees no file of a user; undefined where that fails: they do without. */
export async function compileReaders(
  entry: string,
  programFolder: string,
  folder: string,
): Promise<string | undefined> {
  // Node compares each source with what it was compiled from; this only saves doing it again at each start.
  const stamp = [process.version, entry, (await stat(dirname(entry))).mtimeMs, (await stat(entry)).mtimeMs].join(' ');
  if ((await readFile(join(folder, stampName), 'utf8').catch(() => '')) === stamp) return folder;
  await mkdir(folder, { recursive: true });
  const told = await runBriefly(
    process.execPath,
    [
      '--permission',
      ...[...programPaths(programFolder), folder].map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${folder}`,
      entry,
      folder,
      stampName,
      stamp,
    ],
    { cwd: programFolder, deadlineMs },
  );
  return told === undefined ? undefined : folder;
}
