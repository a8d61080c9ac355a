import type { JiraGrants } from './jira-grants.ts';

/** How a site is reached and who the bot is there. */
export interface JiraConnection {
  /** The site as people open it: scheme, host and context path, no slash at the end. */
  baseUrl: string;
  kind?: 'cloud' | 'datacenter' | undefined;
  /** With it an API token is a password; without it the token is a bearer: Data Center, and service accounts. */
  email?: string | undefined;
  apiToken?: string | undefined;
  /** Scoped tokens work at the gateway alone, which knows the site by this. */
  cloudId?: string | undefined;
  gatewayUrl?: string | undefined;
  /** Instead of a token: an app that somebody of the site granted access to. */
  oauth?: { clientId: string; clientSecret: string; authUrl?: string | undefined } | undefined;
}

export interface JiraAccess {
  /** What calls go to: the site, or the gateway in front of it. */
  apiUrl(): Promise<string>;
  /** Value of the Authorization header. */
  authorization(): Promise<string>;
  /** After a 401: whether there is another authorization to try with. */
  renew(refused: string): Promise<boolean>;
}

export const defaultGatewayUrl = 'https://api.atlassian.com';

export function createJiraAccess(connection: JiraConnection, grants?: JiraGrants): JiraAccess {
  const { baseUrl, email, apiToken = '', cloudId, gatewayUrl = defaultGatewayUrl } = connection;
  if (connection.oauth) {
    if (!grants) throw new Error('an app needs a store for its tokens');
    return {
      apiUrl: async () => `${gatewayUrl}/ex/jira/${(await grants.current()).cloudId}`,
      authorization: async () => `Bearer ${(await grants.current()).accessToken}`,
      renew: (refused) => grants.renew(refused.replace(/^Bearer /, '')),
    };
  }
  const authorization = email ? `Basic ${toBase64(`${email}:${apiToken}`)}` : `Bearer ${apiToken}`;
  const apiUrl = cloudId ? `${gatewayUrl}/ex/jira/${encodeURIComponent(cloudId)}` : baseUrl;
  return { apiUrl: async () => apiUrl, authorization: async () => authorization, renew: async () => false };
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
