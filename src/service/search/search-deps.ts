import type { Clock, Timers } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { Queue } from '#jobs/queue.ts';
import type { ReadingRoom } from '../child/reading-room.ts';
import type { MayRead } from '../files/file-sight.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { Announce } from '../webhooks/announce.ts';
import type { LiveRuns } from './live-runs.ts';

/** What searches of the service need. */
export interface SearchDeps {
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  metrics: Metrics;
  queue: Queue;
  storage: FileStorage;
  readingRoom: ReadingRoom;
  /** Of a delta, files of others that its owner may see. */
  mayRead: MayRead;
  announce: Announce;
  live: LiveRuns;
  /** Seals questions as they were asked. */
  vault: Vault;
  deepDeadlineMs: number;
}

/** Of a quick search, from its request on. */
export const quickDeadlineMs = 25_000;
