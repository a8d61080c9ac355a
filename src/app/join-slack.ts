import { type Connection, checkConnectionsJob } from '../bot/cases/check-connections.ts';
import { createIdentity } from '../bot/slack/identity.ts';
import { checkWorkspaces, type OpenWorkspaces, openWorkspaces } from '../bot/slack/install/open-workspaces.ts';
import { createSlackChat } from '../bot/slack/slack-chat.ts';
import { createSlackDestination } from '../bot/slack/slack-destination.ts';
import type { Ground } from './ground.ts';

export type JoinedSlack = NonNullable<ReturnType<typeof joinSlack>>;

/** Slack with its workspaces; undefined where it is not connected. */
export function joinSlack(ground: Ground) {
  const { config, sql, store: cases, queue, vault, clock, log, rule, downloader, sendFetch, drawChart } = ground;
  const { slack: connection, publicUrl } = config;
  if (!connection) return undefined;
  const opened = openWorkspaces({
    ...{ connection, publicUrl, sql, cases, vault, clock, log, rule },
    onInstalled: () => queue.hasten(checkConnectionsJob.dedupKey),
    ...sendFetch,
  });
  const { clientOf, installs } = opened;
  const identity = createIdentity(clientOf);
  return {
    ...{ connection, clientOf, installs, identity },
    chat: createSlackChat({ ...connection, ...opened, identity, downloader, clock }),
    destination: createSlackDestination({ clientOf, clock, vault, drawChart }),
    check: checkOf(opened, publicUrl),
  };
}

function checkOf({ clientOf, installs }: OpenWorkspaces, publicUrl: string | undefined): Connection {
  if (!installs) {
    return {
      name: 'slack',
      variables: 'SLACK_BOT_TOKEN and SLACK_API_URL',
      check: () => clientOf('').call('auth.test', {}),
    };
  }
  return {
    name: 'slack',
    variables: 'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_API_URL',
    check: () => checkWorkspaces(installs, clientOf, publicUrl),
  };
}
