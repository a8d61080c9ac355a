import type { RemoteError } from '#core/errors.ts';
import { nameOfPlace, whyRefused } from '../writing/failed-delivery.ts';
import type { CaseDeps } from './case-deps.ts';
import { tellOperator } from './end-cases.ts';
import { isOpsPlace } from './ops-place.ts';
import type { Place } from './place.ts';
import type { Planned } from './planned.ts';

const after = 'All work waits and resumes automatically after that; nothing needs to be sent again.';

const overQuota =
  'Files on their way to the log service use all of SPOOL_QUOTA_BYTES. New files wait for up to a week, and are processed automatically after those before them. If this lasts, check that the log service is processing files, or raise SPOOL_QUOTA_BYTES.';
const noSpace =
  'The disk of DATA_DIR is full. New files wait for up to a week, and are processed automatically once there is space; RETENTION_DAYS sets how long old files are kept.';

/** Files wait until others are gone. */
export function isLackOfRoom({ reason }: RemoteError): boolean {
  return reason === 'no_space' || reason === 'over_quota';
}

/**
 * Tells the operator, at most once a day each, what a vendor refuses and the step that mends it. Where Slack itself takes
 * nothing from us, only the error log can say so.
 */
export function createTellRefusal(deps: CaseDeps): (error: RemoteError, place?: Place) => Promise<Planned> {
  const { opsPlace } = deps.settings;
  return async (error, place) => {
    if (error.reason === 'over_quota') return await tellOperator(deps, 'over-quota', [overQuota]);
    if (error.reason === 'no_space') return await tellOperator(deps, 'no-space', [noSpace]);
    const isSlack = error.message.startsWith('Slack');
    const vendor = isSlack ? 'slack' : 'jira';
    const reason = error.reason ?? error.code;
    const isMute = isOutOfReach(opsPlace, error, isSlack, place);
    const told = isMute ? { ...deps, settings: { ...deps.settings, opsPlace: null } } : deps;
    if (error.code !== 'unauthorized' && place) {
      const where = nameOfPlace(place);
      const what = `A message for ${where} is waiting: ${whyRefused(reason, where)}`;
      return await tellOperator(told, `refused:${vendor}:${reason}:${where}`, [what]);
    }
    const step = isSlack ? slackStep(error, deps.settings.publicUrl) : jiraStep(reason);
    return await tellOperator(told, `token:${vendor}${error.account ? `:${error.account}` : ''}`, [step, after]);
  };
}

/** The operators' own channel takes nothing: it is the place that refuses, or the token of its workspace is. */
function isOutOfReach(opsPlace: Place | null, error: RemoteError, isSlack: boolean, place?: Place): boolean {
  if (opsPlace?.kind !== 'channel') return isSlack && error.code === 'unauthorized';
  const isElsewhere = error.account !== undefined && error.account !== opsPlace.team;
  const isRefusing = place?.kind === 'channel' && isOpsPlace(opsPlace, place);
  return isRefusing || (isSlack && error.code === 'unauthorized' && !isElsewhere);
}

function slackStep({ account, reason, code }: RemoteError, publicUrl: string | undefined): string {
  const why = reason ?? code;
  return account === undefined
    ? `Slack rejects the bot token (${why}). In the app's settings, under Install App, reinstall it, put the new Bot User OAuth Token into SLACK_BOT_TOKEN, and restart.`
    : `Slack rejects the token of the workspace ${account} (${why}). Someone there must reinstall the app: ${publicUrl ?? ''}/slack/install`;
}

function jiraStep(reason: string): string {
  if (reason === 'missing_scope')
    return 'Jira refuses calls of the bot because its token lacks a scope. It needs read:jira-work, write:jira-work and read:jira-user: put a new token into JIRA_API_TOKEN and restart, or add the scopes to the OAuth app and run npx logtriage connect jira.';
  return ['not_connected', 'grant_refused'].includes(reason)
    ? 'Jira has not granted access to the app of JIRA_CLIENT_ID, or revoked it. Run npx logtriage connect jira and open the address it prints.'
    : `Jira rejects the bot's account (${reason}). Create a new token for it, put it into JIRA_API_TOKEN, and restart; a scoped token also needs JIRA_CLOUD_ID.`;
}
