import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { UsageError } from '#core/errors.ts';
import { type Config, readConfig } from '../../config.ts';
import type { Finding } from '../doctor/finding.ts';
import { askJira, checkJiraAnswers } from './ask-jira.ts';
import { askSlack, checkSlackAnswers } from './ask-slack.ts';
import { type Dialog, openDialog } from './dialog.ts';
import { nextSteps } from './next-steps.ts';
import { readAddress } from './read-answer.ts';
import { readSettings, type Settings, settingsFile, writeSettings } from './settings-file.ts';
import { problemOf, problemOfOthers, shadowWords, shellSettings } from './settings-problems.ts';

export const usage = 'logtriage setup';
export const about = `Connects Slack and Jira step by step, tests each answer, and writes ${settingsFile}, which every command reads.`;

const mostTries = 3;

interface Vendor {
  name: string;
  /** That its variables begin with. */
  prefix: string;
  /** False: without it. */
  askFor(dialog: Dialog, settings: Settings): Promise<boolean>;
  check(config: Config, nowMs: number): Promise<Finding[]>;
}

const slack: Vendor = { name: 'Slack', prefix: 'SLACK_', askFor: askSlack, check: checkSlackAnswers };
const jira: Vendor = { name: 'Jira', prefix: 'JIRA_', askFor: askJira, check: checkJiraAnswers };

/** What is there already is offered as the answer, so that it can be run again. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`usage: ${usage}`);
  const settings = readSettings();
  const shell = shellSettings(settings, process.env);
  const early = problemOfOthers(settings, shell);
  if (early) throw new UsageError(`First correct ${settingsFile}, or this shell, in what is not asked here.\n${early}`);
  makeDataDir(settings);
  let kept = `${settingsFile} is as it was before`;
  using dialog = openDialog(() => stop(kept));
  await askAddress(dialog, settings);
  // Before anything is tried: what is kept is sealed with it from the beginning.
  settings.DATA_KEY ??= randomBytes(32).toString('base64');
  const isSlackWell = await connect(dialog, settings, { ...slack, others: jira.prefix });
  // At once: who stops in the middle of the other vendor goes on from there.
  writeSettings(settings);
  kept = `The answers about ${slack.name} are in ${settingsFile}`;
  const isJiraWell = await connect(dialog, settings, { ...jira, others: slack.prefix });
  writeSettings(settings);
  dialog.say('', `Written to ${settingsFile}. Next:`, ...nextSteps(settings), ...shadowWords(settings, shell));
  const problem = problemOf(settings);
  if (problem) dialog.say('', 'It cannot start with them yet:', problem, 'Run this again, or fix them in the file.');
  return isSlackWell && isJiraWell && !problem ? 0 : 1;
}

/** The checks keep in it what they try. */
function makeDataDir({ DATA_DIR = './data' }: Settings): void {
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UsageError(`DATA_DIR cannot be created: ${error instanceof Error ? error.message : error}`);
  }
}

function stop(kept: string): never {
  process.stdout.write(`\n\nStopped. ${kept}; run npx ${usage} again to go on.\n`);
  process.exit(130);
}

async function askAddress(dialog: Dialog, settings: Settings): Promise<void> {
  dialog.say('Slack and Jira call this program, so it needs an https address they can reach: a host name or a tunnel.');
  for (;;) {
    const answer = await dialog.ask({ words: 'Address', usual: settings.PUBLIC_URL });
    const address = readAddress(answer);
    if (address !== undefined) {
      settings.PUBLIC_URL = address;
      return;
    }
    dialog.say('  An address begins with https://, such as https://logtriage.example.com.');
  }
}

/** Asks for one vendor until it works, at most three times. False: it was given up. */
async function connect(
  dialog: Dialog,
  settings: Settings,
  { name, prefix, others, askFor, check }: Vendor & { others: string },
): Promise<boolean> {
  for (let left = mostTries - 1; left >= 0; left -= 1) {
    if (!(await askFor(dialog, settings))) {
      leaveOut(dialog, settings, name, prefix);
      return true;
    }
    endSandbox(dialog, settings, name);
    try {
      if (dialog.show(await check(readConfig(without(settings, others)), Date.now()))) return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      dialog.say(error.message);
    }
    dialog.say(
      left > 0
        ? 'Try again; an empty answer keeps the value in brackets.'
        : `${name} does not work yet. The answers are kept for the next time.`,
    );
  }
  return false;
}

/** Half of a vendor's variables would stop the start. */
function leaveOut(dialog: Dialog, settings: Settings, name: string, prefix: string): void {
  const left = Object.keys(settings).filter((variable) => variable.startsWith(prefix));
  for (const variable of left) delete settings[variable];
  if (left.length > 0) dialog.say(`Without ${name}, so ${left.join(', ')} ${left.length > 1 ? 'are' : 'is'} left out.`);
}

/** What is connected is not simulated as well. */
function endSandbox(dialog: Dialog, settings: Settings, name: string): void {
  if (settings.SANDBOX !== name.toLowerCase()) return;
  delete settings.SANDBOX;
  dialog.say(`SANDBOX=${name.toLowerCase()} is left out: it simulates ${name}.`);
}

/** What the other vendor lacks is asked for in its own turn. */
function without(settings: Settings, prefix: string): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([variable]) => !variable.startsWith(prefix)));
}
