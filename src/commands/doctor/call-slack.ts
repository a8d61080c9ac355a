import { botScopes } from '#bot/slack/manifest.ts';
import { type ask, Silence } from './ask.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** A method with one token, or none. */
export type CallSlack = (method: string, form?: Record<string, string>) => ReturnType<typeof ask>;

export function checkScopes(response: Awaited<ReturnType<CallSlack>>, about: string): Finding {
  const header = response instanceof Response ? response.headers.get('x-oauth-scopes') : null;
  if (header === null)
    return warn(
      about,
      'Slack does not say which scopes the token has',
      'Compare the app’s page OAuth & Permissions with npx logtriage manifest.',
    );
  const granted = new Set(header.split(',').map((scope) => scope.trim()));
  const missing = botScopes.filter((scope) => !granted.has(scope));
  if (missing.length === 0) return ok(about, `all ${botScopes.length} scopes are there`);
  return fail(
    about,
    `missing: ${missing.join(', ')}`,
    'Add them on the app’s page OAuth & Permissions, or paste the output of npx logtriage manifest as App Manifest, and install the app again.',
  );
}

/** What Slack says, or why it says nothing: in `error` either way. */
export async function read(response: Awaited<ReturnType<CallSlack>>): Promise<Record<string, unknown>> {
  if (response instanceof Silence) return { error: response.why };
  return ((await response.json().catch(() => ({}))) ?? {}) as Record<string, unknown>;
}
