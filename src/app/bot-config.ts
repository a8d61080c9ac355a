import type { Policy } from '#core/policy.ts';
import type { TicketSettings } from '../bot/cases/case-deps.ts';
import type { JiraConnection } from '../bot/jira/jira-access.ts';
import type { SlackConnection } from '../bot/slack/install/open-workspaces.ts';
import type { Config } from '../config.ts';

export interface BotConfig {
  /** Undefined: not connected. */
  slack: SlackConnection | undefined;
  jira: (JiraConnection & { webhookSecret?: string | undefined; webhookToken?: string | undefined }) | undefined;
  /** One vendor is real and the other played: nothing of either goes to the other. */
  keepsVendorsApart?: boolean;
  service: {
    baseUrl: string;
    /** Names the service where its address is not the same for ever. */
    name?: string | undefined;
    /** When the key was made; null where the key is replaced by itself. */
    keyCreatedMs?: number | undefined | null;
    webhookToken?: string | undefined;
  };
  /** A channel, `C0123`; in another workspace than that of the token `T0123:C0123`. */
  opsChannel: string | undefined;
  retentionDays?: number;
  memoryDays?: number;
  answersOfDeleted?: 'offer' | 'remove' | 'keep';
  /** Where people reach this program; undefined: not told. */
  publicUrl?: string | undefined;
  /** Whoever opens the page behind an answer signs in as the vendors know them. */
  knowsPeople?: boolean;
  /** The console runs in this process too, and shows the pages behind answers. */
  hasConsole?: boolean;
  /** Projects, by upper-case key, that all who read a channel may see: `C0123`, or `T0123:C0123`. */
  channelProjects: ReadonlyMap<string, ReadonlySet<string>>;
  /** What holds in channels and projects that set nothing else. */
  policy?: Partial<Policy>;
  /** Which tickets are looked at, and whose comments are commands; absent: all, and everybody's but customers'. */
  tickets?: Partial<TicketSettings>;
  /** The most that one person may ask in a minute; absent or 0: no limit. */
  questionsPerMinute?: number;
  maxFileBytes: number;
  fileDeadlineMs: number;
  deepDeadlineMs: number;
  /** Hosts and networks beside the vendors' that files, upload and response addresses may lie at. */
  downloadAllow: readonly string[];
}

/** What the environment says of the bot, with the vendors and the service it works for. */
export function botConfigOf(config: Config, connected: Pick<BotConfig, 'slack' | 'jira' | 'service'>): BotConfig {
  return {
    slack: connected.slack,
    jira: connected.jira,
    service: { webhookToken: config.LOG_SERVICE_WEBHOOK_TOKEN, ...connected.service },
    opsChannel: config.opsChannel,
    retentionDays: config.RETENTION_DAYS,
    memoryDays: config.MEMORY_DAYS,
    answersOfDeleted: config.ANSWERS_OF_DELETED,
    publicUrl: config.PUBLIC_URL,
    channelProjects: config.channelProjects,
    policy: config.policy,
    tickets: config.tickets,
    questionsPerMinute: config.RATE_LIMIT_USER,
    maxFileBytes: config.MAX_UPLOAD_BYTES,
    fileDeadlineMs: config.FILE_DEADLINE_MINUTES * 60_000,
    deepDeadlineMs: config.DEEP_DEADLINE_MINUTES * 60_000,
    downloadAllow: config.DOWNLOAD_ALLOW,
  };
}
