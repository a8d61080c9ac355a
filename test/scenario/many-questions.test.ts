import { expect, it } from 'vitest';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { settle } from '../support/settle.ts';

const log = { name: 'app.log', bytes: '09:00:00 start\n09:00:01 ERROR disk is full\n' };

async function answered(changes: Parameters<typeof startBot>[0] = {}) {
  const run = await startBot(changes);
  run.slack.workspace.addUser({ id: 'U0EVE', name: 'eve' });
  const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
  await run.pass(30_000);
  run.service.posts.length = 0;
  return { run, threadTs: message.ts };
}

const askedOf = (run: BotUnderTest) => run.service.posts.map(({ query }) => query);
const triage = (run: BotUnderTest, user: string, text: string) => run.slack.people.command({ channel, user, text });
const ephemerals = (run: BotUnderTest, user: string) =>
  run.slack.workspace.channels.get(channel)!.ephemerals.filter((shown) => shown.user === user);

it('a question does not wait for the hundreds that somebody else asked before it, by command or in a thread', async () => {
  const { run, threadTs } = await answered();
  using _ = run;
  for (let n = 0; n < 60; n += 1) {
    await triage(run, 'U0ADA', `deep what is number ${n}?`);
    await run.slack.people.say({ channel, user: 'U0ADA', text: `what about number ${n}?`, threadTs });
  }
  await triage(run, 'U0BOB', 'deep what of mine?');
  await run.slack.people.say({ channel, user: 'U0EVE', text: 'and what of mine in the thread?', threadTs });
  await run.pass(60_000);
  const asked = askedOf(run);
  expect(asked).toHaveLength(122);
  expect(asked.findIndex((query) => query.startsWith('what of mine'))).toBeLessThan(40);
  expect(asked.findIndex((query) => query.startsWith('and what of mine'))).toBeLessThan(40);
});

it('whoever asks more than the limit is told at once, alone, when it goes on; others and later questions are answered', async () => {
  const { run, threadTs } = await answered({ config: { questionsPerMinute: 3 } });
  using _ = run;
  for (let n = 0; n < 3; n += 1) {
    expect((await triage(run, 'U0ADA', `deep what is number ${n}?`)).text).toContain('I will answer here.');
  }
  run.clock.advance(20_000);
  const refused = await triage(run, 'U0ADA', 'deep what is number 3?');
  expect(refused.text).toBe(
    'You asked more than 3 questions in a minute, so I did not take this one. Ask it again in 40 seconds. One question may ask for several things.',
  );
  expect((await triage(run, 'U0ADA', 'status')).text).not.toContain('more than');
  for (const text of ['why then?', 'why now?']) {
    await run.slack.people.say({ channel, user: 'U0ADA', text, threadTs });
  }
  expect((await triage(run, 'U0BOB', 'deep what of mine?')).text).toContain('I will answer here.');
  await run.pass(5_000);
  const told = ephemerals(run, 'U0ADA').filter(({ text }) => text?.includes('more than 3 questions'));
  // The refused command, and the first of the refused words in the thread.
  expect(told).toHaveLength(2);
  expect(askedOf(run).filter((query) => /then|now|number 3/.test(query))).toEqual([]);
  expect(askedOf(run)).toContain('what of mine?');

  const [answer] = run.slack.workspace.channels
    .get(channel)!
    .messages.filter(({ user }) => user === run.slack.bot.userId);
  await run.slack.people.press({ channel, ts: answer!.ts, user: 'U0ADA', actionId: 'answer:ask' });
  await settle();
  const form = await run.slack.people.submit({ user: 'U0ADA', values: { question: 'since when?' } });
  expect(JSON.stringify(form)).toContain('more than 3 questions in a minute');

  await run.slack.people.shortcut({ channel, ts: threadTs, user: 'U0ADA', callbackId: 'triage_message' });
  await settle();
  expect(ephemerals(run, 'U0ADA').at(-1)?.text).toContain('more than 3 questions in a minute');

  await run.pass(60_000);
  expect((await triage(run, 'U0ADA', 'deep what is number 3?')).text).toContain('I will answer here.');
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why at last?', threadTs });
  await run.pass(30_000);
  expect(askedOf(run)).toEqual(expect.arrayContaining(['what is number 3?', 'why at last?']));
});

it('who brings files together with questions has the files read, however many', async () => {
  const { run } = await answered({ config: { questionsPerMinute: 2 } });
  using _ = run;
  for (let n = 0; n < 6; n += 1) {
    const bytes = `09:00:0${n} ERROR number ${n}\n`;
    await run.slack.people.say({ channel, user: 'U0ADA', text: `why ${n}?`, files: [{ name: `${n}.log`, bytes }] });
  }
  await run.pass(60_000);
  expect(askedOf(run)).toHaveLength(6);
});

it('comments on tickets count by their author', async () => {
  using run = await startBot({ config: { questionsPerMinute: 2 } });
  const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [log] });
  await run.pass(30_000);
  run.service.posts.length = 0;
  for (let n = 0; n < 6; n += 1) {
    await run.jira.people.comment({ issue: issue.key, user: 'ada', text: `@logtriage what is number ${n}?` });
  }
  await run.pass(30_000);
  expect(askedOf(run)).toHaveLength(2);
  expect(run.comments('PROJ-1').filter((text) => text.includes('more than 2 questions in a minute'))).toHaveLength(1);
});
