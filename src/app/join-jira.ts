import type { Connection } from '../bot/cases/check-connections.ts';
import { createJiraAccess } from '../bot/jira/jira-access.ts';
import { createJiraClient } from '../bot/jira/jira-client.ts';
import { createJiraDestination } from '../bot/jira/jira-destination.ts';
import { createJiraGrants } from '../bot/jira/jira-grants.ts';
import { createJiraTracker } from '../bot/jira/jira-tracker.ts';
import { createGrantStore } from '../bot/store/grant-store.ts';
import type { Ground } from './ground.ts';

export type JoinedJira = NonNullable<ReturnType<typeof joinJira>>;

/** Jira as the account or the app sees it; undefined where it is not connected. */
export function joinJira(ground: Ground) {
  const { config, sql, clock, vault, downloader, sendFetch, drawChart } = ground;
  const { jira: connection } = config;
  if (!connection) return undefined;
  const { oauth } = connection;
  const grants = oauth
    ? createJiraGrants({
        connection: { ...connection, oauth },
        store: createGrantStore({ sql, clock, vault }),
        clock,
        ...sendFetch,
      })
    : undefined;
  const client = createJiraClient({ ...connection, access: createJiraAccess(connection, grants), ...sendFetch });
  const tracker = createJiraTracker({ client, downloader, clock });
  const check: Connection = {
    name: 'jira',
    variables: 'JIRA_BASE_URL, JIRA_EMAIL and JIRA_API_TOKEN',
    check: () => tracker.identity(),
  };
  return {
    ...{ connection, grants, client, tracker, check },
    destination: createJiraDestination({ client, drawChart }),
  };
}
