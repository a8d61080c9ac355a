import type { Config } from '../../config.ts';
import { ask, Silence, silenceFinding } from './ask.ts';
import { type CallSlack, checkScopes, read } from './call-slack.ts';
import { checkWorkspaces, readInstallations } from './check-workspaces.ts';
import { clockFinding, type Finding, fail, ok, warn } from './finding.ts';

/** Each token with its scopes, the client that people install the app with, the operators' channel. */
export async function checkSlack(config: Config, nowMs: number): Promise<Finding[]> {
  const { slack, opsChannel } = config;
  if (slack.kind !== 'workspace') {
    return [
      warn(
        'Slack',
        'is not connected',
        'Set SLACK_SIGNING_SECRET and SLACK_BOT_TOKEN (or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET), or skip it if Jira is enough.',
      ),
    ];
  }
  const callWith =
    (token: string): CallSlack =>
    (method, form = {}) =>
      ask(`${slack.apiUrl}${method}`, {
        method: 'POST',
        headers: token === '' ? {} : { authorization: `Bearer ${token}` },
        body: new URLSearchParams(form),
      });
  const reached = await callWith('')('api.test');
  if (reached instanceof Silence) return [silenceFinding('Slack', slack.apiUrl, reached, 'SLACK_API_URL')];
  const { botToken, oauth } = slack;
  return [
    ...clockFinding('Slack', reached, nowMs),
    ...(botToken ? await checkToken(callWith(botToken)) : []),
    ...(oauth ? await checkWorkspaces(config, oauth, callWith) : []),
    opsChannel
      ? await checkOpsChannel(opsChannel, callWith(await tokenFor(config, opsChannel, botToken)))
      : noOpsChannel,
  ];
}

async function checkToken(call: CallSlack): Promise<Finding[]> {
  const response = await call('auth.test');
  const self = await read(response);
  if (self.ok !== true) {
    const words = `the token is refused (${String(self.error ?? 'it is no answer of Slack')})`;
    return [
      fail('Slack token', words, 'Put the Bot User OAuth Token of the app’s page Install App into SLACK_BOT_TOKEN.'),
    ];
  }
  const found = ok('Slack token', `workspace ${String(self.team)}, as ${String(self.user)}`);
  return [found, checkScopes(response, 'Slack scopes')];
}

/** Of the workspace that the operators' channel is in. */
async function tokenFor(config: Config, opsChannel: string, botToken = ''): Promise<string> {
  const [, team] = /^(T\w+):/.exec(opsChannel) ?? [];
  if (team === undefined) return botToken;
  return (await readInstallations(config)).find(({ id, teams }) => (teams ?? [id]).includes(team))?.token ?? '';
}

export const opsChannelAbout = 'Operators’ channel';

const noOpsChannel = warn(
  opsChannelAbout,
  'SLACK_OPS_CHANNEL is not set, so only the error log says what people must fix',
  'Set SLACK_OPS_CHANNEL to the id of a channel the bot is in.',
);

async function checkOpsChannel(opsChannel: string, call: CallSlack): Promise<Finding> {
  const channel = opsChannel.replace(/^T\w+:/, '');
  const reply = await read(await call('conversations.info', { channel }));
  const found = reply.channel as { is_member?: boolean; name?: string } | undefined;
  if (found?.is_member) return ok(opsChannelAbout, `#${found.name ?? channel}`);
  const words = found
    ? `the bot is not in #${found.name ?? channel}`
    : `${channel} cannot be seen (${String(reply.error ?? 'no answer')})`;
  return fail(
    opsChannelAbout,
    words,
    'Invite the bot to that channel, or correct SLACK_OPS_CHANNEL: it is an id like C0123, not a name.',
  );
}
