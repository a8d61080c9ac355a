import * as client from 'openid-client';
import { z } from 'zod';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** What the button says after "Sign in with". */
  name: string;
  /** Mail domains whose people get an account when they first sign in. */
  domains: readonly string[];
  /** The provider is only played here: it proves nobody's address. */
  isPlayed?: boolean;
}

/** What a provider says of a person, checked. */
export interface OidcPerson {
  issuer: string;
  subject: string;
  /** Confirmed by the provider; undefined where it does not say so. */
  emailAddress: string | undefined;
  /** Slack's workspace, where Slack signs in. */
  team: string | undefined;
}

/** Kept by the browser between leaving and coming back. */
export const flowSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type OidcFlow = z.infer<typeof flowSchema>;

export interface Oidc {
  name: string;
  settings: OidcSettings;
  /** Where the browser goes, and what it has to bring back. */
  begin(callback: string): Promise<{ url: string; flow: OidcFlow }>;
  /** Throws where anything of the answer is not as it must be. */
  end(answer: URL, flow: OidcFlow): Promise<OidcPerson>;
}

const slackTeam = 'https://slack.com/team_id';
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(320).optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  [slackTeam]: z.string().max(50).optional(),
});

/** Signing in at any provider that can be discovered, by the authorization code flow with PKCE. */
export function createOidc(settings: OidcSettings): Oidc {
  let discovered: Promise<client.Configuration> | undefined;

  /** Asked for when somebody signs in, and again after it failed. */
  function provider(): Promise<client.Configuration> {
    const isPlain = settings.issuer.startsWith('http:');
    discovered ??= client
      .discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
        timeout: 15,
        ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
      })
      .catch((error) => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  }

  return {
    name: settings.name,
    settings,
    async begin(callback) {
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await provider(), {
        redirect_uri: callback,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async end(answer, flow) {
      const configuration = await provider();
      const tokens = await client.authorizationCodeGrant(configuration, answer, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const claims = claimsSchema.parse(tokens.claims());
      const told =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? claimsSchema.parse(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
          : claims;
      return {
        issuer: settings.issuer,
        subject: claims.sub,
        emailAddress: told.email_verified ? told.email?.toLowerCase() : undefined,
        team: claims[slackTeam],
      };
    },
  };
}
