import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Sql } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import type { ReadingRoom } from '../child/reading-room.ts';
import type { Reading } from '../formats/reading.ts';
import type { Announce } from '../webhooks/announce.ts';
import type { TypeNames } from './file-record.ts';
import type { FileStorage } from './file-storage.ts';

/** A chart and the numbers behind it: `{...spec, datasets: data}` is a whole Vega-Lite document. */
export interface Dashboard {
  format: string;
  spec: unknown;
  data: unknown;
  summary: unknown;
  truncated: boolean;
}

export type BuildDashboard = (reading: Reading) => Dashboard | Promise<Dashboard>;

export interface FileLimits {
  maxUploadBytes: number;
  quotaBytes: number;
}

/** What the files of the service need. */
export interface FileDeps {
  sql: Sql;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  queue: Queue;
  storage: FileStorage;
  readingRoom: ReadingRoom;
  buildDashboard: BuildDashboard;
  announce: Announce;
  types: TypeNames;
  limits: FileLimits;
  /** Bytes that files may still take on the disk. */
  roomForFiles(): Promise<number>;
}
