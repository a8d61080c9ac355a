import type { Clock } from '#core/clock.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { Queue } from '#jobs/queue.ts';
import type { Announce } from './announce.ts';
import type { AddressGuard } from './guard-address.ts';

/** What registering and looking after webhooks needs. */
export interface WebhookDeps {
  sql: Sql;
  clock: Clock;
  queue: Queue;
  announce: Announce;
  guard: AddressGuard;
  /** Seals the secrets that sign. */
  vault: Vault;
}
