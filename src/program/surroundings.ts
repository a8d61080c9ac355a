import type { Config } from '../config.ts';
import type { Clock, Timers } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Vault } from '../core/vault.ts';
import type { OpenDatabase } from './open-databases.ts';

/** What the bot and the service of one process share. */
export interface Surroundings {
  config: Config;
  clock: Clock;
  timers: Timers;
  /** A clock that nobody sets. */
  steadyMs(): number;
  log: Log;
  metrics: Metrics;
  vault: Vault;
  openDatabase: OpenDatabase;
  /** Ends what was opened, the latest first. */
  closing: AsyncDisposableStack;
  /** Ends what answers requests, once no more come. */
  behindServer: AsyncDisposableStack;
}
