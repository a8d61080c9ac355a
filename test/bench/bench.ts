import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askSeconds } from './ask-seconds.ts';
import { databaseSizes } from './database-size.ts';
import { eventToAnswerSeconds } from './event-to-answer.ts';
import { groupAccuracy } from './group-accuracy.ts';
import { intakeFigures } from './intake.ts';
import { jobFigures } from './jobs.ts';
import { peakMemoryBytes } from './peak-memory.ts';
import { uploadMemoryBytes } from './upload-memory.ts';
import { writeSamples } from './write-samples.ts';

/**
 * Compares with other tools, pair by pair in one run: `npm run bench`. BENCH_BYTES sets the size of the samples,
 * LOGTRIAGE_LOGHUB the folder of the common template benchmark (`<Set>/<Set>_2k.log` with `_structured.csv`).
 */
const sizeBytes = Number(process.env.BENCH_BYTES ?? 200_000_000);
const rounds = 3;
const cli = join(import.meta.dirname, '..', '..', 'src', 'commands', 'logtriage.js');
const indexer = join(import.meta.dirname, 'index-file.ts');
const searcher = join(import.meta.dirname, 'search-file.ts');

interface Row {
  what: string;
  ours: number | string;
  theirs: number | string;
  ratio: string;
}

const folder = mkdtempSync(join(tmpdir(), 'logtriage-bench-'));
try {
  const rows: Row[] = [];
  const samples = await writeSamples(folder, sizeBytes);
  for (const { name, path } of samples) {
    rows.push(
      pair(
        `${name}: file to index and templates, against lnav opening it`,
        [indexer, path, join(folder, 'index')],
        lnav(path),
      ),
    );
    rows.push(pair(`${name}: the same with wc -l`, [indexer, path, join(folder, 'index')], ['wc', '-l', path]));
    rows.push(
      row(
        `${name}: analyze, whole, against wc -l`,
        seconds([process.execPath, cli, 'analyze', '--json', path]),
        seconds(['wc', '-l', path]),
      ),
    );
    rows.push(await memory(`${name}: analyze, peak memory against what is allowed`, path));
  }
  const searched = samples[0]!.path;
  spawnSync(process.execPath, [indexer, searched, join(folder, 'index')]);
  for (const [what, query, grep] of [
    ['literal', { all: ['job 77 in'] }, ['-c', '-F', 'job 77 in']],
    ['literal, any case', { all: ['FAILED password'], ignoreCase: true }, ['-c', '-i', '-F', 'FAILED password']],
    [
      'three terms',
      { any: ['refused', 'segfault', 'port 77 '] },
      ['-c', '-F', '-e', 'refused', '-e', 'segfault', '-e', 'port 77 '],
    ],
    ['pattern', { pattern: 'job 7\\d in' }, ['-c', '-E', 'job 7[0-9] in']],
  ] as const) {
    const ours = searchSeconds(searched, query);
    const theirs = seconds(['grep', ...grep, searched]);
    rows.push(row(`search, ${what}, against grep`, ours, theirs));
  }
  for (const [mode, ours] of await askSeconds(searched, folder))
    rows.push({ ...row(`question over an indexed log, ${mode}`, ours, undefined), theirs: '' });
  console.table(rows);
  console.table(await queueRows());
  console.table(await programRows(searched));
  const loghub = process.env.LOGTRIAGE_LOGHUB;
  if (loghub) console.table(await groupAccuracy(loghub));
  else console.log('Template benchmark: skipped, LOGTRIAGE_LOGHUB is not set.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the bot promises about requests and jobs, beside the plainest way to keep one. */
async function queueRows(): Promise<Row[]> {
  const { ours, peer } = await intakeFigures();
  const { jobsPerSecond, commitsPerSecond } = await jobFigures();
  return [
    {
      what: 'signed webhooks durably acknowledged a second, against a plain server with a commit each',
      ours: Math.round(ours.perSecond),
      theirs: Math.round(peer.perSecond),
      ratio: `${(ours.perSecond / peer.perSecond).toFixed(2)} x`,
    },
    {
      what: 'the time to acknowledge 99 of 100 of them',
      ours: `${ours.p99Ms.toFixed(0)} ms`,
      theirs: `${peer.p99Ms.toFixed(0)} ms`,
      ratio: `${(peer.p99Ms / ours.p99Ms).toFixed(2)} x`,
    },
    {
      what: 'durable jobs a second, against single commits of this disk',
      ours: Math.round(jobsPerSecond),
      theirs: Math.round(commitsPerSecond),
      ratio: `${(jobsPerSecond / commitsPerSecond).toFixed(2)} x`,
    },
  ];
}

/** What the whole program takes for an answer and keeps of what it did, each beside its limit or what it is spared. */
async function programRows(sample: string): Promise<Row[]> {
  const answer = await eventToAnswerSeconds();
  const half = join(folder, 'half.log');
  copyFileSync(sample, half);
  truncateSync(half, Math.floor(statSync(sample).size / 2));
  const [small, large] = [await uploadMemoryBytes(half), await uploadMemoryBytes(sample)];
  const { prunedBytes, unprunedBytes } = await databaseSizes();
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? 'no /proc here' : `${Math.round(bytes / 1e6)} MB`;
  return [
    {
      what: 'a small log shared in a channel to its answer in the thread, against a minute',
      ours: `${answer.toFixed(1)} s`,
      theirs: '60 s',
      ratio: `${(60 / answer).toFixed(2)} x`,
    },
    {
      what: 'main process while a log is uploaded and read, against 300 MB',
      ours: megabytes(large),
      theirs: '300 MB',
      ratio: large === undefined ? '' : `${(300e6 / large).toFixed(2)} x`,
    },
    {
      what: 'the same, against a log of half the size',
      ours: megabytes(large),
      theirs: megabytes(small),
      ratio: large === undefined || small === undefined ? '' : `${(small / large).toFixed(2)} x`,
    },
    {
      what: 'the bot’s database after a million events in 90 days, against one that is never pruned',
      ours: megabytes(prunedBytes),
      theirs: megabytes(unprunedBytes),
      ratio: `${(unprunedBytes / prunedBytes).toFixed(2)} x`,
    },
  ];
}

function pair(what: string, ours: readonly string[], theirs: readonly string[]): Row {
  let mine: number | undefined;
  let other: number | undefined;
  // Turn by turn, so that whatever else the machine does meets both.
  for (let round = 0; round < rounds; round++) {
    mine = least(mine, seconds([process.execPath, '--disable-warning=ExperimentalWarning', ...ours]));
    other = least(other, seconds(theirs));
  }
  return row(what, mine, other);
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}

function row(what: string, ours: number | undefined, theirs: number | undefined): Row {
  return {
    what,
    ours: ours === undefined ? 'failed' : `${ours.toFixed(2)} s`,
    theirs: theirs === undefined ? 'skipped: not installed' : `${theirs.toFixed(2)} s`,
    ratio: ours === undefined || theirs === undefined ? '' : `${(theirs / ours).toFixed(2)} x`,
  };
}

function lnav(path: string): string[] {
  return ['lnav', '-n', '-c', ';SELECT count(*) FROM all_logs', path];
}

/** Wall clock of one run; undefined where the tool is missing or fails. */
function seconds([command, ...args]: readonly string[]): number | undefined {
  const startedAtMs = performance.now();
  const { status, error } = spawnSync(command!, args, { stdio: 'ignore' });
  // grep says 1 where nothing matches.
  return error || status === null || status > 1 ? undefined : (performance.now() - startedAtMs) / 1000;
}

function searchSeconds(path: string, query: unknown): number | undefined {
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', searcher, path, join(folder, 'index'), JSON.stringify(query)],
    { encoding: 'utf8' },
  );
  return status === 0 ? Number(stdout) / 1000 : undefined;
}

/** Peak memory of `analyze` and the processes it starts, all together. */
async function memory(what: string, path: string): Promise<Row> {
  const peak = await peakMemoryBytes(process.execPath, [cli, 'analyze', '--json', path]);
  const ours = peak === undefined ? 'skipped: no /proc here' : `${Math.round(peak / 1_048_576)} MB`;
  return { what, ours, theirs: '400 MB', ratio: '' };
}
