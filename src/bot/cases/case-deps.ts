import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Vault } from '#core/vault.ts';
import type { NewJob, Queue } from '#jobs/queue.ts';
import type { AnalysisClient } from '../analysis/client.ts';
import type { AskingLimit } from '../store/asking-limit.ts';
import type { CaseStore } from '../store/case-store.ts';
import type { GatheredAnswers } from '../store/gathered-answers.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { PolicyStore } from '../store/policy-store.ts';
import type { PageLinks } from './page-links.ts';
import type { Place } from './place.ts';
import type { PlanDeliveries, PlanEdits, PlanProgress } from './planned.ts';
import type { JiraPort, SlackPort } from './ports.ts';
import type { Privacy } from './privacy.ts';
import type { Spool } from './spool.ts';

export interface CaseSettings {
  fileDeadlineMs: number;
  deepDeadlineMs: number;
  /** The most that is downloaded. */
  maxFileBytes: number;
  /** Where the operator is told; null: the error log alone. */
  opsPlace: Place | null;
  /** How long ended cases, questions, answers and requests are kept. */
  retentionMs: number;
  /** How long it is remembered which cause was seen where. */
  memoryMs: number;
  /** What becomes of posted answers whose file was deleted. */
  answersOfDeleted: 'offer' | 'remove' | 'keep';
  /** Where people reach this program; undefined: not told. */
  publicUrl: string | undefined;
  /** People sign in to the pages as the vendors know them. */
  knowsPeople: boolean;
  /** Projects, by upper-case key, that all who read a channel may see; by its id, with the workspace's in front of it. */
  channelProjects: ReadonlyMap<string, ReadonlySet<string>>;
  tickets: TicketSettings;
}

export interface TicketSettings {
  /** When the tracker's token ends, where the operator told it. */
  tokenExpiresMs: number | undefined;
  /** Upper-case keys of the projects that are looked at; empty: all the account sees. */
  projects: ReadonlySet<string>;
  /** What a ticket must match to be looked at unasked, in the tracker's own language. */
  filter: string | undefined;
  /** What a ticket without files must match to be asked for a capture unasked; undefined: none is. */
  asksForCaptures: string | undefined;
  /** Lower-case account ids and e-mail addresses of those who may give commands in comments; empty: who is no customer. */
  commanders: ReadonlySet<string>;
}

/** What the steps of the flow are made of; each names the part it needs. */
export interface CaseDeps {
  store: CaseStore;
  memory: MemoryStore;
  gathered: GatheredAnswers;
  queue: Queue;
  slack: SlackPort;
  jira: JiraPort;
  /** What may be seen of the tracker from the chat: all of it, or nothing where one of the two is only played. */
  ticketsForChat: JiraPort;
  privacy: Privacy;
  spool: Spool;
  analysis: AnalysisClient;
  policies: PolicyStore;
  asking: AskingLimit;
  deliver: PlanDeliveries;
  edit: PlanEdits;
  progress: PlanProgress;
  links: PageLinks;
  /** The job that takes a posted answer away. */
  removeAnswer(destination: string, deliveryId: string): NewJob;
  settings: CaseSettings;
  /** Seals what people wrote that is not to lie open. */
  vault: Vault;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** 0 to 1, for jitter. */
  random(): number;
}
