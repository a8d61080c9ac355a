import { findUsers, findUsersWithAllPermissions, findUsersWithBrowsePermission } from 'jira.js/cloud';
import { RemoteError } from '#core/errors.ts';
import type { JiraClient } from './jira-client.ts';
import { readRecord, userList } from './jira-records.ts';

export type BrowseRight = 'yes' | 'no' | 'unknown';

/**
 * Whether the account with this e-mail address may browse a ticket. Customers of a service project and apps count as
 * nobody. `unknown`: Jira does not let the bot look people up.
 */
export async function mayBrowse(client: JiraClient, emailAddress: string, issueKey: string): Promise<BrowseRight> {
  const jira = client.during();
  const people = await listed(() => findUsers(jira, { query: emailAddress, maxResults: 50 }));
  const account = people?.find(
    ({ emailAddress: known, active, accountType }) =>
      known?.toLowerCase() === emailAddress.toLowerCase() &&
      active !== false &&
      accountType !== 'customer' &&
      accountType !== 'app',
  );
  // Asked for a ticket and an account that do not exist too: how long an answer takes must not tell what there is.
  const accountId = account?.accountId ?? 'nobody';
  // Each needs another right of the bot's; what one of them lists is true.
  const answers = await Promise.all([
    listed(() => findUsersWithBrowsePermission(jira, { accountId, issueKey })),
    listed(() => findUsersWithAllPermissions(jira, { accountId, issueKey, permissions: 'BROWSE_PROJECTS' })),
  ]);
  // Addresses may be hidden: whoever is listed without one may be the person or not.
  if (!account) return people?.every((user) => user.emailAddress) ? 'no' : 'unknown';
  if (answers.some((users) => users?.some((user) => user.accountId === account.accountId))) return 'yes';
  return answers.some((users) => users) ? 'no' : 'unknown';
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
