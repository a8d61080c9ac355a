import { expect, it } from 'vitest';
import { startTeam, type Word } from '../support/day/team.ts';

const kernel = `[    1.000000] usb 1-1: new device
[    2.000000][  T77] BUG: KASAN: slab-use-after-free in foo_poll+0x12/0x40
[    2.000001][  T77] Read of size 8 at addr ffff888000000000 by task worker/77
[    2.000004][  T77] Call Trace:
[    2.000006][  T77]  foo_poll+0x12/0x40 drivers/foo.c:12
[    2.000007][  T77]  process_one_work+0x1d0/0x380 kernel/workqueue.c:300
`;
const calm = '[    1.000000] usb 1-1: new device\n[    2.000000] usb 1-1: ready\n[    3.000000] eth0: link up\n';
const log = (word: string) =>
  `2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR db: ${word} refused the connection\n2026-11-01T10:00:02Z WARN retry 1\n`;
const lines = 'how many lines are there?';
const asked = /asked: how many lines are there\?/;

const channel = 'C0BRINGUP';
const user = 'U0YOU';
const longestWaitMs = 30_000;
const quietMs = 4_000;

it('a day of a team over sockets: each surface is answered once, and nothing is said beside', async () => {
  const team = await startTeam();
  const mention = `<@${team.botUserId}>`;
  const known = new Set<string>();
  const mistakes: string[] = [];

  /** Does something, and waits for all that is to be said then: each pattern is one word of the bot. */
  const step = async (name: string, run: () => Promise<unknown>, wanted: readonly RegExp[]): Promise<Word[]> => {
    await run();
    const untilMs = Date.now() + longestWaitMs;
    const found: Word[] = [];
    for (const pattern of wanted) {
      const word = await hear(pattern, untilMs);
      if (word) found.push(word);
      else mistakes.push(`${name}: nothing says ${pattern}`);
    }
    return found;
  };
  const hear = async (pattern: RegExp, untilMs: number): Promise<Word | undefined> => {
    for (;;) {
      const word = (await team.words()).find(({ id, text }) => !known.has(id) && pattern.test(text));
      if (word) known.add(word.id);
      if (word || Date.now() > untilMs) return word;
      await later(100);
    }
  };
  const say = (act: Record<string, unknown>) => team.act('slack/say', { channel, user, ...act });
  const triage = (text: string, wanted: readonly RegExp[], where = channel) =>
    step(`/triage ${text}`, () => team.act('slack/command', { channel: where, user, text }), wanted);
  const press = (at: Word | undefined, actionId: string, wanted: readonly RegExp[]) =>
    step(actionId, () => team.act('slack/press', { channel, user, ts: at?.ts, actionId }), wanted);
  const comment = (text: string, wanted: readonly RegExp[], issue = 'PROJ-1') =>
    step(text, () => team.act('jira/comment', { issue, user: 'you', text }), wanted);

  await team.act('slack/add-channel', { id: 'C0OPS', name: 'ops', members: [user, team.botUserId] });
  await team.act('slack/add-channel', { id: 'D0YOU', name: 'you', kind: 'im', members: [user, team.botUserId] });

  // A channel: a mention, logs, talk, pictures, questions.
  await step('hello', () => say({ text: `${mention} hello` }), [/Share a log/]);
  let root = '';
  const [answer] = await step('a log', async () => {
    root = (await say({ text: '', files: [{ name: 'bad.txt', text: kernel }] })).ts;
  }, [/CONFIRMED: KASAN/]);
  await step('talk', () => say({ text: 'good morning' }), []);
  await step(
    'a picture',
    () => say({ text: '', files: [{ name: 'cake.png', text: 'PNG', mimetype: 'image/png' }] }),
    [],
  );
  await step('a follow-up', () => say({ threadTs: root, text: lines }), [asked]);
  await step('talk in the thread', () => say({ threadTs: root, text: 'I will look at it after lunch' }), []);
  await step('a calm log', () => say({ text: '', files: [{ name: 'good.txt', text: calm }] }), [/INCONCLUSIVE/]);
  await step(
    'the shortcut',
    () => team.act('slack/shortcut', { channel, user, ts: root, callbackId: 'triage_message' }),
    [/already answered in its thread/],
  );

  // Alone with the bot.
  const direct = { channel: 'D0YOU' };
  await step('a log alone', () => say({ ...direct, text: '', files: [{ name: 'app.log', text: log('postgres') }] }), [
    /postgres refused/,
  ]);
  await step('a question alone', () => say({ ...direct, text: lines }), [asked]);

  // Commands, each with the line at once and what comes of it.
  await triage('help', [/Drop a log/]);
  await triage('', [/Drop a log/]);
  await triage('status', [/bad\.txt/]);
  await triage(`deep ${lines}`, [/I will answer here/, asked]);
  await triage('diff good.txt bad.txt', [/Comparing the two/, /compared with good\.txt/]);
  await triage('why bad.txt', [/Looking it up/, /bad\.txt arrived at/]);
  await triage('retry bad.txt', [/Trying again/, /bad\.txt is answered/]);
  await triage('cancel bad.txt', [/Stopping that/, /bad\.txt is already answered/]);
  await triage('backfill 24h dry', [/Looking through/, /not processed yet/]);
  await triage('settings', [/Everyone else may ask/]);
  await triage('settings PROJ', [/Checking your permission/, /Settings for tickets of PROJ/]);
  await triage('board', [/Checking your permission/, /The board, for/], 'C0OPS');
  await triage('digest now', [/I will post the digest here/, /#bringup, .*new cause/]);
  await triage('hlep', [/Did you mean help/]);
  await triage('asdf', [/I do not know that command/]);
  await triage('https://example.com/x', [/is not a message/]);
  await triage('link PROJ-1 bad.txt', [/Linking them/, /linked to PROJ-1/, /CONFIRMED: KASAN/]);

  // Buttons, forms and App Home.
  await press(answer, 'answer:around', [/20 lines around/]);
  await press(answer, 'answer:around', [/already asked here/]);
  await press(answer, 'answer:compare', [/no earlier good file/]);
  await press(answer, 'answer:right', [/Noted as right/]);
  await press(answer, 'answer:wrong', [/Noted as wrong/]);
  await press(answer, 'answer:ask', []);
  await form();
  // The thread is tied: its answers go to the ticket too, without the question.
  await step('the question', () => team.act('slack/submit', { user, values: { question: lines } }), [
    asked,
    /asked in #bringup/,
  ]);
  await press(answer, 'answer:file', []);
  await form();
  const values = { project: 'PROJ', summary: 'It crashes' };
  await step('the ticket', () => team.act('slack/submit', { user, values }), [/Filed as PROJ-2/]);
  await team.act('slack/open-home', { user });
  await until(async () =>
    JSON.stringify((await team.screens()).find((screen) => screen.user === user)?.home).includes('bad.txt'),
  );

  // The ticket: a file, questions, commands, a label; what is said there is said in its thread too.
  const attached = { issue: 'PROJ-1', user: 'you', files: [{ name: 'ticket.log', text: log('redis') }] };
  await step('a file on the ticket', () => team.act('jira/attach', attached), [/redis refused/, /redis refused/]);
  await comment(`@logtriage ${lines}`, [asked, /ticket\.log[\s\S]*3 lines|asked: how many/]);
  await comment('@logtriage', [/Write @logtriage and a question/]);
  await comment('@logtriage why', [/ticket\.log was answered/]);
  await comment('@logtriage fixed', [/Which version/]);
  await comment('thanks all', []);
  await comment('@logtriage invalid', [/Noted: what I found/]);
  await step(
    'a ticket without a file',
    () =>
      team.act('jira/create-issue', {
        project: 'PROJ',
        user: 'you',
        summary: 'Panics at boot',
        description: 'it panics',
      }),
    [],
  );
  await step('the label', () => team.act('jira/label', { issue: 'PROJ-3', user: 'you', add: ['logtriage'] }), [
    /PROJ-3 has no file[\s\S]*Please attach/,
  ]);

  await quiet();
  const stray = (await team.words()).filter(({ id }) => !known.has(id));
  expect({
    mistakes,
    stray: stray.map(({ place, text }) => `${place}: ${text.slice(0, 200)}`),
    unexpected: await team.unexpected(),
  }).toEqual({ mistakes: [], stray: [], unexpected: [] });
  console.log(`${known.size} words, each wanted, none twice`);

  async function form(): Promise<void> {
    await until(async () => (await team.screens()).some((screen) => screen.user === user && screen.modals.length > 0));
  }

  /** Until nothing was said for a while. */
  async function quiet(): Promise<void> {
    let [seen, sinceMs] = [0, Date.now()];
    while (Date.now() - sinceMs < quietMs) {
      const { length } = await team.words();
      if (length !== seen) [seen, sinceMs] = [length, Date.now()];
      await later(200);
    }
  }
}, 600_000);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: longestWaitMs, interval: 100 }).toBe(true);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
