import { randomBytes } from 'node:crypto';
import { grantPath } from '#bot/jira/grant-routes.ts';
import { grantScopes } from '#bot/jira/jira-grants.ts';
import type { Config } from '../../config.ts';
import { Silence } from '../doctor/ask.ts';
import { checkJira, webhookAbout } from '../doctor/check-jira.ts';
import { type Finding, ok } from '../doctor/finding.ts';
import { askSite, silentSite } from '../doctor/jira-refusals.ts';
import type { Dialog } from './dialog.ts';
import type { Settings } from './settings-file.ts';

const tokenVariables = ['JIRA_EMAIL', 'JIRA_API_TOKEN', 'JIRA_API_TOKEN_EXPIRES', 'JIRA_CLOUD_ID'] as const;
const appVariables = ['JIRA_CLIENT_ID', 'JIRA_CLIENT_SECRET'] as const;

/** False: without Jira. */
export async function askJira(dialog: Dialog, settings: Settings): Promise<boolean> {
  dialog.say('', 'Jira. The bot comments as an account of its own.');
  const site = await dialog.ask(
    'Address of the site, such as https://example.atlassian.net; empty: without Jira',
    settings.JIRA_BASE_URL,
  );
  if (site === '') return false;
  settings.JIRA_BASE_URL = site;
  settings.JIRA_KIND = await dialog.ask('cloud or datacenter', settings.JIRA_KIND ?? 'cloud');
  const usual = settings.JIRA_CLIENT_ID ? 'app' : 'token';
  const isApp =
    settings.JIRA_KIND === 'cloud' && (await dialog.ask('with a token, or an OAuth 2.0 app', usual)) === 'app';
  await (isApp ? askApp(dialog, settings) : askToken(dialog, settings));
  return true;
}

async function askToken(dialog: Dialog, settings: Settings): Promise<void> {
  for (const name of appVariables) delete settings[name];
  dialog.say(
    'Make an API token for the account:',
    '  https://id.atlassian.com/manage-profile/security/api-tokens (Data Center: a personal access token in its profile)',
  );
  if (settings.JIRA_KIND === 'cloud')
    settings.JIRA_EMAIL = await dialog.ask('E-mail address of the account', settings.JIRA_EMAIL);
  settings.JIRA_API_TOKEN = await dialog.ask('Token', settings.JIRA_API_TOKEN);
  const ends = await dialog.ask(
    'Day the token ends, such as 2027-01-31; empty: not known',
    settings.JIRA_API_TOKEN_EXPIRES,
  );
  if (ends !== '') settings.JIRA_API_TOKEN_EXPIRES = ends;
  settings.JIRA_WEBHOOK_SECRET ??= randomBytes(24).toString('base64url');
  dialog.say(`The webhook: ${settings.PUBLIC_URL}/jira/webhook, signed with ${settings.JIRA_WEBHOOK_SECRET}`);
}

async function askApp(dialog: Dialog, settings: Settings): Promise<void> {
  for (const name of tokenVariables) delete settings[name];
  dialog.say(
    'Make an OAuth 2.0 integration at https://developer.atlassian.com/console/myapps/:',
    `  Authorization, callback URL: ${settings.PUBLIC_URL}${grantPath}`,
    `  Permissions, Jira API: ${grantScopes.filter((scope) => scope !== 'offline_access').join(', ')}`,
  );
  settings.JIRA_CLIENT_ID = await dialog.ask('Client ID (page Settings)', settings.JIRA_CLIENT_ID);
  settings.JIRA_CLIENT_SECRET = await dialog.ask('Secret (same page)', settings.JIRA_CLIENT_SECRET);
  // The webhooks of an app are not signed.
  settings.JIRA_WEBHOOK_TOKEN ??= randomBytes(24).toString('base64url');
}

/** Without the webhook, which is made once the program has an address that answers; so is an app granted access. */
export async function checkJiraAnswers(config: Config, nowMs: number): Promise<Finding[]> {
  const { jira } = config;
  if ('baseUrl' in jira && jira.oauth) {
    const site = await askSite(jira.baseUrl);
    return [site instanceof Silence ? silentSite(jira.baseUrl, site) : ok('Jira', 'the site answers')];
  }
  return (await checkJira(config, nowMs)).filter(({ about: what }) => what !== webhookAbout);
}
