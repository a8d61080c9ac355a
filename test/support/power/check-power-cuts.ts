import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openSqliteEngine } from '../../../src/node/sqlite-engine.ts';
import { createChance } from '../faults/chance.ts';
import { filesAfterCut } from './power-cut.ts';
import { type Recorded, recordWrites } from './record-writes.ts';

export interface CutReport {
  cuts: number;
  /** Cuts after which an acknowledged event was not there. */
  lossy: number;
  /** Cuts after which the database was damaged or did not open. */
  damaged: string[];
}

/** Records a process that acknowledges events, then cuts its power at as many places as asked and looks at what is left. */
export async function checkPowerCuts(plan: {
  cuts: number;
  seed: number;
  synchronous: 'FULL' | 'NORMAL';
  events: number;
}): Promise<CutReport> {
  const { cuts, seed, synchronous, events } = plan;
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-power-'));
  try {
    const program = [
      'test/support/power/acknowledging-process.ts',
      join(folder, 'bot.db'),
      synchronous,
      String(events),
    ];
    const recorded = (await recordWrites(program, join(folder, 'trace'))).filter(
      (entry) => entry.call === 'say' || basename(entry.path).startsWith('bot.db'),
    );
    const first = recorded.findIndex((entry) => entry.call === 'say' && entry.text === 'start\n') + 1;
    if (first === 0) throw new Error('nothing was recorded');
    const chance = createChance(seed);
    const report: CutReport = { cuts, lossy: 0, damaged: [] };
    for (let cut = 0; cut < cuts; cut += 1) {
      const length = first + Math.floor(chance.of('length') * (recorded.length - first + 1));
      const left = filesAfterCut(recorded, length, () => chance.of('survival'));
      const outcome = inspect(left, acknowledgedIn(recorded.slice(0, length)), join(folder, 'after'));
      if (outcome.isLossy) report.lossy += 1;
      if (outcome.damage) report.damaged.push(`cut ${cut} after ${length} calls: ${outcome.damage}`);
    }
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function acknowledgedIn(recorded: readonly Recorded[]): string[] {
  return recorded.flatMap((entry) => (entry.call === 'say' ? (/^acknowledged (\S+)/.exec(entry.text)?.[1] ?? []) : []));
}

function inspect(files: Map<string, Buffer>, acknowledged: readonly string[], path: string) {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
  for (const [name, bytes] of files) writeFileSync(path + basename(name).slice('bot.db'.length), bytes);
  try {
    const { connection, close } = openSqliteEngine(path);
    try {
      const integrity = connection.pragma('integrity_check', { simple: true });
      const kept = new Set(connection.prepare('select dedup_key from jobs').pluck().all());
      const isLossy = acknowledged.some((key) => !kept.has(key));
      return { isLossy, damage: integrity === 'ok' ? undefined : String(integrity) };
    } finally {
      close();
    }
  } catch (error) {
    return { isLossy: true, damage: String(error) };
  }
}
