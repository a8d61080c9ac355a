import { grantPath } from '#bot/jira/grant-routes.ts';
import { createJiraGrants } from '#bot/jira/jira-grants.ts';
import { createGrantStore } from '#bot/store/grant-store.ts';
import { systemClock } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import { readConfig } from '../config.ts';
import { withBotDatabase } from './open-bot-database.ts';

export const usage = 'logtriage connect jira';
export const about =
  'Prints the address at which someone with access to the Jira site authorises the app of JIRA_CLIENT_ID; valid for 15 minutes.';

/** Keeps what tells the browser that comes back from others, and prints where to send it. The program may be running. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== 'jira') throw new UsageError(`usage: ${usage}`);
  const config = readConfig(process.env);
  const { jira, PUBLIC_URL } = config;
  if (!('oauth' in jira) || !jira.oauth || !PUBLIC_URL) {
    throw new UsageError('JIRA_CLIENT_ID: missing. With an API token there is nothing to connect.');
  }
  const { oauth } = jira;
  return await withBotDatabase(config, async ({ sql, vault }) => {
    const store = createGrantStore({ sql, clock: systemClock, vault });
    const grants = createJiraGrants({ connection: { ...jira, oauth }, store, clock: systemClock });
    process.stdout.write(`${await grants.begin(`${PUBLIC_URL}${grantPath}`)}\n`);
    return 0;
  });
}
