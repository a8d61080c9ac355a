import { botScopes } from '#bot/slack/manifest.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** A method with one token, or none; null where nothing answered. */
export type CallSlack = (method: string, form?: Record<string, string>) => Promise<Response | null>;

export function checkScopes(header: string | null, about: string): Finding {
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

export async function read(response: Response): Promise<Record<string, unknown>> {
  return ((await response.json().catch(() => ({}))) ?? {}) as Record<string, unknown>;
}
