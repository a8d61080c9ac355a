import { writeSync } from 'node:fs';
import { systemClock } from '../../../src/core/clock.ts';
import { openSql } from '../../../src/core/sql.ts';
import { createQueue } from '../../../src/jobs/queue.ts';
import { migrate } from '../../../src/node/migrate.ts';
import { openSqliteEngine } from '../../../src/node/sqlite-engine.ts';

/**
 * A process whose writes are recorded: it enqueues events, alone and in groups, and says so once each is durable.
 * `NORMAL` weakens what the engine sets, to show that a lost promise would be seen.
 */
const [path = '', synchronous = 'FULL', countText = '0'] = process.argv.slice(2);

const engine = openSqliteEngine(path);
migrate(engine.connection, 'drizzle/bot');
// Checkpoints come often, so that many cuts fall into one.
engine.connection.pragma('wal_autocheckpoint = 12');
engine.connection.pragma(`synchronous = ${synchronous}`);
const queue = createQueue({ sql: openSql(engine), clock: systemClock });

writeSync(1, 'start\n');
for (let event = 0; event < Number(countText); ) {
  const size = 1 + (event % 4);
  const group = Array.from({ length: size }, (_, index) => `event-${event + index}`);
  await Promise.all(
    group.map(async (key) => {
      await queue.enqueue([{ kind: 'event', payload: { key, filling: key.repeat(20) }, dedupKey: key }]);
      writeSync(1, `acknowledged ${key}\n`);
    }),
  );
  event += size;
}
process.kill(process.pid, 'SIGKILL');
