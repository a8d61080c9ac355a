import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { ask, Silence } from './ask.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Whether vendors reach the running program, and it takes what is signed with the configured secret. */
export async function checkAddress(config: Config, nowMs: number): Promise<Finding[]> {
  const { PUBLIC_URL: publicUrl, slack } = config;
  if (!publicUrl) {
    return [
      fail(
        'Address',
        'PUBLIC_URL is not set',
        'Set PUBLIC_URL to the https address Slack and Jira reach this program at.',
      ),
    ];
  }
  const isHttps = publicUrl.startsWith('https:');
  const scheme = isHttps
    ? []
    : [
        warn(
          'Address',
          'PUBLIC_URL is not https',
          'Put a proxy with a certificate in front: Slack and Jira Cloud only call https.',
        ),
      ];
  const health = await ask(`${publicUrl}/healthz`);
  if (health instanceof Silence || health.status !== 200) {
    const words =
      health instanceof Silence
        ? `${publicUrl} does not answer: ${health.why}`
        : `${publicUrl}/healthz answers ${health.status}`;
    return [
      ...scheme,
      fail('Address', words, 'Start the program, and have the proxy forward everything to HOST and PORT.'),
    ];
  }
  const reached = ok('Address', `${publicUrl} leads to the program`);
  return [
    ...scheme,
    reached,
    ...(slack.kind === 'workspace' ? [await checkSecret(publicUrl, slack.signingSecret, nowMs)] : []),
  ];
}

/** What Slack does when an address is entered: a signed challenge that has to come back. */
async function checkSecret(publicUrl: string, secret: string, nowMs: number): Promise<Finding> {
  const challenge = crypto.randomUUID();
  const body = JSON.stringify({ type: 'url_verification', token: 'unused', challenge });
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': signature,
  };
  const response = await ask(`${publicUrl}/slack/events`, { method: 'POST', headers, body });
  if (response instanceof Response && response.status === 200 && (await response.text()).includes(challenge)) {
    return ok('Slack events', 'a signed request is taken');
  }
  return fail(
    'Slack events',
    `a signed request is answered with ${response instanceof Response ? response.status : 'nothing'}`,
    'Start the program with the same SLACK_SIGNING_SECRET, and have the proxy forward bodies and headers unchanged.',
  );
}
