import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel as open, startBot } from '../support/bot-under-test.ts';

/** What must reach nobody who may not see it: a line of the source, and the words of a question. */
const secret = 'vault-key-rotation-failed';
const asked = 'was-it-the-merger';
const log = (line: string) => `09:00:01 start\n09:00:02 ERROR ${line}\n`;

type Asker = 'member' | 'outsider' | 'guest' | 'external' | 'left';
const users: Record<Asker, string> = {
  member: 'U0ADA',
  outsider: 'U0BOB',
  guest: 'U0GUEST',
  external: 'U0EXT',
  left: 'U0LEFT',
};
const askers = Object.keys(users) as Asker[];

const places = {
  public: open,
  otherPublic: 'C0OTHER',
  private: 'G0SECRET',
  shared: 'C0SHARED',
  group: 'G0GROUP',
  direct: 'D0ADA',
} as const;
type PlaceName = keyof typeof places;

/** A workspace in which everybody is somewhere, and who may see what is plain. */
async function start(): Promise<BotUnderTest> {
  // Whom the policy keeps out is refused before anything is looked at: here all are let in.
  const run = await startBot({ config: { policy: { guests: true, sharedChannels: true } } });
  const { workspace, bot } = run.slack;
  const everyone = Object.values(users);
  workspace.addUser({ id: users.guest, isGuest: true, email: 'guest@example.com' });
  workspace.addUser({ id: users.external, isExternal: true });
  workspace.addUser({ id: users.left, isDeleted: true });
  workspace.channels.get(open)!.members = new Set([users.member, bot.userId]);
  workspace.addChannel({ id: places.otherPublic, name: 'other', members: [...everyone, bot.userId] });
  workspace.addChannel({ id: places.private, name: 'secret', kind: 'private', members: [users.member, bot.userId] });
  workspace.addChannel({
    id: places.shared,
    name: 'partners',
    isShared: true,
    members: [users.member, users.external, bot.userId],
  });
  workspace.addChannel({ id: places.group, name: 'mpdm', kind: 'mpim', members: [users.member, bot.userId] });
  workspace.addChannel({ id: places.direct, name: 'ada', kind: 'im', members: [users.member, bot.userId] });
  for (const [asker, user] of Object.entries(users)) {
    if (asker === 'member') continue;
    workspace.addChannel({ id: `D0${user}`, name: asker, kind: 'im', members: [user, bot.userId] });
  }
  run.jira.site.addProject({ key: 'LOCKED', browsers: ['ada', run.jira.bot.accountId] });
  // The answer repeats what it was asked and what the file says: whoever gets it, gets both.
  run.service.deep = ({ query }) =>
    Response.json({
      code: 200,
      message: 'ok',
      data: { verdict: 'LIKELY', root_cause: `${secret} asked as ${query.slice(0, 80)}`, answer: 'x' },
    });
  return run;
}

/** Everything people other than these can read: by place, what stands there for all and what is shown to one. */
function seenBy(run: BotUnderTest, user: string): string {
  const channels = [...run.slack.workspace.channels.values()];
  const person = run.slack.workspace.users.get(user);
  const isFull = !person?.isGuest && !person?.isExternal && !person?.isDeleted;
  const messages = channels
    .filter(({ kind, members, isShared }) => members.has(user) || (kind === 'public' && !isShared && isFull))
    .flatMap(({ messages }) => messages.filter((message) => message.user === run.slack.bot.userId));
  const ephemerals = channels.flatMap(({ ephemerals }) => ephemerals.filter((message) => message.user === user));
  return [...messages, ...ephemerals].map((message) => `${message.text}\n${readMessage(message).text}`).join('\n');
}

function ephemeralsOf(run: BotUnderTest, user: string): string[] {
  return [...run.slack.workspace.channels.values()].flatMap(({ ephemerals }) =>
    ephemerals.filter((message) => message.user === user).map((message) => readMessage(message).text),
  );
}

