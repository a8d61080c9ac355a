import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '#core/errors.ts';
import { openSqliteEngine } from '#node/sqlite-engine.ts';

export const usage = 'logtriage backup FOLDER';
export const about = 'Writes a copy of the data folder while the program runs.';

/**
 * Copies the data folder, also while the program runs: first the databases as of one moment, then the files they name.
 * Files are written once and complete, so whatever the copied database names is there; what came later is left over and
 * swept at the next start. To restore, start with DATA_DIR set to the copy.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [target] = args;
  if (!target || args.length !== 1) throw new UsageError(`usage: ${usage}`);
  const from = resolve(process.env.DATA_DIR || './data');
  const to = resolve(target);
  if (to === from || to.startsWith(`${from}/`)) throw new UsageError('The backup must not be inside the data folder.');
  const names = await readdir(from).catch(() => undefined);
  if (!names) throw new UsageError(`There is no folder ${from}: set DATA_DIR.`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length > 0) throw new UsageError(`${to} is not empty.`);

  for (const name of names.filter((entry) => entry.endsWith('.db'))) {
    const engine = openSqliteEngine(join(from, name));
    try {
      await engine.backup(join(to, name));
      proveWhole(join(to, name));
    } finally {
      engine.close();
    }
  }
  // Databases are copied above; the hold on the folder is that of the running program, and what opens sessions or makes
  // the first account is made anew.
  for (const name of names.filter(
    (entry) => !/\.db(-wal|-shm)?$|^process\.lock|^session-secrets\.json$|^setup-link$/.test(entry),
  )) {
    await copyLive(join(from, name), join(to, name));
  }
  process.stdout.write(`${to}\n`);
  return 0;
}

function proveWhole(path: string): void {
  const engine = openSqliteEngine(path);
  try {
    const result = engine.connection.pragma('integrity_check', { simple: true });
    if (result !== 'ok') throw new Error(`${path} is damaged: ${String(result).slice(0, 200)}`);
  } finally {
    engine.close();
  }
}

const mostTries = 5;

/** Files come and go while the program runs: one that goes while it is copied is left out at the next try. */
async function copyLive(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await cp(from, to, { recursive: true, filter: isKept });
    } catch (error) {
      if (!isGone(error) || tries === mostTries) throw error;
    }
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Unfinished files and what is no file, such as a pipe, are no part of a backup. */
async function isKept(path: string): Promise<boolean> {
  if (/\.(part|new)$/.test(path)) return false;
  return await stat(path).then(
    (entry) => entry.isFile() || entry.isDirectory(),
    () => false,
  );
}
