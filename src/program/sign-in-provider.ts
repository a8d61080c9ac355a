import type { Config } from '../config.ts';
import { sandboxClient } from '../sandbox/slack/open-id.ts';
import { createOidc, type Oidc } from '../service/access/oidc.ts';

/** The provider people sign in at: the configured one, or the stand-in where Slack is played. */
export function openOidc(config: Config, sandboxOrigin: string | undefined): Oidc | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer && clientId) {
    return createOidc({ issuer, clientId, clientSecret, name: config.OIDC_NAME, domains: config.OIDC_DOMAINS });
  }
  if (config.slack.kind !== 'sandbox' || !sandboxOrigin) return undefined;
  return createOidc({
    issuer: `${sandboxOrigin}/sandbox/slack`,
    clientId: sandboxClient.id,
    clientSecret: sandboxClient.secret,
    name: 'the sandbox’s Slack',
    domains: [],
    isPlayed: true,
  });
}
