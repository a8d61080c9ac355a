import { expect, test } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';

const file = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };

// Each number ends the process once so many seconds after the message came in.
test.each([0, 1, 2, 3, 4, 5, 6, 8, 10])(
  'a process that ends after %i s loses nothing and says nothing twice',
  async (seconds) => {
    using run = await startBot();
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
    if (seconds > 0) await run.pass(seconds * 1_000);
    await run.restart();
    await run.pass(60_000);
    expect(run.posts()).toHaveLength(1);
    expect(run.service.files).toHaveLength(1);
    expect(run.service.posts).toHaveLength(1);
  },
);
