import { expect, test } from 'vitest';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const dayMs = 86_400_000;
const share = (name: string) => ({
  channel,
  user: 'U0ADA',
  text: '<@U0LOGTRIAGE> why did it stop?',
  files: [{ name, bytes: `09:00:02 ERROR ${name} is full\n` }],
});

/** One file that is being read and one that is being searched; the service has answers once it is ready. */
async function withTwoFiles(run: BotUnderTest): Promise<{ isReady: boolean }> {
  const service = { isReady: false };
  run.service.looks = () => [{ status: 'ANALYZING' }];
  run.service.app.get('/api/v1/files/:id/searches/:search', () =>
    Response.json({
      code: 200,
      message: 'ok',
      data: {
        id: 's1',
        ...(service.isReady ? { status: 'COMPLETED', answer: 'Asked and found' } : { status: 'RUNNING' }),
      },
    }),
  );
  run.service.deep = ({ query }) =>
    service.isReady
      ? Response.json({ code: 200, message: 'ok', data: { answer: `Asked: ${query}` } })
      : Response.json({ code: 202, message: 'ok', data: { id: 's1', status: 'RUNNING' } }, { status: 202 });
  await run.slack.people.say(share('a.log'));
  await run.pass(20_000);
  run.service.looks = () => [{ status: 'COMPLETED' }];
  await run.slack.people.say(share('b.log'));
  await run.pass(20_000);
  expect(run.service.posts).toHaveLength(1);
  return service;
}

test('after a day away what was under way ends well: no deadline passed while nobody could look', async () => {
  using run = await startBot();
  const service = await withTwoFiles(run);

  run.clock.advance(dayMs);
  await run.restart();
  await run.pass(60_000);
  expect(run.posts().map(({ text }) => text)).toEqual(['Reading the file.', 'Searching for the answer.']);
  service.isReady = true;
  for (const file of run.service.files) file.looks = [{ status: 'COMPLETED' }];
  await run.pass(300_000, 5_000);
  expect(run.posts().map(({ blocks }) => /Asked/.test(blocks))).toEqual([true, true]);
});

test('a service that is away for three hours costs neither a reading nor a search its time', async () => {
  using run = await startBot();
  const service = await withTwoFiles(run);

  run.service.intercept = () => new Response(null, { status: 502 });
  await run.pass(3 * 3_600_000, 20_000);
  run.service.intercept = () => undefined;
  // The service goes on with what it had begun, which takes a while.
  await run.pass(10 * 60_000, 5_000);
  service.isReady = true;
  for (const file of run.service.files) file.looks = [{ status: 'COMPLETED' }];
  await run.pass(5 * 60_000, 5_000);
  expect(run.posts().map(({ blocks }) => /Asked/.test(blocks))).toEqual([true, true]);
});

test('a search that was cut off when the service went away is asked for again once it is back', async () => {
  using run = await startBot();
  run.service.looks = () => [{ status: 'COMPLETED' }];
  run.service.deep = () => {
    run.service.intercept = () => new Response(null, { status: 502 });
    return new Response(null, { status: 502 });
  };
  await run.slack.people.say(share('a.log'));
  await run.pass(20_000);
  expect(run.service.posts).toHaveLength(1);
  await run.pass(3 * 3_600_000, 20_000);
  run.service.intercept = () => undefined;
  run.service.deep = ({ query }) => Response.json({ code: 200, message: 'ok', data: { answer: `Asked: ${query}` } });
  await run.pass(5 * 60_000, 5_000);
  expect(run.posts().map(({ blocks }) => /Asked/.test(blocks))).toEqual([true]);
});
