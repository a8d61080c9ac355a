import { describe, expect, onTestFinished, test } from 'vitest';
import type { Entry, RunningEntry } from '../support/entries/entry.ts';
import { nodeEntry } from '../support/entries/node-entry.ts';
import { channel, type Outside, openOutside } from '../support/entries/outside.ts';
import { workerEntry } from '../support/entries/worker-entry.ts';
import { slackClient } from '../support/vendors.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n09:00:03 stop\n';
const answered = {
  verdict: 'LIKELY',
  root_cause: 'The disk ran full',
  answer: '**LIKELY: The disk ran full**\n\nNothing was written after that.',
  citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' }],
};
const answer = () => Response.json({ code: 200, message: 'ok', data: answered });

for (const entry of [nodeEntry, workerEntry]) {
  describe.skipIf(entry.missing())(`the bot on ${entry.name}`, () => {
    test('answers a file in its thread in Slack and on its ticket in Jira, without waiting for a scheduler', async () => {
      const { outside } = await begin(entry);
      const { slack, jira, service } = outside;
      service.deep = answer;
      const said = await slack.people.say({
        channel,
        user: 'U0ADA',
        text: 'why?',
        files: [{ name: 'app.log', bytes: log }],
      });
      const other = { name: 'other.log', bytes: `${log}more\n` };
      const created = await jira.people.createIssue({
        project: 'PROJ',
        user: 'ada',
        summary: 'It stopped',
        files: [other],
      });
      await expect.poll(() => [outside.posts().length, outside.comments(created.key).length]).toEqual([1, 1]);
      expect(outside.posts()[0]).toMatchObject({ threadTs: said.message.ts });
      expect(outside.posts()[0]?.text).toContain('The disk ran full');
      expect(outside.comments(created.key)[0]).toContain('The disk ran full');
      expect(service.files.map(({ bytes }) => bytes).sort()).toEqual([log, `${log}more\n`]);
    });

    test('is installed by OAuth, and works with the token it was given', async () => {
      const { clientId, clientSecret } = slackClient;
      const { outside, program, restart } = await begin(entry, {
        SLACK_BOT_TOKEN: '',
        SLACK_CLIENT_ID: clientId,
        SLACK_CLIENT_SECRET: clientSecret,
        PUBLIC_URL: 'http://bot.test',
      });
      const { slack, service } = outside;
      service.deep = answer;
      const begun = await fetch(`${program().origin}/slack/install`, { redirect: 'manual' });
      const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
      const page = new URL(begun.headers.get('location') ?? '');
      const code = slack.install.allow(page.searchParams.get('redirect_uri') ?? '');
      const back = `/slack/oauth_redirect?${new URLSearchParams({ code, state: page.searchParams.get('state') ?? '' })}`;
      const ended = await fetch(`${program().origin}${back}`, { headers: { cookie } });
      expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('Installed in Sandbox')]);
      await program().kill();
      await restart();
      await slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [{ name: 'app.log', bytes: log }] });
      await expect.poll(() => outside.posts().length).toBe(1);
      const posted = slack.calls.find(({ method }) => method === 'chat.postMessage');
      expect(posted?.token).toMatch(/^xoxb-T0SANDBOX-/);
    });

    test('restart-proof: goes on after it was killed, and answers once', async () => {
      const { outside, program, restart } = await begin(entry);
      const { slack, service } = outside;
      const asked = Promise.withResolvers<void>();
      service.deep = () => {
        asked.resolve();
        return new Promise(() => {});
      };
      await slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [{ name: 'app.log', bytes: log }] });
      await asked.promise;
      await program().kill();
      service.deep = answer;
      outside.skip(120_000);
      await restart();
      await expect.poll(() => outside.posts().length).toBe(1);
      await answerAnother(outside);
      expect(outside.posts()).toHaveLength(2);
      expect(new Set(service.posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    });

    test('posts a digest by the clock, once, also where its time passed while nothing ran', async () => {
      const { outside, program, restart } = await begin(entry);
      const { slack, service } = outside;
      service.deep = answer;
      const dueAt = new Date(Date.now() + 30 * 60_000).toISOString().slice(11, 16);
      const told = await slack.people.command({ channel, user: 'U0ADA', text: `digest daily ${dueAt} UTC` });
      expect(told.text).toContain(`every day at ${dueAt}`);
      await slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [{ name: 'app.log', bytes: log }] });
      await expect.poll(() => outside.posts().length).toBe(1);
      await program().kill();
      outside.skip(60 * 60_000);
      await restart();
      await expect.poll(() => outside.posts().length).toBe(2);
      expect(outside.posts()[1]).toMatchObject({ threadTs: undefined });
      expect(outside.posts()[1]?.text).toContain('The disk ran full');
      await answerAnother(outside);
      expect(outside.posts()).toHaveLength(3);
    });
  });
}

async function begin(entry: Entry, changes: Record<string, string> = {}) {
  const outside = await openOutside();
  const place = await entry.prepare();
  let running: RunningEntry | undefined;

  async function restart(): Promise<void> {
    const started = await place.start({
      ...outside.environment,
      ...changes,
      CLOCK_LATER_MS: String(outside.laterMs()),
    });
    running = started;
    outside.sendTo(started.origin);
    // Once a minute in earnest.
    const ticking = setInterval(() => void started.tick().catch(() => {}), 1_000);
    onTestFinished(() => clearInterval(ticking));
  }

  onTestFinished(async () => {
    await running?.kill();
    await place[Symbol.asyncDispose]();
    await outside[Symbol.asyncDispose]();
  });
  await restart();
  return { outside, restart, program: () => running! };
}

/** A file that comes later is answered later: by then everything before it is. */
async function answerAnother({ slack, posts }: Outside): Promise<void> {
  const before = posts().length;
  const said = await slack.people.say({
    channel,
    user: 'U0ADA',
    files: [{ name: 'later.log', bytes: `${log}later\n` }],
  });
  await expect.poll(() => posts().some(({ threadTs }) => threadTs === said.message.ts)).toBe(true);
  expect(posts().length).toBe(before + 1);
}
