import { installPath } from '../../bot/slack/install/install-routes.ts';
import { slackManifest } from '../../bot/slack/manifest.ts';
import type { Config } from '../../config.ts';
import { checkSlack, opsChannelAbout } from '../doctor/check-slack.ts';
import type { Finding } from '../doctor/finding.ts';
import { askClient } from './ask-client.ts';
import type { Dialog } from './dialog.ts';
import { problemOfKey } from './read-answer.ts';
import { put, type Settings } from './settings-file.ts';

const clientVariables = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_INSTALL_TEAMS'] as const;

/** False: without Slack. */
export async function askSlack(dialog: Dialog, settings: Settings): Promise<boolean> {
  dialog.say('', 'Slack. One workspace has one token; in several, people of each install the app themselves.');
  const usual = settings.SLACK_CLIENT_ID ? 'several' : 'one';
  const isSeveral = (await dialog.choose('one or several workspaces', ['one', 'several'], usual)) === 'several';
  const manifest = JSON.stringify(slackManifest(settings.PUBLIC_URL ?? '', { isInstallable: isSeveral }));
  dialog.say(
    isSeveral
      ? 'Open this address, choose the workspace the app is kept in, and Create; do not install it there:'
      : 'Open this address, choose the workspace, Create, then Install to Workspace:',
    `  https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(manifest)}`,
  );
  const secret = await dialog.ask({
    words: 'Signing Secret (page Basic Information)',
    usual: settings.SLACK_SIGNING_SECRET,
    none: 'without Slack',
    isSecret: true,
    problem: problemOfSecret,
  });
  if (secret === '') return false;
  settings.SLACK_SIGNING_SECRET = secret;
  await (isSeveral ? askApp(dialog, settings) : askToken(dialog, settings));
  await askChannel(dialog, settings, isSeveral);
  return true;
}

async function askChannel(dialog: Dialog, settings: Settings, isSeveral: boolean): Promise<void> {
  const [form, example] = isSeveral
    ? [/^T[A-Z0-9]+:[CGD][A-Z0-9]+$/, 'T0123:C0123, behind that of its workspace']
    : [/^(?:T[A-Z0-9]+:)?[CGD][A-Z0-9]+$/, 'C0123'];
  const channel = await dialog.ask({
    words: `Id of a channel for what operators must know, such as ${example}`,
    usual: settings.SLACK_OPS_CHANNEL,
    none: 'only the error log',
    problem: (answer) =>
      form.test(answer) ? undefined : `An id is needed, such as ${example}: it is at the end of the channel’s details.`,
  });
  put(settings, 'SLACK_OPS_CHANNEL', channel);
}

async function askToken(dialog: Dialog, settings: Settings): Promise<void> {
  for (const name of clientVariables) delete settings[name];
  const token = await dialog.ask({
    words: 'Bot User OAuth Token (page OAuth & Permissions)',
    usual: settings.SLACK_BOT_TOKEN,
    isSecret: true,
    problem: problemOfToken,
  });
  put(settings, 'SLACK_BOT_TOKEN', token);
}

const otherTokens: readonly [RegExp, string][] = [
  [/^xoxp-/, 'the token of a person'],
  [/^xapp-/, 'an app-level token'],
  [/^xoxe[.-]/, 'a token that is good for hours only'],
  [/^[0-9a-f]{32}$/, 'a secret of the page Basic Information'],
];

function problemOfToken(answer: string): string | undefined {
  const [, kind] = otherTokens.find(([form]) => form.test(answer)) ?? [];
  return kind ? `This is ${kind}; the Bot User OAuth Token begins with xoxb-.` : problemOfKey(answer);
}

function problemOfSecret(answer: string): string | undefined {
  const isToken = /^(?:xox|xapp)/.test(answer);
  return isToken ? 'This is a token; the Signing Secret is under App Credentials.' : problemOfKey(answer);
}

async function askApp(dialog: Dialog, settings: Settings): Promise<void> {
  const words = { id: 'Client ID (page Basic Information)', secret: 'Client Secret (same page)' };
  await askClient(dialog, settings, 'SLACK', words);
  const teams = await dialog.ask({
    words: 'Ids of the workspaces that may install it, such as T0123,T0456',
    usual: settings.SLACK_INSTALL_TEAMS,
    none: 'whoever reaches the address',
  });
  put(settings, 'SLACK_INSTALL_TEAMS', teams);
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
