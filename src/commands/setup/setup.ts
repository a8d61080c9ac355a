import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from '#core/errors.ts';
import { slackManifest } from '../../bot/slack/manifest.ts';
import { readConfig } from '../../config.ts';
import { checkJira, webhookAbout } from '../doctor/check-jira.ts';
import { checkSlack } from '../doctor/check-slack.ts';
import type { Finding } from '../doctor/finding.ts';
import { type Dialog, openDialog } from './dialog.ts';
import { settingsFile } from './settings-file.ts';

export const usage = 'logtriage setup';
export const about = `Walks through connecting Slack and Jira, tries each answer, and writes ${settingsFile}, which every command reads.`;

type Settings = Record<string, string>;

const mostTries = 3;

/** What is there already is offered as the answer, so that it can be run again. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`usage: ${usage}`);
  using dialog = openDialog();
  const before = existsSync(settingsFile) ? (parseEnv(readFileSync(settingsFile, 'utf8')) as Settings) : {};
  const settings: Settings = { ...before };
  await askAddress(dialog, settings);
  const isSlackWell = await connect(dialog, settings, askSlack, checkSlack);
  const isJiraWell = await connect(dialog, settings, askJira, checkAccount);
  settings.DATA_KEY ??= randomBytes(32).toString('base64');
  writeFileSync(settingsFile, Object.entries(settings).map(toLine).join(''), { mode: 0o600 });
  // Also where it was there before, for everybody to read.
  chmodSync(settingsFile, 0o600);
  dialog.say(
    '',
    `Written to ${settingsFile}. Next:`,
    '  npx logtriage start          runs the program',
    ...('JIRA_BASE_URL' in settings
      ? ['  npx logtriage webhook jira   registers the webhook, where the token may']
      : []),
    '  npx logtriage doctor         looks at everything once it runs',
  );
  return isSlackWell && isJiraWell ? 0 : 1;
}

async function askAddress(dialog: Dialog, settings: Settings): Promise<void> {
  dialog.say('Slack and Jira call this program, so it needs an https address they reach: a host name or a tunnel.');
  const address = await dialog.ask('Address', settings.PUBLIC_URL ?? '');
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('An address begins with https://, such as https://logtriage.example.com.');
  settings.PUBLIC_URL = address.replace(/\/{1,20}$/, '');
}

/** Asks for one vendor until it works, at most three times. False: it was given up. */
async function connect(
  dialog: Dialog,
  settings: Settings,
  askFor: (dialog: Dialog, settings: Settings) => Promise<boolean>,
  check: (config: ReturnType<typeof readConfig>, nowMs: number) => Promise<Finding[]>,
): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (!(await askFor(dialog, settings))) return true;
    try {
      mkdirSync(settings.DATA_DIR ?? './data', { recursive: true, mode: 0o700 });
      if (dialog.show(await check(readConfig(settings), Date.now()))) return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      dialog.say(error.message);
    }
    dialog.say('Once more, then; an empty answer keeps what stands in brackets.');
  }
  return false;
}

async function askSlack(dialog: Dialog, settings: Settings): Promise<boolean> {
  const manifest = encodeURIComponent(JSON.stringify(slackManifest(settings.PUBLIC_URL ?? '')));
  dialog.say(
    '',
    'Slack. Open this address, choose the workspace, Create, then Install to Workspace:',
    `  https://api.slack.com/apps?new_app=1&manifest_json=${manifest}`,
  );
  const secret = await dialog.ask(
    'Signing Secret (page Basic Information); empty: without Slack',
    settings.SLACK_SIGNING_SECRET,
  );
  if (secret === '') return false;
  settings.SLACK_SIGNING_SECRET = secret;
  settings.SLACK_BOT_TOKEN = await dialog.ask(
    'Bot User OAuth Token (page OAuth & Permissions)',
    settings.SLACK_BOT_TOKEN,
  );
  const channel = await dialog.ask(
    'Id of a channel for what operators must know; empty: none',
    settings.SLACK_OPS_CHANNEL,
  );
  if (channel !== '') settings.SLACK_OPS_CHANNEL = channel;
  return true;
}

async function askJira(dialog: Dialog, settings: Settings): Promise<boolean> {
  dialog.say(
    '',
    'Jira. The bot comments as an account of its own; make an API token for it:',
    '  https://id.atlassian.com/manage-profile/security/api-tokens (Data Center: a personal access token in its profile)',
  );
  const site = await dialog.ask(
    'Address of the site, such as https://example.atlassian.net; empty: without Jira',
    settings.JIRA_BASE_URL,
  );
  if (site === '') return false;
  settings.JIRA_BASE_URL = site;
  settings.JIRA_KIND = await dialog.ask('cloud or datacenter', settings.JIRA_KIND ?? 'cloud');
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
  return true;
}

/** Without the webhook, which is made once the program has an address that answers. */
async function checkAccount(config: ReturnType<typeof readConfig>, nowMs: number): Promise<Finding[]> {
  return (await checkJira(config, nowMs)).filter(({ about: what }) => what !== webhookAbout);
}

/** As `node:util` reads it back; what people type holds no line ends. */
function toLine([name, value]: [string, string]): string {
  return `${name}="${value.replaceAll('"', '')}"\n`;
}
