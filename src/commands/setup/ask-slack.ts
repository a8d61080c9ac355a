import { installPath } from '../../bot/slack/install/install-routes.ts';
import { slackManifest } from '../../bot/slack/manifest.ts';
import type { Config } from '../../config.ts';
import { checkSlack, opsChannelAbout } from '../doctor/check-slack.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Dialog } from './dialog.ts';
import type { Settings } from './settings-file.ts';

const clientVariables = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_INSTALL_TEAMS'] as const;

/** False: without Slack. */
export async function askSlack(dialog: Dialog, settings: Settings): Promise<boolean> {
  dialog.say('', 'Slack. One workspace has one token; in several, people of each install the app themselves.');
  const usual = settings.SLACK_CLIENT_ID ? 'several' : 'one';
  const isSeveral = (await dialog.ask('one or several workspaces', usual)) === 'several';
  const manifest = JSON.stringify(slackManifest(settings.PUBLIC_URL ?? '', { isInstallable: isSeveral }));
  dialog.say(
    isSeveral
      ? 'Open this address, choose the workspace the app is kept in, and Create; do not install it there:'
      : 'Open this address, choose the workspace, Create, then Install to Workspace:',
    `  https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(manifest)}`,
  );
  const secret = await dialog.ask(
    'Signing Secret (page Basic Information); empty: without Slack',
    settings.SLACK_SIGNING_SECRET,
  );
  if (secret === '') return false;
  settings.SLACK_SIGNING_SECRET = secret;
  await (isSeveral ? askClient(dialog, settings) : askToken(dialog, settings));
  const channel = await dialog.ask(
    `Id of a channel for what operators must know${isSeveral ? ', behind that of its workspace, such as T0123:C0123' : ''}; empty: none`,
    settings.SLACK_OPS_CHANNEL,
  );
  if (channel !== '') settings.SLACK_OPS_CHANNEL = channel;
  return true;
}

async function askToken(dialog: Dialog, settings: Settings): Promise<void> {
  for (const name of clientVariables) delete settings[name];
  settings.SLACK_BOT_TOKEN = await dialog.ask(
    'Bot User OAuth Token (page OAuth & Permissions)',
    settings.SLACK_BOT_TOKEN,
  );
}

async function askClient(dialog: Dialog, settings: Settings): Promise<void> {
  settings.SLACK_CLIENT_ID = await dialog.ask('Client ID (page Basic Information)', settings.SLACK_CLIENT_ID);
  settings.SLACK_CLIENT_SECRET = await dialog.ask('Client Secret (same page)', settings.SLACK_CLIENT_SECRET);
  const teams = await dialog.ask(
    'Ids of the workspaces that may install it, such as T0123,T0456; empty: whoever reaches the address',
    settings.SLACK_INSTALL_TEAMS,
  );
  if (teams !== '') settings.SLACK_INSTALL_TEAMS = teams;
  if (settings.SLACK_BOT_TOKEN) dialog.say('SLACK_BOT_TOKEN stays: its workspace is one of them.');
  dialog.say(
    `Workspaces beside the app's own need Manage Distribution, Activate Public Distribution. Each installs it at ${settings.PUBLIC_URL}${installPath}`,
  );
}

/** The operators' channel can be looked for once its workspace has installed the app. */
export async function checkSlackAnswers(config: Config, nowMs: number): Promise<Finding[]> {
  const findings = await checkSlack(config, nowMs);
  const isInstalledLater = config.slack.kind === 'workspace' && config.slack.oauth !== undefined;
  return isInstalledLater ? findings.filter(({ about }) => about !== opsChannelAbout) : findings;
}
