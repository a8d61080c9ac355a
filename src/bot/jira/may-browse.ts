import { RemoteError } from '#core/errors.ts';
import { jiraCalls } from './jira-calls.ts';
import type { JiraClient } from './jira-client.ts';
import { readRecord, userList } from './jira-records.ts';
import { accountOf } from './own-account.ts';

export type BrowseRight = 'yes' | 'no' | 'unknown';

/**
 * Whether the account with this e-mail address may browse a ticket. Customers of a service project and apps count as
 * nobody. `unknown`: Jira does not let the bot look people up.
 */
export async function mayBrowse(client: JiraClient, emailAddress: string, issueKey: string): Promise<BrowseRight> {
  const ask = client.isDataCenter ? byName(client) : byAccountId(client);
  return await isListed(ask, emailAddress, [
    (who) => ask.browsers(who, issueKey),
    (who) => ask.permitted(who, issueKey),
  ]);
}

/** The same for changing the settings of a project. */
export async function mayAdminister(
  client: JiraClient,
  emailAddress: string,
  projectKey: string,
): Promise<BrowseRight> {
  const ask = client.isDataCenter ? byName(client) : byAccountId(client);
  return await isListed(ask, emailAddress, [(who) => ask.admins(who, projectKey)]);
}

/** The same for making tickets in a project. */
export async function mayFile(client: JiraClient, emailAddress: string, projectKey: string): Promise<BrowseRight> {
  const ask = client.isDataCenter ? byName(client) : byAccountId(client);
  return await isListed(ask, emailAddress, [(who) => ask.filers(who, projectKey)]);
}

async function isListed(
  ask: { people(emailAddress: string): Promise<unknown> },
  emailAddress: string,
  lists: readonly ((who: string) => Promise<unknown>)[],
): Promise<BrowseRight> {
  const people = await listed(() => ask.people(emailAddress));
  const account = people?.find(
    ({ emailAddress: known, active, accountType }) =>
      known?.toLowerCase() === emailAddress.toLowerCase() &&
      active !== false &&
      accountType !== 'customer' &&
      accountType !== 'app',
  );
  // Asked for a ticket and an account that do not exist too: how long an answer takes must not tell what there is.
  const who = accountOf(account) ?? 'nobody';
  // Each needs another right of the bot's; what one of them lists is true.
  const answers = await Promise.all(lists.map((list) => listed(() => list(who))));
  // Addresses may be hidden: whoever is listed without one may be the person or not.
  if (!account) return people?.every((user) => user.emailAddress) ? 'no' : 'unknown';
  if (answers.some((users) => users?.some((user) => accountOf(user) === who))) return 'yes';
  return answers.some((users) => users) ? 'no' : 'unknown';
}

function byAccountId(client: JiraClient) {
  const jira = client.during();
  return {
    people: async (query: string): Promise<unknown> => (await jiraCalls()).findUsers(jira, { query, maxResults: 50 }),
    browsers: async (accountId: string, issueKey: string): Promise<unknown> =>
      (await jiraCalls()).findUsersWithBrowsePermission(jira, { accountId, issueKey }),
    permitted: async (accountId: string, issueKey: string): Promise<unknown> =>
      (await jiraCalls()).findUsersWithAllPermissions(jira, { accountId, issueKey, permissions: 'BROWSE_PROJECTS' }),
    filers: async (accountId: string, projectKey: string): Promise<unknown> =>
      (await jiraCalls()).findUsersWithAllPermissions(jira, { accountId, projectKey, permissions: 'CREATE_ISSUES' }),
    admins: async (accountId: string, projectKey: string): Promise<unknown> =>
      (await jiraCalls()).findUsersWithAllPermissions(jira, {
        accountId,
        projectKey,
        permissions: 'ADMINISTER_PROJECTS',
      }),
  };
}

/** Data Center's names, and its older word for the permission. */
function byName(client: JiraClient) {
  const get = (url: string, searchParams: Record<string, string | number>): Promise<unknown> =>
    client.during().sendRequest({ url, searchParams });
  return {
    people: (username: string) => get('/rest/api/2/user/search', { username, maxResults: 50 }),
    browsers: (username: string, issueKey: string) => get('/rest/api/2/user/viewissue/search', { username, issueKey }),
    permitted: (username: string, issueKey: string) =>
      get('/rest/api/2/user/permission/search', { username, issueKey, permissions: 'BROWSE' }),
    filers: (username: string, projectKey: string) =>
      get('/rest/api/2/user/permission/search', { username, projectKey, permissions: 'CREATE_ISSUE' }),
    admins: (username: string, projectKey: string) =>
      get('/rest/api/2/user/permission/search', { username, projectKey, permissions: 'PROJECT_ADMIN' }),
  };
}

/** Undefined: refused, or there is no such ticket. */
async function listed(find: () => Promise<unknown>) {
  try {
    return readRecord(userList, await find(), 'people');
  } catch (error) {
    if (error instanceof RemoteError && ['forbidden', 'not_found', 'rejected'].includes(error.code)) return undefined;
    throw error;
  }
}
