import { expect, test } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';

const dayMs = 86_400_000;
const share = (name: string) => ({
  channel,
  user: 'U0ADA',
  text: '<@U0LOGTRIAGE> why did it stop?',
  files: [{ name, bytes: `09:00:02 ERROR ${name} is full\n` }],
});

test('after a day away what was under way ends well: no deadline passed while nobody could look', async () => {
  using run = await startBot();
  run.service.looks = () => [{ status: 'ANALYZING' }];
  let isReady = false;
  run.service.app.get('/api/v1/files/:id/searches/:search', () =>
    isReady
      ? Response.json({ code: 200, message: 'ok', data: { id: 's1', status: 'COMPLETED', answer: 'Asked and found' } })
      : Response.json({ code: 200, message: 'ok', data: { id: 's1', status: 'RUNNING' } }),
  );
  run.service.deep = ({ query }) =>
    isReady
      ? Response.json({ code: 200, message: 'ok', data: { answer: `Asked: ${query}` } })
      : Response.json({ code: 202, message: 'ok', data: { id: 's1', status: 'RUNNING' } }, { status: 202 });
  await run.slack.people.say(share('a.log'));
  await run.pass(20_000);
  run.service.looks = () => [{ status: 'COMPLETED' }];
  await run.slack.people.say(share('b.log'));
  await run.pass(20_000);
  expect(run.service.posts).toHaveLength(1);

  run.clock.advance(dayMs);
  await run.restart();
  await run.pass(60_000);
  expect(run.posts().map(({ text }) => text)).toEqual(['Reading the file.', 'Searching for the answer.']);
  isReady = true;
  for (const file of run.service.files) file.looks = [{ status: 'COMPLETED' }];
  await run.pass(300_000, 5_000);
  expect(run.posts().map(({ blocks }) => /Asked/.test(blocks))).toEqual([true, true]);
});
