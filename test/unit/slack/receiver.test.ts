import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { silentLog } from '#core/log.ts';
import type { Acceptance, AskCommand, Intake } from '../../../src/bot/intake/intake.ts';
import { readTicketLink } from '../../../src/bot/jira/read-link.ts';
import { createAnswerCommand } from '../../../src/bot/slack/commands/answer-command.ts';
import { createIdentity } from '../../../src/bot/slack/identity.ts';
import { readSlackLink } from '../../../src/bot/slack/read-link.ts';
import { createSlackApp } from '../../../src/bot/slack/slack-app.ts';
import { paragraph } from '../../../src/bot/writing/prose.ts';
import { signSlackRequest } from '../../../src/sandbox/slack/signed-delivery.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { jiraOrigin, slackClientsOf, slackOrigin, slackSecrets, startSlack } from '../../support/vendors.ts';

function setUp() {
  const clock = createTestClock();
  const events: unknown[] = [];
  const commands: AskCommand[] = [];
  const wishes: unknown[] = [];
  let storing: () => Promise<Acceptance> = async () => ({ status: 'accepted' });
  const refuse = async (): Promise<Acceptance> => {
    throw new Error('not for Slack');
  };
  const intake: Intake = {
    async acceptSlackEvent(envelope) {
      const acceptance = await storing();
      events.push(envelope);
      return acceptance;
    },
    async acceptSlackCommand(command) {
      const acceptance = await storing();
      commands.push(command);
      return acceptance;
    },
    acceptSlackPress: refuse,
    acceptHomePress: refuse,
    acceptDigestPress: refuse,
    acceptSetting: refuse,
    acceptJiraWebhook: refuse,
    acceptServiceHook: refuse,
  };
  const apiUrl = `${slackOrigin}/api/`;
  const slack = startSlack(clock, (request) => app.fetch(request));
  const app = createSlackApp({
    ...slackSecrets,
    createHmac,
    apiUrl,
    identity: createIdentity(slackClientsOf(slack)),
    intake,
    answerInteraction: async () => ({}),
    answerCommand: createAnswerCommand({
      intake,
      digests: {
        apply: async (wish) => {
          wishes.push(wish);
          return 'Noted.';
        },
      },
      status: async () => ({
        files: [{ name: '<!channel> a.log', state: 'uploading', sinceMs: clock.now() - 120_000, detail: 'second try' }],
        isServiceClosed: true,
        counts: { uploading: 1 },
      }),
      settings: async () => [paragraph('Guests: may not ask.')],
      asking: { take: async () => undefined },
      hasTickets: true,
      readTicketLink: (url) => readTicketLink(url, jiraOrigin),
      readChatLink: (url, team) => readSlackLink(url, team, apiUrl),
      clock,
      log: silentLog,
    }),
    clock,
    log: silentLog,
  });
  const send = (
    body: string,
    changes: { contentType?: string; headers?: Record<string, string>; atMs?: number; secret?: string } = {},
  ) =>
    signSlackRequest({ now: () => changes.atMs ?? clock.now() }, changes.secret ?? slackSecrets.signingSecret, {
      url: 'http://bot.test/slack/events',
      body,
      contentType: changes.contentType ?? 'application/json',
      headers: changes.headers ?? {},
    }).then((request) => app.fetch(request));
  const fail = (error: Error) => {
    storing = async () => {
      throw error;
    };
  };
  const ask = (text: string) => slack.people.command({ channel: 'C0BRINGUP', user: 'U0ADA', text });
  return { clock, slack, app, send, events, commands, wishes, fail, ask };
}

const event = JSON.stringify({
  type: 'event_callback',
  team_id: 'T0',
  event_id: 'Ev1',
  event: { type: 'message', channel: 'C0', user: 'U0', text: 'grüße', ts: '1.0' },
});

