import fc from 'fast-check';
import { expect } from 'vitest';
import { atomic } from '#core/sql.ts';
import { moveFile } from '#service/files/move-file.ts';
import { type FileRow, type FileStatus, fileStates, fileStatuses, files } from '#service/store/files.ts';
import { createTestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';

/** The ways the interface specification has: each state, and where a file goes from it. */
const ways: Record<FileStatus, readonly FileStatus[]> = {
  INDEXING: ['ANALYZING', 'FAILED'],
  ANALYZING: ['VISUALIZING', 'FAILED'],
  VISUALIZING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: ['INDEXING'],
};

interface Step {
  to: FileStatus;
  /** How many rounds behind the file the mover is: its run began before the file started over. */
  behind: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  to: fc.constantFrom(...fileStatuses),
  behind: fc.constantFrom(0, 0, 0, 1, -1),
});

/** Throws, with the shortest history, where a file takes a way there is none of, or a late mover moves it. */
export async function checkFileStatesAgainstModel(runs: number): Promise<void> {
  const database = openTestDatabase('service');
  const { sql } = database;
  const clock = createTestClock();
  try {
    const property = fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
      await sql.delete(files);
      await sql.delete(fileStates);
      await atomic(sql, [sql.insert(files).values(newFile(clock.now()))]);
      let status: FileStatus = 'INDEXING';
      let round = 1;
      const history: string[] = [];
      for (const { to, behind } of steps) {
        const isWay = behind === 0 && ways[status].includes(to);
        const isMoved = await atomic(sql, moveFile({ sql, clock }, { id: 'f', round: round - behind }, to)).then(
          () => true,
          () => false,
        );
        expect(isMoved).toBe(isWay);
        if (!isWay) continue;
        status = to;
        if (to === 'INDEXING') round += 1;
        history.push(`${round} ${to}`);
      }
      expect(await sql.select({ status: files.status, round: files.round }).from(files)).toEqual([{ status, round }]);
      const kept = await sql.select().from(fileStates);
      expect(kept.map((row) => `${row.round} ${row.status}`).toSorted()).toEqual(history.toSorted());
    });
    await fc.assert(property, { numRuns: runs });
  } finally {
    database.close();
  }
}

function newFile(nowMs: number): FileRow {
  return {
    id: 'f',
    ownerId: 'o',
    name: 'a.log',
    fileType: 'log',
    sizeBytes: 1,
    sha256: '',
    status: 'INDEXING',
    progress: 0,
    canRetry: null,
    errorCode: null,
    errorMessage: null,
    round: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}
