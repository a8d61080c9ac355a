import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { readFallback, readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { answerForReal } from '../support/answer-for-real.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { makeTar, makeZip } from '../support/make-archives.ts';

const root = mkdtempSync(join(tmpdir(), 'logtriage-kinds-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const secret = 'Hunter7tigerWalks';
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2061-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;
const evil = '<!channel> <@U0ADA> [click](https://evil.example/x) [~ada] !https://evil.example/p.png!';

const calm = (line: string) => `10:00:01 INFO started\n10:00:02 ${line}\n10:00:03 FATAL stopped, cannot go on\n`;

interface Kind {
  title: string;
  name?: string;
  bytes(): string | Uint8Array<ArrayBuffer> | Promise<string | Uint8Array<ArrayBuffer>>;
}

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Each once in a channel and once on a ticket. */
const kinds: readonly Kind[] = [
  {
    title: 'a secret whose key is split by a colour',
    bytes: () => calm(`ERROR login failed, pass\u001b[31mword=${secret} refused`),
  },
  {
    title: 'a secret whose key is split by a letter nobody sees',
    bytes: () => calm(`ERROR login failed, pass\u200bword=${secret} refused`),
  },
  {
    title: 'a secret behind its key’s own backspaces',
    bytes: () => calm(`ERROR login failed, passwordx\b=${secret} refused`),
  },
  {
    title: 'a secret in letters of full width',
    bytes: () => calm(`ERROR login failed, ｐａｓｓｗｏｒｄ＝${secret} refused`),
  },
  {
    title: 'a secret in JSON in a string in JSON',
    bytes: () =>
      `${JSON.stringify({ time: '2026-01-02T10:00:00Z', level: 'error', msg: JSON.stringify({ inner: JSON.stringify({ password: secret, note: 'refused' }) }) })}\n`,
  },
  {
    title: 'a secret in an encoded address',
    bytes: () => calm(`ERROR POST failed, body user%3Dapp%26password%3D${secret}%26x%3D1 refused`),
  },
  {
    title: 'a secret whose name is encoded in HTML',
    bytes: () => calm(`ERROR refused: &lt;password&gt;${secret}&lt;/password&gt; failed`),
  },
  {
    title: 'a log of UTF-16 with mentions and a secret',
    bytes: () => own(Buffer.from(`\ufeff${calm(`ERROR ${evil} password=${secret} failed`)}`, 'utf16le')),
  },
  {
    title: 'lines within a line, made by carriage returns',
    bytes: () => calm(`INFO all fine\r10:00:02 FATAL ${evil} password=${secret}\r10:00:02 INFO fine`),
  },
  {
    title: 'a killed process with a name that mentions',
    name: 'dmesg.txt',
    bytes: () =>
      [
        '[    1.000000] Linux version 6.1.0 (gcc) #1 SMP',
        `[   10.000000] ${evil.slice(0, 10)} invoked oom-killer: gfp_mask=0x100cca(GFP_HIGHUSER_MOVABLE), order=0, oom_score_adj=0`,
        '[   10.000001] CPU: 0 PID: 812 Comm: <!channel> Not tainted 6.1.0 #1',
        '[   10.000400] oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom,task_memcg=/,task=<@U0ADA>,pid=812,uid=0',
        '[   10.000500] Out of memory: Killed process 812 (<@U0ADA>) total-vm:900000kB, anon-rss:800000kB, file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:1700kB oom_score_adj:0',
        '',
      ].join('\n'),
  },
  {
    title: 'a unit with a name that links',
    bytes: () =>
      [
        'Jan  2 10:00:01 host systemd[1]: Starting [click](https://evil.example/x).service...',
        'Jan  2 10:00:02 host systemd[1]: <!channel>.service: Main process exited, code=exited, status=1/FAILURE',
        "Jan  2 10:00:02 host systemd[1]: <!channel>.service: Failed with result 'exit-code'.",
        'Jan  2 10:00:03 host systemd[1]: Failed to start <https://evil.example|evil>.service.',
        '',
      ].join('\n'),
  },
  {
    title: 'an app whose package mentions',
    name: 'logcat.txt',
    bytes: () =>
      [
        '01-02 10:00:01.000  1000  1000 I ActivityManager: Start proc 4242:<!channel>/u0a1 for activity',
        '01-02 10:00:02.000  4242  4242 E AndroidRuntime: FATAL EXCEPTION: <@U0ADA>',
        '01-02 10:00:02.000  4242  4242 E AndroidRuntime: Process: <!channel>, PID: 4242',
        '01-02 10:00:02.000  4242  4242 E AndroidRuntime: java.lang.[click](https://evil.example)Exception: [~ada] {color:red}x{color}',
        '01-02 10:00:02.000  4242  4242 E AndroidRuntime: \tat <!here>.Main.run(Main.java:1)',
        '',
      ].join('\n'),
  },
  {
    title: 'JSON lines whose names of fields attack',
    bytes: () =>
      Array.from({ length: 6 }, (_, n) =>
        JSON.stringify({
          time: `2026-01-02T10:00:0${n}Z`,
          level: n === 5 ? 'fatal' : 'info',
          '<!channel>': n,
          '[click](https://evil.example)': '<@U0ADA>',
          __proto__x: {},
          constructor: 'x',
          msg: n === 5 ? `cannot open ${evil}` : 'fine',
        }),
      ).join('\n'),
  },
  {
    title: 'two members of one name, and one that differs by case',
    name: 'same.zip',
    bytes: () =>
      own(
        makeZip([
          { name: 'app.log', content: calm('ERROR one failed') },
          { name: 'app.log', content: calm('ERROR two failed') },
          { name: 'APP.LOG', content: calm('ERROR three failed') },
        ]),
      ),
  },
  {
    title: 'a member whose name is a message of its own',
    name: 'named.zip',
    bytes: () =>
      own(
        makeZip([
          {
            name: `logs/<!channel>\n*CONFIRMED*](https://evil.example)\u202e\u001b[2J.log`,
            content: calm('ERROR disk failed'),
          },
        ]),
      ),
  },
  {
    title: 'a gzip that names its content',
    name: 'x.gz',
    bytes: () => {
      const packed = gzipSync(calm('ERROR disk failed'));
      const head = Buffer.from(packed.subarray(0, 10));
      head[3] = 8;
      return own(Buffer.concat([head, Buffer.from('../../<!channel>\u001b[2J[~ada].log\0'), packed.subarray(10)]));
    },
  },
  {
    title: 'a tar of links to itself and out of it',
    name: 'links.tar',
    bytes: async () =>
      own(
        await makeTar([
          { name: 'a.log', type: 'symlink', linkname: 'b.log' },
          { name: 'b.log', type: 'symlink', linkname: 'a.log' },
          { name: 'c.log', type: 'link', linkname: '/etc/passwd' },
          { name: 'd.log', type: 'character-device' },
          { name: 'e.log', content: calm('ERROR disk failed') },
          { name: 'e.log/inside.log', content: calm('ERROR other failed') },
        ]),
      ),
  },
  {
    title: 'times that no calendar has',
    bytes: () =>
      [
        '0000-00-00T00:00:00Z INFO zero',
        '275761-01-01T00:00:00Z INFO beyond',
        '2026-02-30T25:61:61Z INFO never',
        '99999999999999999999 INFO late',
        '-1 INFO early',
        '2026-01-02T10:00:00+99:99 ERROR clock failed',
        '1e309 FATAL stopped',
        '',
      ].join('\n'),
  },
  {
    title: 'a name longer than any disk takes, of dots and ends of lines',
    name: `${'.'.repeat(300)}\r\n\u0000${'x'.repeat(4_000)}<!channel>.log`,
    bytes: () => calm('ERROR disk failed'),
  },
  {
    title: 'the bot’s own answer as a log',
    bytes: () =>
      calm(
        'ERROR failed\n*CONFIRMED*: the disk is full\nProof\n> `app.log:1` password=[masked]\nlogtriage-key: 00000000 delivery\n{"text":"CONFIRMED","blocks":[]}',
      ),
  },
];

function expectHarmlessWords(text: string): void {
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(unseen);
  expect(text.isWellFormed()).toBe(true);
}

const isForeign = (link: string) =>
  !/^http:\/\/(?:slack\.test\/archives\/C\w+\/p\d+|jira\.test\/browse\/[A-Z]+-\d+)$/.test(link);

function expectHarmlessPosts(run: BotUnderTest): number {
  let posts = 0;
  for (const message of run.slack.workspace.channels.get(channel)?.messages ?? []) {
    if (message.user !== run.slack.bot.userId || message.subtype) continue;
    posts += 1;
    for (const reading of [readMessage(message), readFallback(message)]) {
      expect(reading).toMatchObject({ mentions: [], formatted: [] });
      expect(reading.links.filter(isForeign)).toEqual([]);
      expectHarmlessWords(reading.text);
    }
  }
  return posts;
}

describe.each(kinds)('$title', ({ name = 'app.log', bytes }) => {
  it('is answered harmlessly in a channel and on a ticket', async () => {
    using run = await startBot();
    await answerForReal(run, root);
    const file = { name, bytes: await bytes() };
    await run.slack.people.say({ channel, user: 'U0ADA', text: '', files: [file] });
    await run.pass(120_000);
    expect(expectHarmlessPosts(run)).toBeGreaterThan(0);
    const issue = await run.jira.people.createIssue({
      project: 'PROJ',
      user: 'ada',
      summary: 'It fails',
      files: [file],
    });
    await run.pass(120_000);
    const comments = run.jira.site.findIssue(issue.key)?.comments ?? [];
    expect(comments).not.toEqual([]);
    for (const { body } of comments) {
      expect(readAdf(body).mentions).toEqual([]);
      expect(readAdf(body).links.filter(isForeign)).toEqual([]);
      expectHarmlessWords(readAdf(body).text.replaceAll('\u2060', ''));
    }
    expect(run.jira.unexpected).toEqual([]);
  });
});