describe('POST /slack/events', () => {
  it('stores an event before it answers, and asks Slack nothing', async () => {
    const { send, events, slack } = setUp();
    const response = await send(event);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(events).toHaveLength(1);
    expect(slack.calls).toEqual([]);
  });

  it('answers 503 where the event could not be stored, so that Slack sends it again', async () => {
    const { send, fail } = setUp();
    fail(new Error('disk full'));
    expect((await send(event)).status).toBe(503);
  });

  it.each([
    ['a wrong secret', { secret: 'other' }, 401],
    ['an old timestamp', { atMs: Date.parse('2026-11-20T07:54:59Z') }, 401],
    ['a future timestamp', { atMs: Date.parse('2026-11-20T08:05:02Z') }, 401],
    ['an almost old timestamp', { atMs: Date.parse('2026-11-20T07:55:01Z') }, 200],
    ['no signature', { headers: { 'x-slack-signature': '' } }, 401],
    ['a signature of another version', { headers: { 'x-slack-signature': `v1=${'0'.repeat(64)}` } }, 401],
  ])('with %s', async (_, changes, status) => {
    const { send, events } = setUp();
    expect((await send(event, changes)).status).toBe(status);
    expect(events).toHaveLength(status === 200 ? 1 : 0);
  });

  it('checks the signature over the bytes as they came', async () => {
    const { app, clock, events } = setUp();
    const signed = await signSlackRequest(clock, slackSecrets.signingSecret, {
      url: 'http://bot.test/slack/events',
      body: event,
      contentType: 'application/json',
    });
    const reordered = new Request(signed, { method: 'POST', body: `${event} ` });
    expect((await app.fetch(reordered)).status).toBe(401);
    expect(events).toEqual([]);
  });

  it('shakes hands, lets the certificate be checked, and refuses what is too large', async () => {
    const { send, app } = setUp();
    const handshake = await send(JSON.stringify({ type: 'url_verification', challenge: 'abc' }));
    expect(await handshake.json()).toEqual({ challenge: 'abc' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const check = await app.request('/slack/events', { method: 'POST', body: 'ssl_check=1&token=x', headers: form });
    expect(check.status).toBe(200);
    expect((await send(JSON.stringify({ type: 'event_callback', pad: 'x'.repeat(2_000_001) }))).status).toBe(413);
    expect((await send('not json')).status).toBe(400);
  });

  it('nods at what it does not know', async () => {
    const { send, events } = setUp();
    expect((await send(JSON.stringify({ type: 'app_rate_limited' }))).status).toBe(200);
    const payload = JSON.stringify({
      type: 'block_actions',
      team: { id: 'T0' },
      user: { id: 'U0' },
      actions: [{ action_id: 'x', type: 'button' }],
    });
    const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
    expect((await send(new URLSearchParams({ payload }).toString(), { contentType })).status).toBe(200);
    expect((await send(JSON.stringify({ type: 'event_callback', event: { type: 'brand_new' } }))).status).toBe(200);
    expect(events).toHaveLength(1);
  });
});

describe('/triage', () => {
  it('helps, also where it was not understood', async () => {
    const { ask, commands } = setUp();
    for (const text of ['', 'help', ' HELP ']) expect((await ask(text)).text).toContain('Drop a log into a channel');
    expect((await ask('make coffee')).text).toMatchInlineSnapshot(`
      "I do not know that command. I understand:
      - /triage PROJ-12 analyse the files on that ticket
      - /triage PROJ-12 why did it reboot? ask about them
      - /triage &lt;link to a message or file&gt; what happened at 14:32? the same for files in Slack; the question is optional
      - /triage deep when did it begin? ask about the newest file of this channel, or put a ticket or link before the question; deep is optional if the question ends with a question mark
      - /triage diff good.log bad.log show what is different; names, links or tickets, the good one first
      - /triage why app.log what happened to a file: each step, what was tried, the last error; also takes a link or ticket
      - /triage retry app.log process a failed file again
      - /triage cancel app.log stop working on a file
      - /triage link PROJ-12 app.log link the thread of that file to the ticket
      - /triage backfill 24h process files shared here while I was away; append dry to only count them
      - /triage status the state of the files of this channel
      - /triage settings who may ask here, what is posted and when, personal data, shadow mode
      - /triage settings PROJ the same for tickets of a Jira project, for its administrators
      - /triage board the page with all work, for the people who run this bot
      - /triage digest daily 09:00 a summary for this channel; also weekly mon 09:00, a time zone at the end, off, now"
    `);
    expect((await ask('https://evil.example/browse/PROJ-1')).text).toContain('is not a message, file or ticket');
    expect(commands).toEqual([]);
  });

  it.each([
    ['hlep', 'I do not know hlep. Did you mean help?'],
    ['cancle app.log', 'I do not know cancle. Did you mean cancel?'],
    ['deeep when did it begin?', 'I do not know deeep. Did you mean deep?'],
    ['diff app.log', 'diff takes two files'],
    ['link', 'link takes a ticket'],
    ['backfill 24', 'backfill takes a time span'],
  ])('says in a line or two what is wrong with %s', async (text, problem) => {
    const { ask, commands } = setUp();
    const told = (await ask(text)).text;
    expect(told).toContain(problem);
    expect(told).toContain('/triage help lists all commands.');
    expect(told.split('\n').length).toBeLessThan(6);
    expect(commands).toEqual([]);
  });

  it('takes help and status whatever follows', async () => {
    const { ask } = setUp();
    expect((await ask('help me')).text).toContain('Drop a log into a channel');
    expect((await ask('status please')).text).toContain('a.log being uploaded');
  });

  it.each([
    ['why did it reboot?', { kind: 'deep', target: { kind: 'newest' }, question: 'why did it reboot?' }],
    ['what happened at 14:32?', { kind: 'deep', target: { kind: 'newest' }, question: 'what happened at 14:32?' }],
    ['who restarted it?', { kind: 'deep', target: { kind: 'newest' }, question: 'who restarted it?' }],
    ['count status=500 by path', { kind: 'deep', target: { kind: 'newest' }, question: 'count status=500 by path' }],
    ['app.log', { kind: 'deep', target: { kind: 'name', name: 'app.log' }, question: '' }],
    ['“app.log” why?', { kind: 'deep', target: { kind: 'name', name: 'app.log' }, question: 'why?' }],
    ['why "app.log"', { kind: 'why', target: { kind: 'name', name: 'app.log' } }],
    ['retry `my app.log`', { kind: 'retry', target: { kind: 'name', name: 'my app.log' } }],
    ['link app.log PROJ-1', { kind: 'tie', issueKey: 'PROJ-1', target: { kind: 'name', name: 'app.log' } }],
    ['link PROJ-1', { kind: 'tie', issueKey: 'PROJ-1', target: { kind: 'newest' } }],
    ['board please', { kind: 'board' }],
  ])('understands %s as it was meant', async (text, work) => {
    const { ask, commands } = setUp();
    await ask(text);
    expect(commands).toMatchObject([{ ask: { kind: 'work', work } }]);
  });

  it('tells what goes on, and lets no file name mention anybody', async () => {
    const { ask } = setUp();
    const status = await ask('status');
    expect(status.text).toContain('a.log being uploaded for 2 min: second try');
    expect(status.text).toContain('nothing needs to be sent again');
    expect(status.text).not.toContain('<!channel>');
  });

  it.each([
    ['proj-12', { kind: 'ticket', issueKey: 'PROJ-12', question: '' }],
    ['PROJ-12 why did it reboot?', { kind: 'ticket', issueKey: 'PROJ-12', question: 'why did it reboot?' }],
    [`${jiraOrigin}/browse/PROJ-7 when?`, { kind: 'ticket', issueKey: 'PROJ-7', question: 'when?' }],
    [
      `<${slackOrigin}/archives/C0BRINGUP/p1700000000000100|link> what is 0xdead &lt;here&gt;?`,
      {
        kind: 'message',
        ref: { team: 'T0SANDBOX', channel: 'C0BRINGUP', ts: '1700000000.000100' },
        question: 'what is 0xdead <here>?',
      },
    ],
    [`${slackOrigin}/files/U0ADA/F01ABC/a.log`, { kind: 'file', fileId: 'F01ABC', question: '' }],
  ])('takes %s', async (text, expected) => {
    const { ask, commands, slack } = setUp();
    const reply = await ask(text);
    expect(reply).toMatchObject({ status: 200, body: { response_type: 'ephemeral' } });
    expect(reply.text).toContain('I will answer here.');
    expect(commands).toMatchObject([{ ask: expected, team: 'T0SANDBOX', channel: 'C0BRINGUP', user: 'U0ADA' }]);
    expect(commands[0]?.responseUrl).toContain(`${slackOrigin}/response/`);
    expect(slack.calls).toEqual([]);
  });

  it('says so where the wish could not be stored', async () => {
    const { ask, fail } = setUp();
    fail(new Error('disk full'));
    expect((await ask('PROJ-1')).text).toContain('Please send it again');
  });

  it.each([
    ['digest daily 9:05 Europe/Berlin', { kind: 'daily', hour: 9, minute: 5, zone: 'Europe/Berlin' }],
    ['digest weekly Monday 17:30', { kind: 'weekly', weekday: 'mon', hour: 17, minute: 30 }],
    ['digest off', { kind: 'off' }],
    ['digest NOW', { kind: 'now' }],
  ])('sets %s', async (text, setting) => {
    const { ask, wishes } = setUp();
    expect((await ask(text)).text).toBe('Noted.');
    expect(wishes).toMatchObject([{ setting, channel: 'C0BRINGUP', user: 'U0ADA' }]);
  });

  it.each([
    'digest',
    'digest daily',
    'digest daily 25:00',
    'digest weekly 09:00',
    'digest daily 09:00 Mars/Base',
    'digest daily 09:00 +02:00',
  ])('explains what is wrong with %s', async (text) => {
    const { ask, wishes } = setUp();
    const { text: told } = await ask(text);
    expect(told).toContain('/triage digest daily 09:00 a summary');
    expect(told).toContain('/triage help lists all commands.');
    expect(told).not.toContain('/triage status');
    expect(wishes).toEqual([]);
  });
});
