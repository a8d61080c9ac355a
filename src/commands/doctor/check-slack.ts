import { botScopes } from '#bot/slack/manifest.ts';
import type { Config } from '../../config.ts';
import { ask, clockFinding, type Finding, fail, ok, warn } from './finding.ts';

/** The token, each of its scopes, the operators' channel. */
export async function checkSlack({ slack, opsChannel }: Config, nowMs: number): Promise<Finding[]> {
  if (slack.kind !== 'workspace') {
    return [
      warn(
        'Slack',
        'is not connected',
        'Set SLACK_SIGNING_SECRET and SLACK_BOT_TOKEN, or leave it where Jira is enough.',
      ),
    ];
  }
  const call = (method: string, form: Record<string, string> = {}) =>
    ask(`${slack.apiUrl}${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}` },
      body: new URLSearchParams(form),
    });
  const response = await call('auth.test');
  if (!response)
    return [
      fail(
        'Slack',
        `${slack.apiUrl} does not answer`,
        'Let this machine reach slack.com over https, or correct SLACK_API_URL.',
      ),
    ];
  const self = await read(response);
  const clock = clockFinding('Slack', response, nowMs);
  if (self.ok !== true) {
    const words = `the token is refused (${String(self.error ?? response.status)})`;
    return [
      ...clock,
      fail('Slack token', words, 'Put the Bot User OAuth Token of the app’s page Install App into SLACK_BOT_TOKEN.'),
    ];
  }
  return [
    ...clock,
    ok('Slack token', `workspace ${String(self.team)}, as ${String(self.user)}`),
    checkScopes(response.headers.get('x-oauth-scopes')),
    ...(opsChannel ? [await checkOpsChannel(opsChannel, call)] : [noOpsChannel]),
  ];
}

function checkScopes(header: string | null): Finding {
  if (header === null)
    return warn(
      'Slack scopes',
      'Slack does not tell which the token has',
      'Compare the app’s page OAuth & Permissions with npx logtriage manifest.',
    );
  const granted = new Set(header.split(',').map((scope) => scope.trim()));
  const missing = botScopes.filter((scope) => !granted.has(scope));
  if (missing.length === 0) return ok('Slack scopes', `all ${botScopes.length} are there`);
  return fail(
    'Slack scopes',
    `missing: ${missing.join(', ')}`,
    'Add them on the app’s page OAuth & Permissions, or paste the output of npx logtriage manifest as App Manifest, and install the app again.',
  );
}

const noOpsChannel = warn(
  'Operators’ channel',
  'SLACK_OPS_CHANNEL is not set, so only the error log tells what people must mend',
  'Set SLACK_OPS_CHANNEL to the id of a channel the bot is in.',
);

async function checkOpsChannel(
  channel: string,
  call: (method: string, form: Record<string, string>) => Promise<Response | null>,
): Promise<Finding> {
  const response = await call('conversations.info', { channel });
  const reply = response ? await read(response) : {};
  const found = reply.channel as { is_member?: boolean; name?: string } | undefined;
  if (found?.is_member) return ok('Operators’ channel', `#${found.name ?? channel}`);
  const words = found
    ? `the bot is not in #${found.name ?? channel}`
    : `${channel} cannot be seen (${String(reply.error ?? 'no answer')})`;
  return fail(
    'Operators’ channel',
    words,
    'Invite the bot to that channel, or correct SLACK_OPS_CHANNEL: it is an id like C0123, not a name.',
  );
}

async function read(response: Response): Promise<Record<string, unknown>> {
  return ((await response.json().catch(() => ({}))) ?? {}) as Record<string, unknown>;
}
