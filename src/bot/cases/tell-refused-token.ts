import type { RemoteError } from '#core/errors.ts';
import type { CaseDeps } from './case-deps.ts';
import { tellOperator } from './end-cases.ts';
import { type Planned, planNothing } from './planned.ts';

const dayMs = 86_400_000;

/**
 * Tells the operator, at most once a day and vendor, that a vendor takes the bot's token no longer, and what mends it.
 * Where Slack itself refuses, only the error log can say so.
 */
export function createTellRefusedToken(deps: CaseDeps): (error: RemoteError) => Promise<Planned> {
  const { clock, settings } = deps;
  const told = new Set<string>();
  return async (error) => {
    const isSlack = error.message.startsWith('Slack');
    const key = `token:${isSlack ? 'slack' : 'jira'}:${Math.floor(clock.now() / dayMs)}`;
    if (told.has(key)) return planNothing();
    told.add(key);
    const step = isSlack
      ? `Slack refuses the bot token (${error.reason ?? error.code}). In the app's settings, under Install App, install it again, put the new Bot User OAuth Token into SLACK_BOT_TOKEN, and restart.`
      : `Jira refuses the bot's account (${error.reason ?? error.code}). Create an API token for the account of JIRA_EMAIL, put it into JIRA_API_TOKEN, and restart.`;
    const after = 'All work waits and goes on by itself after that; nothing needs to be sent again.';
    const place = isSlack ? null : settings.opsPlace;
    return await tellOperator({ ...deps, settings: { ...settings, opsPlace: place } }, key, [step, after]);
  };
}
