import { randomBytes } from 'node:crypto';
import { grantPath } from '#bot/jira/grant-routes.ts';
import { grantScopes } from '#bot/jira/jira-grants.ts';
import { type Config, environmentSchema } from '../../config.ts';
import { Silence } from '../doctor/ask.ts';
import { checkJira, webhookAbout } from '../doctor/check-jira.ts';
import { type Finding, ok } from '../doctor/finding.ts';
import { askSite, findCloudId, silentSite } from '../doctor/jira-refusals.ts';
import { askClient } from './ask-client.ts';
import type { Dialog } from './dialog.ts';
import { problemOfKey, readAddress, readChoice, readSite } from './read-answer.ts';
import { put, type Settings } from './settings-file.ts';

const tokenVariables = ['JIRA_EMAIL', 'JIRA_API_TOKEN', 'JIRA_API_TOKEN_EXPIRES', 'JIRA_CLOUD_ID'] as const;
const appVariables = ['JIRA_CLIENT_ID', 'JIRA_CLIENT_SECRET'] as const;

const kinds = ['cloud', 'datacenter'] as const;
const { JIRA_EMAIL: email, JIRA_API_TOKEN_EXPIRES: day } = environmentSchema.shape;
const isEmail = (answer: string) => email.safeParse(answer).success;
const isDay = (answer: string) => day.safeParse(answer).success;

/** False: without Jira. */
export async function askJira(dialog: Dialog, settings: Settings): Promise<boolean> {
  dialog.say('', 'Jira. The bot comments as an account of its own.');
  const site = await dialog.ask({
    words: 'Address of the site, such as https://example.atlassian.net',
    usual: settings.JIRA_BASE_URL,
    none: 'without Jira',
    problem: (answer) => (readSite(answer) ? undefined : 'This is no address of the web.'),
  });
  if (site === '') return false;
  settings.JIRA_BASE_URL = readSite(site) ?? site;
  if (settings.JIRA_BASE_URL !== readAddress(site)) dialog.say(`  This is taken as ${settings.JIRA_BASE_URL}.`);
  const kind = await dialog.choose(
    'cloud or datacenter',
    kinds,
    readChoice(kinds, settings.JIRA_KIND ?? '') ?? 'cloud',
  );
  settings.JIRA_KIND = kind;
  const signIn = kind === 'cloud' ? await askSignIn(dialog, settings) : 'token';
  await (signIn === 'app' ? askApp(dialog, settings) : askToken(dialog, settings, signIn === 'scoped'));
  return true;
}

async function askSignIn(dialog: Dialog, settings: Settings) {
  const usual = settings.JIRA_CLOUD_ID ? 'scoped' : 'token';
  return await dialog.choose(
    'with a token, a scoped one (created with scopes, or of a service account), or an OAuth 2.0 app',
    ['token', 'scoped', 'app'],
    settings.JIRA_CLIENT_ID ? 'app' : usual,
  );
}

async function askToken(dialog: Dialog, settings: Settings, isScoped: boolean): Promise<void> {
  for (const name of appVariables) delete settings[name];
  dialog.say(
    'Make an API token for the account:',
    '  https://id.atlassian.com/manage-profile/security/api-tokens (Data Center: a personal access token in its profile)',
    ...(isScoped ? ['  Scopes: read:jira-work, write:jira-work, read:jira-user'] : []),
  );
  if (settings.JIRA_KIND === 'cloud') await askEmail(dialog, settings, isScoped);
  if (isScoped) await askCloudId(dialog, settings);
  else delete settings.JIRA_CLOUD_ID;
  const before = settings.JIRA_API_TOKEN;
  const token = await dialog.ask({ words: 'Token', usual: before, isSecret: true, problem: problemOfKey });
  put(settings, 'JIRA_API_TOKEN', token);
  const ends = await dialog.ask({
    words: 'Day the token ends, such as 2027-01-31',
    // Another token ends on another day.
    usual: token === before ? settings.JIRA_API_TOKEN_EXPIRES : undefined,
    none: 'not known',
    problem: (answer) => (isDay(answer) ? undefined : 'Write the day as 2027-01-31.'),
  });
  put(settings, 'JIRA_API_TOKEN_EXPIRES', ends);
  settings.JIRA_WEBHOOK_SECRET ??= randomBytes(24).toString('base64url');
}

async function askEmail(dialog: Dialog, settings: Settings, isScoped: boolean): Promise<void> {
  const email = await dialog.ask({
    words: 'E-mail address of the account',
    usual: settings.JIRA_EMAIL,
    ...(isScoped ? { none: 'a service account' } : {}),
    problem: (answer) => (isEmail(answer) ? undefined : 'This is no e-mail address.'),
  });
  put(settings, 'JIRA_EMAIL', email);
}

/** Such tokens are taken at the gateway alone, where a site has another name. */
async function askCloudId(dialog: Dialog, settings: Settings): Promise<void> {
  const site = settings.JIRA_BASE_URL ?? '';
  const words = `Id of the site (cloudId at ${site}/_edge/tenant_info)`;
  const id = (await findCloudId(site)) ?? (await dialog.ask({ words, usual: settings.JIRA_CLOUD_ID }));
  put(settings, 'JIRA_CLOUD_ID', id);
}

async function askApp(dialog: Dialog, settings: Settings): Promise<void> {
  for (const name of tokenVariables) delete settings[name];
  dialog.say(
    'Make an OAuth 2.0 integration at https://developer.atlassian.com/console/myapps/:',
    `  Authorization, callback URL: ${settings.PUBLIC_URL}${grantPath}`,
    `  Permissions, Jira API: ${grantScopes.filter((scope) => scope !== 'offline_access').join(', ')}`,
  );
  await askClient(dialog, settings, 'JIRA', { id: 'Client ID (page Settings)', secret: 'Secret (same page)' });
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