const publicComments = (run: BotUnderTest, key: string) =>
  (run.jira.site.findIssue(key)?.comments ?? [])
    .filter(({ isPublic }) => isPublic)
    .map(({ body }) => JSON.stringify(body))
    .join('\n');

/** Brings the file to its place and forgets the answer it got there, so that what follows stands alone. */
async function bring(run: BotUnderTest, source: PlaceName): Promise<{ link: string; fileLink: string; ts: string }> {
  const files = [{ name: 'app.log', bytes: log(secret) }];
  const said = await run.slack.people.say({ channel: places[source], user: users.member, text: 'look', files });
  await run.pass(30_000);
  const channel = run.slack.workspace.channels.get(places[source])!;
  channel.messages = channel.messages.filter(({ user }) => user !== run.slack.bot.userId);
  return {
    link: said.permalink,
    fileLink: `http://slack.test/files/${users.member}/${said.files[0]!.id}/app.log`,
    ts: said.message.ts,
  };
}

describe.each(['private', 'group', 'direct', 'shared', 'public'] as const)('files of a %s conversation', (source) => {
  const mayAlways: readonly Asker[] =
    source === 'public' ? ['member', 'outsider'] : source === 'shared' ? ['member', 'external'] : ['member'];

  it.each(['link', 'fileLink'] as const)('by %s reach nobody who may not see them', async (how) => {
    using run = await start();
    const brought = await bring(run, source);
    for (const asker of askers) {
      const before = ephemeralsOf(run, users[asker]).length;
      const command = { channel: places.otherPublic, user: users[asker], text: `${brought[how]} ${asked}?` };
      await run.slack.people.command(command);
      await run.pass(20_000);
      const answers = ephemeralsOf(run, users[asker]).slice(before + 1);
      expect(answers, asker).toHaveLength(1);
      if (mayAlways.includes(asker)) expect(answers[0], asker).toContain(secret);
      else expect(answers[0], asker).toContain('I cannot show you that');
    }
    // The channel holds guests and strangers: nothing of any other place may stand in it for all.
    expect(run.posts(places.otherPublic)).toEqual([]);
    for (const asker of askers.filter((name) => !mayAlways.includes(name))) {
      expect(seenBy(run, users[asker]), asker).not.toContain(secret);
      expect(seenBy(run, users[asker]), asker).not.toContain('app.log');
    }
    for (const name of Object.keys(places) as PlaceName[]) {
      expect(JSON.stringify(run.posts(places[name])), name).not.toContain(asked);
    }
    expect(run.slack.unexpected).toEqual([]);
  });

  it('asked about in a direct message are answered there alone', async () => {
    using run = await start();
    const { link } = await bring(run, source);
    for (const [count, text] of [`${link} ${asked}?`, `${link} ${asked} again?`].entries()) {
      await run.slack.people.command({ channel: places.direct, user: users.member, text });
      await run.pass(20_000);
      expect(run.posts(places.direct)).toHaveLength(count + 1);
    }
    for (const name of (Object.keys(places) as PlaceName[]).filter((place) => place !== 'direct')) {
      expect(run.posts(places[name]), name).toEqual([]);
    }
  });

  it('asked about in their own conversation are answered there once', async () => {
    using run = await start();
    const { link } = await bring(run, source);
    await run.slack.people.command({ channel: places[source], user: users.member, text: `${link} ${asked}?` });
    await run.pass(20_000);
    expect(run.posts(places[source])).toHaveLength(1);
    expect(run.posts(places[source])[0]).toMatchObject({ threadTs: undefined, text: expect.stringContaining(secret) });
  });
});

