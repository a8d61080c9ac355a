import type { Context } from 'hono';
import type { Clock, Timers } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { WithinWork } from '#core/work.ts';
import type { ApiKeySource } from '../bot/analysis/client.ts';
import type { SendHttp } from '../bot/analysis/http.ts';
import type { Chart } from '../bot/cases/messages.ts';
import type { Spool } from '../bot/cases/spool.ts';
import type { OpenAddress } from '../bot/fetching/open-address.ts';
import type { CreateHmac } from '../bot/intake/proof.ts';
import type { SignIn } from '../bot/pages/sign-in.ts';
import type { BotConfig } from './bot-config.ts';

/** Everything the bot cannot bring itself: what differs between Node and a Worker, and what a test replaces. */
export interface BotDeps {
  config: BotConfig;
  /** Of the bot's own database, brought up to date. */
  sql: Sql;
  clock: Clock;
  timers: Timers;
  createHmac: CreateHmac;
  log: Log;
  metrics: Metrics;
  spool: Spool;
  sendHttp: SendHttp;
  /** Opens the addresses files lie at. */
  openAddress: OpenAddress;
  key: ApiKeySource;
  /** Secrets that sign the service's hooks now, `whsec_…`. */
  serviceSecrets(): readonly string[];
  /** Refuses whoever is neither at this machine nor has the operator's password. */
  refuseStranger?(c: Context): Response | Promise<Response> | undefined;
  /** What is stored here, for the board. */
  storage?(): Promise<{ name: string; bytes: number }[]>;
  /** Signs addresses of pages. Absent: none are told. */
  linkSecret?: string;
  /** Signs people in who open the page behind an answer, where no console does. Absent: the signed address opens it. */
  signIn?: SignIn;
  /** A chart of an answer as PNG, for where a vendor draws none itself. Absent: its title alone is told there. */
  drawChart?(chart: Chart): Promise<Uint8Array<ArrayBuffer>>;
  /** Seals addresses that let their holder speak and what people wrote. Absent: both are stored as they are. */
  vault?: Vault;
  fetch?: typeof fetch;
  random?(): number;
  /** Runs on whatever the clock is set to; absent: the clock is never set. */
  steadyMs?(): number;
  /** Notes which piece of work a stray error came from. */
  withinWork?: WithinWork;
  /** Waited for before more jobs are taken: requests go first. */
  giveWay?(): Promise<void>;
  /** False where others work on the same table at the same time. */
  isOnlyProcess?: boolean;
  /** Called where there is something to do, and no loop of this process that looks for it. */
  onWake?(): void;
}
