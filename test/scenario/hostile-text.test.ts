import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { readFallback, readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { answerForReal } from '../support/answer-for-real.ts';
import { channel, startBot } from '../support/bot-under-test.ts';
import { type HostileLog, hostileLog } from '../support/hostile/hostile-logs.ts';

const root = mkdtempSync(join(tmpdir(), 'logtriage-hostile-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const logs = Array.from({ length: 100 }, (_, n) => hostileLog(n));
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;

/** All but the addresses of the messages and tickets that had the same cause before: the bot's own words. */
function foreign(links: readonly string[]): string[] {
  return links.filter(
    (link) => !/^http:\/\/(?:slack\.test\/archives\/C\w+\/p\d+|jira\.test\/browse\/[A-Z]+-\d+)$/.test(link),
  );
}

function expectHarmless(text: string, own: HostileLog): void {
  expect(text, own.name).toContain(own.canary);
  expect(text).not.toContain(own.secret);
  expect(text).toContain('masked');
  for (const { canary } of logs) if (canary !== own.canary) expect(text).not.toContain(canary);
  expect(text).not.toMatch(unseen);
  expect(text.isWellFormed()).toBe(true);
}

test('hostile logs in a channel are answered, mention and link nothing, and tell no secret', async () => {
  using run = await startBot();
  await answerForReal(run, root);
  const shared = logs.slice(0, 60);
  const threads = new Map<string, HostileLog>();
  for (const log of shared) {
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', text: '', files: [log] });
    threads.set(message.ts, log);
    await run.pass(5_000);
  }
  await run.pass(120_000);
  const answered = new Set<string>();
  for (const message of run.slack.workspace.channels.get(channel)?.messages ?? []) {
    const own = threads.get(message.thread_ts ?? '');
    if (message.user !== run.slack.bot.userId || !own || message.subtype) continue;
    answered.add(own.name);
    for (const reading of [readMessage(message), readFallback(message)]) {
      expect(reading).toMatchObject({ mentions: [], formatted: [] });
      expect(foreign(reading.links)).toEqual([]);
    }
    expectHarmless(readMessage(message).text, own);
  }
  expect(answered.size).toBe(shared.length);
  expect(run.database.engine.connection.serialize().toString('latin1')).not.toMatch(/Hunter\d+tiger/);
});

/** What Jira would take for a link, an image, a mention or a macro, in the words around the quoted lines. */
function wikiMarkup(text: string): string[] {
  const words = text
    .replace(/\{noformat\}\n[\s\S]*?\n\{noformat\}/g, '')
    // What is escaped, and the panel and code marks of our own.
    .replace(/\\[^\w\s]/g, '')
    .replace(/\{panel(?::bgColor=#[\da-f]{6})?\}|\{\{|\}\}/g, ' ');
  return words.match(/\[(?!\u2060)\S|!(?!\u2060)\S|\{(?!\u2060)\w|\\\\\\\\|\b(?:https?|ftp|mailto|file):/g) ?? [];
}

test.each(['PROJ', 'DESK'])('hostile logs on tickets of %s are answered, mention and link nothing', async (project) => {
  using run = await startBot();
  await answerForReal(run, root);
  for (const [index, log] of logs.slice(project === 'PROJ' ? 60 : 80, project === 'PROJ' ? 80 : 100).entries()) {
    const hostile = log.bytes.split('\n')[2] ?? '';
    await run.jira.people.createIssue({ project, user: 'ada', summary: hostile, description: hostile, files: [log] });
    await run.pass(60_000);
    const comments = run.jira.site.findIssue(`${project}-${index + 1}`)?.comments ?? [];
    expect(comments, log.name).not.toEqual([]);
    for (const { body } of comments) {
      expect(readAdf(body).mentions).toEqual([]);
      expect(foreign(readAdf(body).links)).toEqual([]);
      if (project === 'DESK') expect(wikiMarkup(readAdf(body).text)).toEqual([]);
      // The mark of our own that keeps words from being markup is no attack.
      expectHarmless(readAdf(body).text.replaceAll('\u2060', ''), log);
    }
  }
  expect(run.jira.unexpected).toEqual([]);
});
