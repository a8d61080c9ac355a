import type { SqlEngine } from '../../../src/core/sql.ts';
import type { Chance } from './chance.ts';
import type { Mortal } from './mortal.ts';

/** The database as one process sees it: every commit a place to die at, and now and then busy or out of space. */
export function createFaultyDatabase({
  engine,
  mortal,
  chance,
  rate,
}: {
  engine: SqlEngine;
  mortal: Mortal;
  chance: Chance;
  rate: () => number;
}): SqlEngine {
  function mayFail(): void {
    if (chance.of('database') >= rate()) return;
    const [code, message] = chance.pick('which database', [
      ['SQLITE_BUSY', 'database is locked'],
      ['SQLITE_FULL', 'database or disk is full'],
    ]);
    throw Object.assign(new Error(message), { code });
  }

  return {
    run: (query) =>
      mortal.cross(`database ${query.sql.slice(0, 6)}`, async () => {
        mayFail();
        return await engine.run(query);
      }),
    atomic: (queries) =>
      mortal.cross('database commit', async () => {
        mayFail();
        return await engine.atomic(queries);
      }),
  };
}
