import { WebClient } from '@slack/web-api';
import { createEmulator } from 'emulate';
import { botScopes, redirectPath } from '../../src/bot/slack/manifest.ts';
import { listen } from './stand-in-server.ts';
import { slackClient } from './vendors.ts';

export interface ForeignMessage {
  ts: string;
  thread_ts?: string;
  user: string;
  text: string;
  blocks?: unknown[];
  files?: { id: string }[];
}

/** A Slack of another maker with a channel that a person and the bot are in. */
export interface ForeignSlack extends AsyncDisposable {
  /** Where the bot finds it: what passes here is written down. */
  origin: string;
  /** The person's own client; what it calls is not written down. */
  ada: WebClient;
  /** Their id. */
  person: string;
  channel: string;
  team: string;
  /** How often the bot called each method. */
  called: Map<string, number>;
  /** Methods that did not take a call of the bot, and why. */
  refused: string[];
  /** An address of Slack, called with the bot's token and without being written down. */
  callAsBot(method: string, args: Record<string, string>): Promise<Response>;
  /** Ada drops a log. */
  shareLog(): Promise<ForeignMessage>;
  thread(ts: string): Promise<ForeignMessage[]>;
}

export const botToken = 'xoxb-logtriage';
export const botUser = 'U0LOGTRIAGE';
const adaToken = 'xoxp-ada';

/** `scopes`: of the bot's token; each of its calls is judged by them. */
export async function startForeignSlack({
  scopes = botScopes,
}: {
  scopes?: readonly string[];
} = {}): Promise<ForeignSlack> {
  await using opening = new AsyncDisposableStack();
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  const { origin, called, refused } = opening.use(await openDoor(own));
  const emulator = await createEmulator({ service: 'slack', port, baseUrl: origin, seed: { slack: seedOf(scopes) } });
  opening.defer(() => emulator.close());
  const ada = new WebClient(adaToken, { slackApiUrl: `${own}/api/`, retryConfig: { retries: 0 } });
  const { user_id: person = '', team_id: team = '' } = await ada.auth.test();
  const { channels } = await ada.conversations.list();
  const channel = channels?.find(({ name }) => name === 'bringup')?.id ?? '';
  await ada.conversations.invite({ channel, users: botUser });
  const open = opening.move();
  return {
    ...{ origin, ada, person, channel, team, called, refused },
    async callAsBot(method, args) {
      const headers = { authorization: `Bearer ${botToken}` };
      return await fetch(`${own}/api/${method}`, { method: 'POST', headers, body: new URLSearchParams(args) });
    },
    async shareLog() {
      const file = Buffer.from('09:00:01 start\n09:00:02 ERROR disk is full\n');
      await ada.filesUploadV2({ channel_id: channel, file, filename: 'app.log', initial_comment: 'why?' });
      const { messages } = await ada.conversations.history({ channel });
      return (messages as ForeignMessage[]).find(({ text }) => text === 'why?')!;
    },
    thread: async (ts) => ((await ada.conversations.replies({ channel, ts })).messages ?? []) as ForeignMessage[],
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** The emulator wants to be told its port. */
async function freePort(): Promise<number> {
  await using server = await listen(() => new Response());
  return Number(new URL(server.origin).port);
}

/** Hands everything on, and keeps which methods were called and refused. */
async function openDoor(behind: string) {
  const called = new Map<string, number>();
  const refused: string[] = [];
  const server = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === 'GET' ? null : await request.arrayBuffer();
    const response = await fetch(behind + pathname + search, { method, headers, body, redirect: 'manual' });
    const answer = await response.arrayBuffer();
    const [, name] = /^\/api\/(.+)$/.exec(pathname) ?? [];
    if (name) {
      called.set(name, (called.get(name) ?? 0) + 1);
      const { ok, error = 'unknown' } = JSON.parse(new TextDecoder().decode(answer)) as {
        ok?: boolean;
        error?: string;
      };
      if (ok !== true) refused.push(`${name}: ${error}`);
    }
    return new Response(answer, { status: response.status, headers: response.headers });
  });
  return { ...server, called, refused };
}

/** A person, a channel, and the app with a token for it. */
function seedOf(scopes: readonly string[]) {
  const app = { app_id: 'A0LOGTRIAGE', bot_id: 'B0LOGTRIAGE', bot_user_id: botUser };
  const { clientId: client_id, clientSecret: client_secret } = slackClient;
  const client = { client_id, client_secret, name: 'logtriage', redirect_uris: [`http://bot.test${redirectPath}`] };
  return {
    // Without it any token may do anything.
    strict_scopes: true,
    users: [{ name: 'ada' }],
    channels: [{ name: 'bringup' }],
    oauth_apps: [{ ...app, ...client }],
    tokens: [
      { token: adaToken, user: 'ada' },
      { token: botToken, user: botUser, scopes, ...app },
    ],
  };
}