describe('refusals', () => {
  it.each([
    [
      'message',
      () => 'http://slack.test/archives/G0SECRET/p1700000000000100',
      'http://slack.test/archives/G0NONE/p1700000000000100',
    ],
    ['ticket', () => 'LOCKED-1', 'LOCKED-9'],
  ])('of a %s take the same words and the same calls, whether or not it exists', async (_, hidden, missing) => {
    using run = await start();
    await bring(run, 'private');
    await run.jira.people.createIssue({ project: 'LOCKED', user: 'ada', summary: 'x' });
    await run.pass(20_000);
    const refusals: { words: string; calls: string[] }[] = [];
    for (const text of [hidden(), missing]) {
      await run.slack.people.command({ channel: places.otherPublic, user: users.outsider, text: 'status' });
      run.slack.calls.length = 0;
      run.jira.calls.length = 0;
      await run.slack.people.command({ channel: places.otherPublic, user: users.outsider, text: `${text} why?` });
      await run.pass(10_000);
      const words = ephemeralsOf(run, users.outsider).at(-1)!.replace(text, 'IT');
      const calls = [
        ...run.slack.calls.map(({ method }) => method),
        ...run.jira.calls.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`),
      ].filter((call) => call !== 'users.info');
      refusals.push({ words, calls: calls.sort() });
    }
    expect(refusals[0]).toEqual(refusals[1]);
    expect(run.posts(places.otherPublic)).toEqual([]);
  });
});

describe('tickets', () => {
  const ask = async (run: BotUnderTest, asker: Asker, text: string, channel: string = places.otherPublic) => {
    const before = ephemeralsOf(run, users[asker]).length;
    await run.slack.people.command({ channel, user: users[asker], text });
    await run.pass(20_000);
    return ephemeralsOf(run, users[asker])
      .slice(before + 1)
      .join();
  };
  const ticket = async (run: BotUnderTest, project: string) => {
    const files = [{ name: 'app.log', bytes: log(secret) }];
    await run.jira.people.createIssue({ project, user: 'ada', summary: 'Stops', files });
    await run.pass(30_000);
  };

  it.each(['PROJ', 'LOCKED', 'DESK'])(
    'of %s are shown to those who may browse them, alone where others may not',
    async (project) => {
      using run = await start();
      run.jira.site.addUser({ accountId: 'guest', emailAddress: 'guest@example.com', accountType: 'customer' });
      await ticket(run, project);
      for (const asker of askers) {
        const mayBrowse = asker === 'member' || (asker === 'outsider' && project !== 'LOCKED');
        const answer = await ask(run, asker, `${project}-1 ${asked}?`);
        if (mayBrowse) expect(answer, asker).toContain(secret);
        else expect(answer, asker).toContain(`I cannot show you ${project}-1`);
        if (!mayBrowse) expect(seenBy(run, users[asker]), asker).not.toContain(secret);
      }
      expect(run.posts(places.otherPublic)).toEqual([]);
      expect(publicComments(run, `${project}-1`)).not.toContain(asked);
    },
  );

  it('are answered in a channel all of whose readers may browse them, and not on themselves', async () => {
    using run = await start();
    await ticket(run, 'PROJ');
    const before = run.comments('PROJ-1').length;
    await ask(run, 'member', `PROJ-1 ${asked}?`, places.public);
    expect(run.posts(places.public)).toHaveLength(1);
    expect(run.comments('PROJ-1')).toHaveLength(before);
  });

  it('of a project that was given to a channel are answered there, under their key of this moment only', async () => {
    using run = await startBot({
      config: {
        policy: { guests: true, sharedChannels: true },
        channelProjects: new Map([[open, new Set(['LOCKED'])]]),
      },
    });
    run.jira.site.addProject({ key: 'LOCKED', browsers: [run.jira.bot.accountId] });
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { root_cause: secret, answer: 'x' } });
    await ticket(run, 'LOCKED');
    await run.slack.people.command({ channel: open, user: 'U0BOB', text: 'LOCKED-1 why?' });
    await run.pass(20_000);
    expect(JSON.stringify(run.posts())).toContain(secret);
    run.jira.site.addProject({ key: 'DEEP', browsers: [run.jira.bot.accountId] });
    run.jira.people.move({ issue: 'LOCKED-1', project: 'DEEP' });
    await run.slack.people.command({ channel: open, user: 'U0BOB', text: 'LOCKED-1 why?' });
    await run.pass(20_000);
    expect(run.posts()).toHaveLength(1);
    expect(ephemeralsOf(run, 'U0BOB').at(-1)).toContain('I cannot show you LOCKED-1');
  });

  it.each(['LOCKED', 'DESK'])('of %s that a thread names tell it nothing, however it is asked', async (project) => {
    using run = await start();
    await ticket(run, project);
    const said = await run.slack.people.say({
      channel: places.otherPublic,
      user: users.outsider,
      text: `${project}-1 again`,
      files: [{ name: 'mine.log', bytes: log('nothing-special') }],
    });
    await run.pass(40_000);
    run.service.deep = () =>
      Response.json({ code: 200, message: 'ok', data: { root_cause: 'LATER-LINE', answer: 'x' } });
    await run.jira.people.attach({
      issue: `${project}-1`,
      user: 'ada',
      files: [{ name: 'later.log', bytes: log('later') }],
    });
    await run.pass(40_000);
    for (const text of [`<@${run.slack.bot.userId}> ${project}-1 why?`, 'what is in the later one?']) {
      await run.slack.people.say({
        channel: places.otherPublic,
        user: users.outsider,
        text,
        threadTs: said.message.ts,
      });
      await run.pass(30_000);
    }
    const posts = JSON.stringify(run.posts(places.otherPublic));
    expect(posts).not.toContain('later.log');
    if (project === 'LOCKED') expect(posts).not.toContain(`browse/${project}-1`);
    expect(run.comments(`${project}-1`).join()).not.toContain('nothing-special');
  });

  it('a mention that names a hidden ticket is refused to its author alone', async () => {
    using run = await start();
    await ticket(run, 'LOCKED');
    await run.slack.people.say({
      channel: places.otherPublic,
      user: users.outsider,
      text: `<@${run.slack.bot.userId}> LOCKED-1 ${asked}?`,
    });
    await run.pass(20_000);
    expect(run.posts(places.otherPublic)).toEqual([]);
    expect(ephemeralsOf(run, users.outsider).join()).toContain('I cannot show you LOCKED-1');
  });
});

describe('follow-ups', () => {
  it('below an answer are checked again for everybody who asks and reads', async () => {
    using run = await start();
    await bring(run, 'private');
    const secretChannel = run.slack.workspace.channels.get(places.private)!;
    const room = run.slack.workspace.addChannel({
      id: 'G0ROOM',
      name: 'room',
      kind: 'private',
      members: [users.member, users.outsider, run.slack.bot.userId],
    });
    secretChannel.members.add(users.outsider);
    const link = `http://slack.test/archives/G0SECRET/p${secretChannel.messages[0]!.ts.replace('.', '')}`;
    await run.slack.people.command({ channel: room.id, user: users.member, text: `${link} ${asked}?` });
    await run.pass(20_000);
    expect(run.posts(room.id)).toHaveLength(1);
    const threadTs = room.messages[0]!.ts;
    secretChannel.members.delete(users.outsider);
    await run.slack.people.say({ channel: room.id, user: users.outsider, text: 'why is that?', threadTs });
    await run.pass(20_000);
    expect(run.posts(room.id)).toHaveLength(1);
    await run.slack.people.say({ channel: room.id, user: users.member, text: 'since when?', threadTs });
    await run.pass(20_000);
    expect(run.posts(room.id)).toHaveLength(1);
    expect(ephemeralsOf(run, users.member).at(-1)).toContain(secret);
    expect(ephemeralsOf(run, users.outsider).join()).not.toContain(secret);
  });

  it('in a private channel stay there, whatever ticket its thread names', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops' });
    const said = await run.slack.people.say({
      channel: places.private,
      user: users.member,
      text: 'PROJ-1: why?',
      files: [{ name: 'app.log', bytes: log(secret) }],
    });
    await run.pass(40_000);
    await run.slack.people.say({
      channel: places.private,
      user: users.member,
      text: `what about ${asked}?`,
      threadTs: said.message.ts,
    });
    await run.pass(40_000);
    expect(run.posts(places.private)).toHaveLength(2);
    expect(run.comments('PROJ-1')).toEqual([]);
  });

  it('in a public thread go to its ticket as answers, without the words of whoever asked', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops' });
    run.service.deep = () =>
      Response.json({ code: 200, message: 'ok', data: { root_cause: 'It is full.', answer: 'x' } });
    const said = await run.slack.people.say({
      channel: places.public,
      user: users.member,
      text: 'PROJ-1: why?',
      files: [{ name: 'app.log', bytes: log(secret) }],
    });
    await run.pass(40_000);
    const threadTs = said.message.ts;
    await run.slack.people.say({ channel: places.public, user: users.member, text: `what about ${asked}?`, threadTs });
    await run.pass(40_000);
    expect(run.comments('PROJ-1')).toHaveLength(2);
    expect(run.comments('PROJ-1').join()).not.toContain(asked);
    expect(JSON.stringify(run.posts(places.public))).toContain(asked);
  });
});

