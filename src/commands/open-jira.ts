import type { Downloader } from '#bot/cases/ports.ts';
import { createJiraAccess } from '#bot/jira/jira-access.ts';
import { createJiraClient, type JiraClient } from '#bot/jira/jira-client.ts';
import { createJiraGrants } from '#bot/jira/jira-grants.ts';
import { createJiraTracker } from '#bot/jira/jira-tracker.ts';
import { createGrantStore } from '#bot/store/grant-store.ts';
import type { Clock } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { Config } from '../config.ts';

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
