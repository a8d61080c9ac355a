import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { adfErrors } from '../support/adf-schema.ts';
import { answerForReal } from '../support/answer-for-real.ts';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';
import { type Capture, chatter, makeCaptures } from '../support/day/captures.ts';
import { envelope } from '../support/hosted-service.ts';

/** Where each capture was shared: a channel, or a ticket. */
type Places = Map<Capture, Set<string>>;

const channels = ['C0BRINGUP', 'C0RADIO', 'C0LAB', 'C0VAULT', 'D0BOB'] as const;
const minuteMs = 60_000;

interface Day {
  run: BotUnderTest;
  places: Places;
  /** Messages that no answer was wanted for, by their place. */
  unanswered: { channel: string; ts: string }[];
  /** Messages whose thread gets one answer for each of these captures. */
  shared: { channel: string; ts: string; captures: Capture[] }[];
  /** What the bot said to each question. */
  answersToQuestions: string[][];
  deleted: Capture[];
}

let day: Day;

beforeAll(async () => {
  day = await liveThrough();
}, 120_000);

afterAll(() => {
  day.run[Symbol.dispose]();
  rmSync(root, { recursive: true, force: true });
});

const root = mkdtempSync(join(tmpdir(), 'logtriage-day-'));

async function liveThrough(): Promise<Day> {
  const run = await startBot();
  await answerForReal(run, root);
  furnish(run);
  const captures = await makeCaptures(50);
  const take = (count: number) => captures.splice(0, count);
  const result: Day = { run, places: new Map(), unanswered: [], shared: [], answersToQuestions: [], deleted: [] };
  const note = (capture: Capture, place: string) => {
    result.places.set(capture, (result.places.get(capture) ?? new Set<string>()).add(place));
  };
  const share = async (channel: string, given: readonly Capture[], text = 'Why does it stop?') => {
    const user = channel === 'D0BOB' ? 'U0BOB' : 'U0ADA';
    const { message } = await run.slack.people.say({ channel, user, text, files: given });
    for (const capture of given) note(capture, channel);
    result.shared.push({ channel, ts: message.ts, captures: [...given] });
    return message.ts;
  };
  const chat = async (channel: string, text: string, threadTs?: string, files: (typeof chatter)[number][] = []) => {
    const act = { channel, user: 'U0BOB', text, files, ...(threadTs ? { threadTs } : {}) };
    const { message } = await run.slack.people.say(act);
    if (!threadTs) result.unanswered.push({ channel, ts: message.ts });
  };
  const ticket = async (project: string, given: readonly Capture[], summary = 'It stops') => {
    const files = given.map(({ name, bytes }) => ({ name, bytes }));
    const { key } = await run.jira.people.createIssue({ project, user: 'ada', summary, files });
    for (const capture of given) note(capture, key);
    return key;
  };
  const ask = async (question: () => Promise<unknown>) => {
    await run.pass(minuteMs);
    const before = new Set(allWords(run).map(({ ts }) => ts));
    await question();
    await run.pass(2 * minuteMs);
    // The line that only the asker sees, that the work has begun, is no answer.
    const answers = allWords(run).filter(({ ts }) => ts !== '' && !before.has(ts));
    result.answersToQuestions.push(answers.map(({ ts }) => ts));
  };

  // The morning: logs of every kind, with talk and pictures between them.
  const first = await share('C0BRINGUP', take(1));
  await chat('C0BRINGUP', 'good morning');
  await share('C0RADIO', take(2));
  await chat('C0LAB', 'cake in the kitchen', undefined, [chatter[0], chatter[1]]);
  await ticket('PROJ', take(1));
  await share('C0VAULT', take(2));
  await share('D0BOB', take(1));
  await run.pass(2 * minuteMs);
  for (let index = 0; index < 6; index += 1) {
    await share(channels[index % channels.length]!, take(1));
    await chat(channels[index % 3]!, 'did somebody see the release notes?', undefined, [chatter[index]!]);
    await ticket(index % 2 === 0 ? 'PROJ' : 'DESK', take(1));
    await run.pass(20_000);
  }

  // People talk in a thread, then ask.
  await chat('C0BRINGUP', 'I will look at it after lunch', first);
  await chat('C0BRINGUP', 'thanks', first);
  const mention = `<@${run.slack.bot.userId}>`;
  const asks = { channel: 'C0BRINGUP', user: 'U0ADA', threadTs: first };
  await ask(() => run.slack.people.say({ ...asks, text: `${mention} how many errors are there?` }));
  await ask(() => run.slack.people.say({ ...asks, text: `${mention} when did it start?` }));
  await ask(() =>
    run.slack.people.command({ channel: 'C0LAB', user: 'U0ADA', text: 'PROJ-1 which errors are there?' }),
  );
  await ask(() =>
    run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage how many errors are there?' }),
  );

  // Duplicates: the same bytes in two places, and every delivery twice.
  const [twice, thrice] = take(2) as [Capture, Capture];
  await share('C0RADIO', [twice]);
  const both = await ticket('PROJ', [twice]);
  await share('C0LAB', [thrice]);
  await share('C0VAULT', [thrice]);
  const again = await run.slack.people.say({
    channel: 'C0LAB',
    user: 'U0ADA',
    text: 'again: what is it?',
    isSilent: true,
  });
  result.unanswered.push({ channel: 'C0LAB', ts: again.message.ts });
  for (const event of [...again.events, ...again.events]) await run.slack.deliveries.event(event);
  for (const { rawBody, identifier } of run.jira.webhooks.sent.slice(-4))
    await run.jira.webhooks.sendOnce(rawBody, identifier, 1);
  await run.pass(2 * minuteMs);

  // Deleted before anything could be said; edited after.
  const [gone, ...rest] = take(3) as [Capture, ...Capture[]];
  const { message } = await run.slack.people.say({
    channel: 'C0LAB',
    user: 'U0ADA',
    text: 'wrong file',
    files: [gone],
  });
  await run.slack.people.removeMessage('C0LAB', message.ts);
  result.deleted.push(gone);
  const edited = await share('C0LAB', rest);
  await run.pass(2 * minuteMs);
  await run.slack.people.edit({ channel: 'C0LAB', ts: edited, text: 'Why does it stop? (on the new board)' });
  await run.jira.people.edit({ issue: both, user: 'bob', fields: { summary: 'It stops on the new board' } });

  // Outages on every side, with work in hand.
  run.slack.faults.add('chat.postMessage', { kind: 'status', status: 500, after: true });
  run.slack.faults.add('chat.postMessage', { kind: 'rate-limited', retryAfterS: 20 });
  run.slack.faults.add('chat.postMessage', { kind: 'reset' });
  run.slack.faults.add('files.info', { kind: 'status', status: 503 }, 2);
  run.slack.faults.add('download', { kind: 'reset' });
  run.jira.faults.add(/POST .*\/comment$/, { kind: 'status', status: 503, after: true });
  run.jira.faults.add(/POST .*\/comment$/, { kind: 'rate-limited', retryAfterS: 15 });
  run.jira.faults.add(/GET .*\/attachment\//, { kind: 'reset' }, 2);
  let refusals = 8;
  run.service.intercept = () => (refusals-- > 0 ? envelope(503, {}) : undefined);
  for (const place of channels) await share(place, take(1));
  for (const project of ['PROJ', 'PROJ', 'DESK', 'DESK', 'LOCKED']) await ticket(project, take(1));
  await run.pass(20_000);
  await run.restart();
  await run.pass(5 * minuteMs);

  // Nobody hears for two minutes; the vendors deliver again.
  run.refuseDeliveries(true);
  await share('C0RADIO', take(1));
  await ticket('LOCKED', take(1));
  await run.pass(2 * minuteMs);
  run.refuseDeliveries(false);
  await run.pass(8 * minuteMs);

  // The rest of the day: what is left, one by one, with a restart in the middle.
  for (let index = 0; captures.length > 0; index += 1) {
    if (index % 3 === 2) await share(channels[index % channels.length]!, take(1));
    else await ticket(['PROJ', 'LOCKED', 'PROJ'][index % 3]!, take(1));
    await chat('C0RADIO', 'lunch?', undefined, [chatter[index % chatter.length]!]);
    if (index === 4) await run.restart();
    await run.pass(20_000);
  }
  while (run.jira.site.issues.size < 20) await ticket('PROJ', [], 'Nothing attached');
  await run.pass(10 * minuteMs);
  return result;
}

function furnish({ slack, jira }: BotUnderTest): void {
  const { bot, workspace } = slack;
  slack.settings.hasRateLimits = true;
  jira.settings.hasRateLimits = true;
  workspace.addChannel({ id: 'C0RADIO', name: 'radio', members: ['U0ADA', 'U0BOB', bot.userId] });
  workspace.addChannel({ id: 'C0LAB', name: 'lab', members: ['U0ADA', 'U0BOB', bot.userId] });
  workspace.addChannel({ id: 'C0VAULT', name: 'vault', kind: 'private', members: ['U0ADA', bot.userId] });
  workspace.addChannel({ id: 'D0BOB', name: 'bob', kind: 'im', members: ['U0BOB', bot.userId] });
  jira.site.addProject({ key: 'LOCKED', browsers: ['bob', jira.bot.accountId] });
}

/** Everything the bot said anywhere, with the place: a channel, or a ticket. */
function allWords(run: BotUnderTest): { place: string; threadTs: string | undefined; text: string; ts: string }[] {
  const { workspace, bot } = run.slack;
  const said = [...workspace.channels.values()].flatMap((channel) => [
    ...channel.messages
      .filter(({ user }) => user === bot.userId)
      .map((message) => ({ place: channel.id, threadTs: message.thread_ts, ts: message.ts, text: wordsOf(message) })),
    ...channel.ephemerals.map((message) => ({
      place: channel.id,
      threadTs: undefined,
      ts: '',
      text: wordsOf(message),
    })),
  ]);
  const written = [...run.jira.site.issues.values()].flatMap(({ key, comments }) =>
    comments
      .filter(({ author }) => author.accountId === run.jira.bot.accountId)
      .map(({ id, body }) => ({ place: key, threadTs: undefined, ts: id, text: readAdf(body).text })),
  );
  return [...said, ...written];
}

function wordsOf(message: { text: string; blocks?: unknown[]; attachments?: Record<string, unknown>[] }): string {
  const attached = (message.attachments ?? []).flatMap(({ blocks }) => (Array.isArray(blocks) ? blocks : []));
  return `${readMessage(message).text}\n${readMessage({ text: '', blocks: attached }).text}\n${message.text}`;
}

describe('a day of fifty files over five channels and twenty tickets', () => {
  it('gives each log one verdict in each place it was shared, and no second', () => {
    const verdicts = verdictsOf(day);
    const mistakes: string[] = [];
    for (const [{ name, proof }, places] of day.places) {
      for (const place of places) {
        const own = verdicts.filter((verdict) => verdict.place === place && verdict.text.includes(name));
        if (own.length !== 1) mistakes.push(`${name} in ${place}: ${own.length}`);
        else if (!own[0]?.text.includes(proof)) mistakes.push(`${name} in ${place} without ${proof}`);
      }
    }
    expect(mistakes).toEqual([]);
    expect(day.places.size).toBe(49);
    expect(day.run.jira.site.issues.size).toBeGreaterThanOrEqual(20);
  });

  it('answers in the thread of the message, nowhere else', () => {
    const verdicts = verdictsOf(day);
    for (const { channel, ts, captures } of day.shared) {
      for (const { name } of captures) {
        const verdict = verdicts.find(({ place, text }) => place === channel && text.includes(name));
        expect(verdict?.threadTs, name).toBe(ts);
      }
    }
  });

  it('answers each question once', () => {
    expect(day.answersToQuestions.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  });

  it('says no word where none was wanted', () => {
    const words = allWords(day.run);
    for (const { channel, ts } of day.unanswered) {
      expect(words.filter(({ place, threadTs }) => place === channel && threadTs === ts)).toEqual([]);
      const message = day.run.slack.workspace.findMessage(channel, ts);
      expect(message?.reactions ?? []).toEqual([]);
    }
    for (const { word } of day.deleted) expect(words.filter(({ text }) => text.includes(word))).toEqual([]);
    const threads = new Set(day.shared.map(({ ts }) => ts));
    const stray = words.filter(({ place, threadTs }) => /^[CD]/.test(place) && threadTs && !threads.has(threadTs));
    expect(stray).toEqual([]);
  });

  it('tells of no file in a place that could not see it, and names no place that is not open to all', () => {
    const leaks: string[] = [];
    for (const { place, text } of allWords(day.run)) {
      for (const [{ word }, places] of day.places) {
        if (text.includes(word) && !places.has(place) && !isAskedOf(place, places)) leaks.push(`${word} in ${place}`);
      }
      if (!place.startsWith('LOCKED') && text.includes('LOCKED-')) leaks.push(`LOCKED in ${place}`);
      if (place !== 'C0VAULT' && /C0VAULT|#vault/.test(text)) leaks.push(`vault in ${place}`);
      if (place !== 'D0BOB' && text.includes('D0BOB')) leaks.push(`D0BOB in ${place}`);
    }
    expect(leaks).toEqual([]);
    const customers = [...day.run.jira.site.issues.values()].filter(({ isRequest }) => isRequest);
    const shown = customers.flatMap(({ comments }) =>
      comments.filter(({ author, isPublic }) => isPublic && author.accountId === day.run.jira.bot.accountId),
    );
    expect(customers.length).toBeGreaterThan(3);
    expect(shown).toEqual([]);
  });

  it('uploads the same bytes once', () => {
    const uploads = day.run.service.files.map(({ name }) => name);
    expect(uploads.filter((name, index) => uploads.indexOf(name) !== index)).toEqual([]);
  });

  it('writes what both vendors take', () => {
    const { slack, jira } = day.run;
    expect([slack.unexpected, jira.unexpected]).toEqual([[], []]);
    for (const { comments } of jira.site.issues.values()) {
      for (const { author, body } of comments) {
        if (author.accountId === jira.bot.accountId && typeof body !== 'string') expect(adfErrors(body)).toBe('');
      }
    }
  });
});

/** `/triage PROJ-1 …` in a public channel brings what the ticket has there. */
function isAskedOf(place: string, places: ReadonlySet<string>): boolean {
  return place === 'C0LAB' && places.has('PROJ-1');
}

/** What was said of files unasked. */
function verdictsOf({ run, answersToQuestions }: Day) {
  const answers = new Set(answersToQuestions.flat());
  return allWords(run).filter(({ ts }) => !answers.has(ts));
}
