import type { Downloader } from '#bot/cases/ports.ts';
import { createJiraAccess } from '#bot/jira/jira-access.ts';
import { createJiraClient, type JiraClient } from '#bot/jira/jira-client.ts';
import { createJiraGrants } from '#bot/jira/jira-grants.ts';
import { createJiraTracker } from '#bot/jira/jira-tracker.ts';
import { createGrantStore } from '#bot/store/grant-store.ts';
import { type Clock, systemClock } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { Config } from '../config.ts';
import { withBotDatabase } from './open-bot-database.ts';

const noDownloads: Downloader = {
  get: async () => {
    throw new Error('commands download nothing');
  },
};

/** The configured Jira for a command, which may run beside the program. */
export function openJira(
  { jira }: Pick<Config, 'jira'>,
  { sql, clock, vault }: { sql: Sql; clock: Clock; vault: Vault },
): { client: JiraClient; tracker: ReturnType<typeof createJiraTracker> } {
  if (!('baseUrl' in jira)) throw new UsageError('JIRA_BASE_URL: missing; no Jira is connected.');
  const { oauth } = jira;
  const grants = oauth
    ? createJiraGrants({ connection: { ...jira, oauth }, store: createGrantStore({ sql, clock, vault }), clock })
    : undefined;
  const client = createJiraClient({ ...jira, access: createJiraAccess(jira, grants) });
  return { client, tracker: createJiraTracker({ client, downloader: noDownloads, clock }) };
}

/** The same for the length of some work. Its database is needed only for what was granted. */
export async function withJira<T>(config: Config, work: (jira: ReturnType<typeof openJira>) => Promise<T>): Promise<T> {
  return await withBotDatabase(config, (opened) => work(openJira(config, { ...opened, clock: systemClock })));
}
