import { expect, test } from 'vitest';
import type { Viewer } from '#core/pages/case-record.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const file = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR the disk is full\n' };
const team = 'T0SANDBOX';
const pages = { publicUrl: 'http://bot.test', hasConsole: true };

function viewer(user: string | undefined, changes: Partial<Viewer> = {}): Viewer {
  return {
    id: `console:${user}`,
    slack: user ? { team, user } : undefined,
    emailAddress: undefined,
    opened: [],
    ...changes,
  };
}

/** The signed address as it was posted, taken apart. */
function pageIn(text: string): { questionId: string; token: string } {
  const [, questionId, token] = /\/console\/cases\/([\w-]+)\/([\w-]{24})/.exec(text) ?? [];
  return { questionId: questionId ?? '', token: token ?? '' };
}

async function answered(knowsPeople: boolean): Promise<BotUnderTest> {
  const run = await startBot({ config: { ...pages, knowsPeople } });
  run.slack.workspace.addUser({ id: 'U0EVE', name: 'eve' });
  run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
  run.slack.workspace.addChannel({
    id: 'G0SECRET',
    name: 'secret',
    kind: 'private',
    members: ['U0ADA', run.slack.bot.userId],
  });
  run.service.deep = () =>
    Response.json({
      code: 200,
      message: 'ok',
      data: {
        verdict: 'CONFIRMED',
        root_cause: 'the disk is full',
        answer: 'CONFIRMED: the disk is full',
        signature: 'disk-full',
      },
    });
  return run;
}

test('the page behind an answer opens for those who may see its place, and for nobody else', async () => {
  using run = await answered(true);
  await run.slack.people.say({ channel: 'G0SECRET', user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(40_000);
  const page = pageIn(run.posts('G0SECRET')[0]!.blocks);
  const read = (who: Viewer, changes = {}) => run.bot.caseBook.read({ ...page, ...changes, viewer: who });
  expect(await read(viewer('U0ADA'))).toMatchObject({ name: 'app.log', answer: { cause: 'the disk is full' } });
  expect(await read(viewer('U0EVE'))).toBeUndefined();
  expect(await read(viewer(undefined))).toBeUndefined();
  expect(await read(viewer('U0EVE', { opened: [page] }))).toBeUndefined();
  expect(await read(viewer('U0ADA'), { token: 'A'.repeat(24) })).toBeUndefined();
});

test('what the bot took is found by those who may see it, and by nobody else', async () => {
  using run = await answered(true);
  await run.slack.people.say({ channel: 'G0SECRET', user: 'U0ADA', text: 'why?', files: [file] });
  await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: 'why?',
    files: [{ name: 'open.log', bytes: 'one line\n' }],
  });
  await run.pass(40_000);
  const names = async (who: Viewer) => (await run.bot.caseBook.filesOf(who)).map(({ name }) => name).toSorted();
  expect(await names(viewer('U0ADA'))).toEqual(['app.log', 'open.log']);
  expect(await names(viewer('U0EVE'))).toEqual(['open.log']);
  expect(await names(viewer('U0GUEST'))).toEqual([]);
  expect(await names(viewer(undefined, { emailAddress: 'nobody@example.com' }))).toEqual([]);
  const secret = (await run.bot.caseBook.filesOf(viewer('U0ADA'))).find(({ name }) => name === 'app.log')!;
  expect(await run.bot.caseBook.mayReadFile(secret.serviceId, viewer('U0ADA'))).toEqual({ name: 'app.log' });
  expect(await run.bot.caseBook.mayReadFile(secret.serviceId, viewer('U0EVE'))).toBeUndefined();
});

test('a ticket’s page opens for the e-mail address that may browse the ticket', async () => {
  using run = await answered(true);
  run.jira.site.addProject({ key: 'LOCKED', browsers: ['ada', run.jira.bot.accountId] });
  await run.jira.people.createIssue({ project: 'LOCKED', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(40_000);
  const page = pageIn(run.comments('LOCKED-1')[0]!);
  const read = (emailAddress: string) =>
    run.bot.caseBook.read({ ...page, viewer: viewer(undefined, { emailAddress }) });
  expect(await read('ada@example.com')).toMatchObject({ name: 'app.log' });
  expect(await read('bob@example.com')).toBeUndefined();
});

test('without a sign-in of the vendors, the signed address opens the page, and only that file is found', async () => {
  using run = await answered(false);
  await run.slack.people.say({ channel: 'G0SECRET', user: 'U0ADA', text: 'why?', files: [file] });
  await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: 'why?',
    files: [{ name: 'open.log', bytes: 'one line\n' }],
  });
  await run.pass(40_000);
  const page = pageIn(run.posts('G0SECRET')[0]!.blocks);
  expect(await run.bot.caseBook.read({ ...page, viewer: viewer(undefined) })).toMatchObject({ name: 'app.log' });
  expect(await run.bot.caseBook.filesOf(viewer(undefined))).toEqual([]);
  const opened = await run.bot.caseBook.filesOf(viewer(undefined, { opened: [page] }));
  expect(opened.map(({ name }) => name)).toEqual(['app.log']);
});

test('an answer is judged once by each, asked again once a minute, and its siblings are named', async () => {
  using run = await answered(true);
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.slack.people.say({
    channel: 'G0SECRET',
    user: 'U0ADA',
    text: 'why?',
    files: [{ name: 'b.log', bytes: 'x\n' }],
  });
  await run.pass(40_000);
  const ask = (user: string) => ({ ...pageIn(run.posts()[0]!.blocks), viewer: viewer(user) });
  await run.bot.caseBook.judge(ask('U0ADA'), 'wrong');
  await run.bot.caseBook.judge(ask('U0ADA'), 'right');
  await run.bot.caseBook.judge(ask('U0BOB'), 'right');
  const seen = await run.bot.caseBook.read(ask('U0ADA'));
  expect(seen?.judged).toEqual({ right: 2, wrong: 0, own: 'right' });
  expect(seen?.siblings.map(({ name }) => name)).toEqual(['b.log']);
  expect((await run.bot.caseBook.read(ask('U0BOB')))?.siblings).toEqual([]);
  expect(await Promise.all([run.bot.caseBook.replay(ask('U0ADA')), run.bot.caseBook.replay(ask('U0ADA'))])).toEqual([
    true,
    true,
  ]);
  await run.pass(40_000);
  expect(run.posts()).toHaveLength(2);
});