it('what was asked in private of a public file shows in no status and no digest of its channel', async () => {
  using run = await start();
  const channel = run.slack.workspace.channels.get(open)!;
  channel.members.delete(run.slack.bot.userId);
  const files = [{ name: 'app.log', bytes: log(secret) }];
  const said = await run.slack.people.say({ channel: open, user: users.member, text: 'look', files });
  channel.members.add(run.slack.bot.userId);
  await run.slack.people.command({
    channel: places.direct,
    user: users.member,
    text: `${said.permalink} ${asked}?`,
  });
  await run.pass(20_000);
  expect(run.posts(places.direct)).toHaveLength(1);
  const status = await run.slack.people.command({ channel: open, user: users.member, text: 'status' });
  expect(status.text).not.toContain('app.log');
  await run.slack.people.command({ channel: open, user: users.member, text: 'digest now' });
  await run.pass(20_000);
  expect(JSON.stringify(run.posts(open))).not.toContain(secret);
  expect(channel.messages[0]?.reactions ?? []).toEqual([]);
});

it('the same bytes under two names, and a ticket that not everybody may browse, tell neither place of the other', async () => {
  using run = await start();
  run.service.deep = () =>
    Response.json({
      code: 200,
      message: 'ok',
      data: { root_cause: 'merger-acme.log says it is full', answer: 'See merger-acme.log line 2.' },
    });
  const bytes = log('disk is full');
  await run.slack.people.say({
    channel: places.private,
    user: users.member,
    text: 'why?',
    files: [{ name: 'merger-acme.log', bytes }],
  });
  await run.pass(30_000);
  await run.jira.people.createIssue({
    project: 'LOCKED',
    user: 'ada',
    summary: 'Stops',
    files: [{ name: 'locked.log', bytes }],
  });
  await run.pass(40_000);
  await run.slack.people.say({
    channel: places.otherPublic,
    user: users.outsider,
    text: 'why?',
    files: [{ name: 'plain.log', bytes }],
  });
  await run.pass(40_000);
  const posts = JSON.stringify(run.posts(places.otherPublic));
  expect(posts).toContain('plain.log says it is full');
  for (const name of ['merger-acme', 'locked.log', 'LOCKED-1', 'secret']) expect(posts, name).not.toContain(name);
  expect(run.comments('LOCKED-1').join()).not.toContain('merger-acme');
});

