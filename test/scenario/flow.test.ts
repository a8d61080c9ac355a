import { expect, test } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n09:00:03 stop\n';
const answer = {
  verdict: 'LIKELY',
  root_cause: 'The disk ran full',
  answer: '**LIKELY: The disk ran full**\n\nNothing was written after that.\n\n**Next**: free some space',
  citations: [
    { file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' },
    { file: 'app.log', line_start: 1, line_end: 1, excerpt: 'a line that is not there at all' },
  ],
};

test('a file dropped in a channel is uploaded once, asked about once and answered in its thread', async () => {
  using run = await startBot();
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: answer });
  const said = await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: '<@U0LOGTRIAGE> why did it stop?',
    files: [{ name: 'app.log', bytes: log }],
  });
  await run.pass(30_000);
  expect(run.service.files.map(({ name, bytes }) => ({ name, bytes }))).toEqual([{ name: 'app.log', bytes: log }]);
  expect(run.service.posts.map(({ query, prefer }) => ({ query, prefer }))).toEqual([
    { query: 'why did it stop?', prefer: 'respond-async' },
  ]);
  const posts = run.posts();
  expect(posts).toHaveLength(1);
  expect(posts[0]!.threadTs).toBe(said.message.ts);
  expect(posts[0]!.blocks).toContain('The disk ran full');
  expect(posts[0]!.blocks).toContain('ERROR disk is full');
  expect(posts[0]!.blocks).not.toContain('not there at all');
  expect(run.service.requests.every(({ authorization }) => authorization === 'API_KEY hosted-key')).toBe(true);
});

test('one upload told of by three events, each delivered four times, gets one answer', async () => {
  using run = await startBot();
  const said = await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: '<@U0LOGTRIAGE> look',
    files: [{ name: 'app.log', bytes: log }],
    isSilent: true,
  });
  expect(said.events).toHaveLength(3);
  for (const num of [0, 1, 2, 3]) {
    for (const event of said.events) {
      const retry = num === 0 ? undefined : { num, reason: 'http_timeout' };
      const response = await run.slack.deliveries.eventOnce(event, retry);
      expect(response.status).toBe(200);
    }
    await run.pass(5_000);
  }
  await run.pass(30_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.service.files).toHaveLength(1);
  expect(run.service.posts).toHaveLength(1);
});
