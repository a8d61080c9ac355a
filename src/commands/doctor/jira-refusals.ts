import { z } from 'zod';
import { defaultGatewayUrl } from '#bot/jira/jira-access.ts';
import { missingScope } from '#bot/jira/jira-errors.ts';
import type { RemoteError } from '#core/errors.ts';
import type { Config } from '../../config.ts';
import { ask, Silence, silenceFinding } from './ask.ts';
import { type Finding, fail } from './finding.ts';

export type ConnectedJira = Extract<Config['jira'], { baseUrl: string }>;

/** What the site tells anybody. */
export function askSite(baseUrl: string): ReturnType<typeof ask> {
  return ask(`${baseUrl}/rest/api/2/serverInfo`);
}

export function silentSite(baseUrl: string, silence: Silence): Finding {
  return silenceFinding('Jira', baseUrl, silence, 'JIRA_BASE_URL');
}

export const scopesAbout = 'Jira scopes';

export function lackingScope({ oauth }: ConnectedJira, scope: string): Finding {
  return fail(
    scopesAbout,
    `${scope} is missing`,
    oauth
      ? `Add ${scope} to the app under Permissions at developer.atlassian.com, and run npx logtriage connect jira.`
      : 'Create a new token with the scopes read:jira-work, write:jira-work and read:jira-user, and put it into JIRA_API_TOKEN.',
  );
}

/** A token with scopes is refused by the site itself, and looks like a wrong one. */
export async function refusedFinding(jira: ConnectedJira, error: RemoteError): Promise<Finding> {
  if (error.reason === missingScope) return lackingScope(jira, 'read:jira-work or read:jira-user');
  if (error.code !== 'unauthorized' && error.code !== 'forbidden') return notAsJira(jira, error);
  const words = `the account is refused (${error.reason ?? error.code})`;
  if (jira.oauth) return fail('Jira account', words, 'Run npx logtriage connect jira and open the address it prints.');
  if (jira.kind === 'datacenter') {
    return fail(
      'Jira account',
      words,
      'Make a personal access token in the account’s profile and put it into JIRA_API_TOKEN.',
    );
  }
  const cloudId = jira.cloudId ? undefined : await findCloudId(jira.baseUrl);
  return fail(
    'Jira account',
    words,
    `Make a new token at id.atlassian.com for JIRA_EMAIL and put it into JIRA_API_TOKEN${
      cloudId ? `; if it is one with scopes, set JIRA_CLOUD_ID=${cloudId}, or answer scoped in setup` : ''
    }.`,
  );
}

/** What the gateway calls a site in the cloud, which the site tells anybody. */
export async function findCloudId(baseUrl: string): Promise<string | undefined> {
  const info = await ask(`${baseUrl}/_edge/tenant_info`);
  const told: unknown = info instanceof Response ? await info.json().catch(() => null) : null;
  return z.object({ cloudId: z.string() }).safeParse(told).data?.cloudId;
}

/** Neither an answer nor a refusal: the address, or what stands before Jira, is wrong or has a bad hour. */
function notAsJira(jira: ConnectedJira, { code, reason, cause }: RemoteError): Finding {
  const isGateway = jira.oauth !== undefined || jira.cloudId !== undefined;
  const [url, variable] = isGateway
    ? [jira.gatewayUrl ?? defaultGatewayUrl, 'JIRA_CLOUD_ID']
    : [jira.baseUrl, 'JIRA_BASE_URL'];
  if (reason === undefined && cause !== undefined) {
    return silenceFinding('Jira', url, new Silence(cause), isGateway ? 'JIRA_GATEWAY_URL' : variable);
  }
  const trouble = code === 'retry_later' ? 'limits its calls' : 'does not answer as Jira does';
  return fail(
    'Jira',
    `${url} ${trouble} (${reason ?? code})`,
    code === 'retry_later' || code === 'unavailable'
      ? `Run this again in some minutes; if it stays, check that ${variable} leads to Jira itself.`
      : `Check that ${variable} leads to Jira itself, with its context path if it has one.`,
  );
}