describe('what a mention asks', () => {
  const file = { name: 'app.log', bytes: log('disk is full') };

  it('is asked of its thread’s file, also where the bot came later', async () => {
    using run = await start();
    const channel = run.slack.workspace.channels.get(open)!;
    channel.members.delete(run.slack.bot.userId);
    const said = await run.slack.people.say({ channel: open, user: users.member, text: 'look', files: [file] });
    channel.members.add(run.slack.bot.userId);
    const text = `<@${run.slack.bot.userId}> why did it stop?`;
    await run.slack.people.say({ channel: open, user: users.member, text, threadTs: said.message.ts });
    await run.pass(30_000);
    expect(run.service.posts.map(({ query }) => query)).toEqual(['why did it stop?']);
    expect(run.posts(open)).toHaveLength(1);
    expect(run.posts(open)[0]).toMatchObject({ threadTs: said.message.ts });
  });

  it('names no ticket and nobody it is said to, but what only looks like a ticket', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'PROJ-1: stops at night' });
    const text = `<@${users.outsider}> for PROJ-1: why is it not UTF-8? (see PROJ-1)`;
    await run.slack.people.say({ channel: open, user: users.member, text, files: [file] });
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'b.log', bytes: log('other') }] });
    await run.pass(40_000);
    expect(run.service.posts.map(({ query }) => query).sort()).toEqual(['stops at night', 'why is it not UTF-8?']);
  });
});

