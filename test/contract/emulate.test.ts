import { expect, it } from 'vitest';
import { botScopes } from '../../src/bot/slack/manifest.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { startProgram } from '../../src/program/start-program.ts';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { botToken, botUser, type ForeignSlack, startForeignSlack } from '../support/foreign-slack.ts';
import { createSender } from '../support/sent-by-slack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slackSecrets } from '../support/vendors.ts';

/** What the bot wrote below a message. */
async function answersTo(slack: ForeignSlack, ts: string): Promise<string[]> {
  const written = (await slack.thread(ts)).filter((message) => message.user === botUser);
  return written.map((message) => readMessage(message).text);
}

async function ask(slack: ForeignSlack, thread_ts: string, question: string) {
  const text = `<@${botUser}> ${question}`;
  const { ts = '' } = await slack.ada.chat.postMessage({ channel: slack.channel, thread_ts, text });
  return { ts, thread_ts, text, user: slack.person };
}

/** The whole program, its own service included, in that workspace. */
async function startThere(slack: ForeignSlack) {
  const environment = {
    PORT: '0',
    DATA_DIR: temporaryFolder().path,
    SLACK_API_URL: `${slack.origin}/api`,
    SLACK_BOT_TOKEN: botToken,
    SLACK_SIGNING_SECRET: slackSecrets.signingSecret,
  };
  const { origin, stop } = await startProgram(readConfig(environment), silentLog);
  const sender = createSender(slack, { clock: { now: Date.now }, origin, send: fetch });
  return { ...sender, [Symbol.asyncDispose]: stop };
}

it('answers a log and a question about it in their thread, in a workspace played by other people', async () => {
  await using slack = await startForeignSlack();
  await using bot = await startThere(slack);
  const shared = await slack.shareLog();
  await bot.tellMessage(shared);
  await bot.tellMessage(shared);
  await expect.poll(() => answersTo(slack, shared.ts)).toEqual([expect.stringContaining('disk is full')]);

  await bot.tellMention(await ask(slack, shared.ts, 'how many lines are there?'));
  await expect.poll(() => answersTo(slack, shared.ts)).toEqual([expect.anything(), expect.stringContaining('2 lines')]);
  await expect.poll(() => slack.called.has('reactions.remove')).toBe(true);
  expect(slack.refused).toEqual([]);
});

it('names the permission that other people find missing, and answers nothing it could not read', async () => {
  await using slack = await startForeignSlack({ scopes: botScopes.filter((scope) => scope !== 'files:read') });
  await using bot = await startThere(slack);
  const shared = await slack.shareLog();
  await bot.tellMessage(shared);
  await expect.poll(() => answersTo(slack, shared.ts)).toEqual([expect.stringContaining('files:read')]);
  expect(slack.refused).toContain('files.info: missing_scope');
});