it('the same file shared again in a channel is asked again, with the question it came with', async () => {
  using run = await start();
  const channel = run.slack.workspace.channels.get(open)!;
  const first = await run.slack.people.say({
    channel: open,
    user: users.member,
    text: 'why?',
    files: [{ name: 'app.log', bytes: log('disk is full') }],
  });
  await run.pass(30_000);
  const [file] = first.files;
  const ts = run.slack.workspace.nextTs();
  const again = { ...first.message, ts, text: 'since when?' };
  channel.messages.push(again);
  file?.shares.push({ channel: open, ts });
  const event = { ...again, channel: open, channel_type: 'channel', event_ts: ts, team: 'T0SANDBOX' };
  await run.slack.deliveries.event(run.slack.deliveries.envelope(event));
  await run.pass(30_000);
  expect(run.service.posts.map(({ query }) => query)).toEqual(['why?', 'since when?']);
  expect(run.service.files).toHaveLength(1);
  const [, answer] = run.posts(open);
  expect(answer).toMatchObject({ threadTs: ts, text: expect.stringContaining('since when?') });
});

it('a command whose job dies, and one whose file is deleted meanwhile, are answered with a word', async () => {
  using run = await start();
  const { link, ts } = await bring(run, 'private');
  run.slack.faults.add('conversations.history', { kind: 'error', error: 'invalid_arguments' }, 1_000);
  await run.slack.people.command({ channel: places.otherPublic, user: users.member, text: `${link} why?` });
  await run.pass(60 * 60_000, 60_000);
  expect(ephemeralsOf(run, users.member).at(-1)).toContain('That could not be done.');

  run.slack.faults.clear();
  run.service.looks = () => [{ status: 'ANALYZING' }];
  const files = [{ name: 'other.log', bytes: log('other') }];
  const said = await run.slack.people.say({ channel: places.private, user: users.member, text: 'why?', files });
  await run.pass(10_000);
  await run.slack.people.command({ channel: places.otherPublic, user: users.member, text: `${said.permalink} why?` });
  await run.pass(10_000);
  await run.slack.people.removeMessage(places.private, said.message.ts);
  await run.pass(10_000);
  expect(ephemeralsOf(run, users.member).at(-1)).toContain('other.log was deleted before I had an answer.');
  const asked = run.service.posts.length;
  for (const held of run.service.files) held.looks = [{ status: 'COMPLETED' }];
  await run.pass(60_000);
  expect(run.service.posts).toHaveLength(asked);
  expect(ts).not.toBe(said.message.ts);
});

it('a ticket that moved to a service project gets an internal comment or none', async () => {
  using run = await start();
  for (const isRequest of [true, false]) {
    run.service.deep = async () =>
      Response.json({ code: 200, message: 'ok', data: { root_cause: secret, answer: 'x' } });
    const files = [{ name: `${isRequest}.log`, bytes: log(`${secret} ${isRequest}`) }];
    const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files });
    // Read as an ordinary ticket, and moved before the answer is there.
    await run.bot.drain();
    run.jira.people.move({ issue: issue.key, project: 'DESK', isRequest });
    await run.pass(60_000);
    expect(publicComments(run, issue.id)).toBe('');
    expect(issue.comments).toHaveLength(isRequest ? 1 : 0);
  }
});
