import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 4, 2, 6, 0, second)).toISOString();
const desk = [
  `${at(0)} INFO  Desk - starting version 1.8.0`,
  ...Array.from({ length: 30 }, (_, index) => {
    const status = index % 5 === 0 ? 404 : 200;
    return `${at(index + 1)} INFO  Http - GET ${index % 3 === 0 ? '/list' : '/item'} ${status} ${index + 3} ms from 10.2.0.${index % 4}`;
  }),
  `${at(40)} ERROR Mail - ticket 50123 failed: mailbox is full`,
  `${at(41)} ERROR Mail - ticket 50124 failed: relay refused`,
  ...Array.from({ length: 18 }, (_, index) => `${at(42 + index)} INFO  Mail - ticket ${50125 + index} sent`),
  `${at(70)} INFO  Desk - starting version 1.8.1`,
];
const tests = [
  '12:00:01 [n1] suite 7001: passed after 3 s',
  '12:00:09 [n2] suite 7002: FAILED (exit 2) after 9 s',
  '12:00:20 [n1] suite 7003: passed after 4 s',
  '12:00:31 [n2] suite 7004: FAILED (exit 2) after 8 s',
];
const twice = [0, 30].flatMap((from) => [
  `${at(from)} INFO  Desk - ready, started on port 81`,
  ...Array.from({ length: 8 }, (_, index) => `${at(from + 1 + index)} INFO  Desk - ticket ${index} opened`),
]);
const reset = [...twice.slice(0, 9), `${at(50)} WARN  Desk - connection reset by peer`];
const seats = [3, 5, 8, 3].flatMap((seat, index) => [
  `${at(index * 2)} WARN  Hall - seat ${seat} is low`,
  `${at(index * 2 + 1)} INFO  Hall - seat ${seat + 20} is fine`,
]);
const agents = Array.from({ length: 24 }, (_, index) => {
  const agent = index % 2 === 0 ? 'Indexer/2.4' : 'curl/8.9';
  return `10.0.0.${index % 5} - - [02/May/2026:06:00:${10 + index} +0000] "GET /p${index % 3} HTTP/1.1" 200 512 "-" "${agent}"`;
});
const ask = askLogs({
  agents: ['agents.log', agents],
  seats: ['seats.log', seats],
  twice: ['twice.log', twice],
  reset: ['reset.log', reset],
  desk: ['desk.log', desk],
  tests: ['tests.log', tests],
});

it.each(['show me the last error', 'what was the last error?', 'give me the latest error'])(
  'shows the last of its kind: %s',
  async (question) => {
    const { headline, answer } = await ask('desk', question);
    expect(headline).toMatch(/CONFIRMED: .* the last of 2 lines with level error/);
    expect(answer).toContain('relay refused');
  },
);

it.each(['summarize this log', 'Please give me a quick summary', 'what is this file?', 'tl;dr'])(
  'takes no word of this for the name of something: %s',
  async (question) => {
    expect((await ask('desk', question)).headline).not.toMatch(/No line names|do not understand/);
  },
);

it('tells why one of several failed, or that its line does not say', async () => {
  expect((await ask('desk', 'why did the first ticket fail?')).headline).toContain('50123 failed: mailbox is full');
  expect((await ask('desk', 'why did the last ticket fail?')).headline).toContain('50124 failed: relay refused');
  expect((await ask('desk', 'why did the last error happen?')).headline).toContain('50124 failed: relay refused');
  const { verdict, headline } = await ask('tests', 'why did the first suite fail?');
  expect([verdict, headline.includes('suite 7002')]).toEqual(['INCONCLUSIVE', true]);
});

it('follows one thing, takes a status behind "most" for one, and names the version of the end', async () => {
  expect((await ask('desk', 'trace ticket 50124')).headline).toContain('1 line with ticket 50124');
  expect((await ask('desk', 'which path has the most 404?')).headline).toMatch(/\/item: 4 lines with status 404/);
  expect((await ask('desk', 'what version is running?')).headline).toContain('1.8.1');
});

it('takes the rate of errors over all lines where no request states one', async () => {
  expect((await ask('desk', 'error rate')).headline).toContain('2 of 52 lines have level error');
});

it('takes what starts twice for restarted, and a reset connection for none', async () => {
  expect((await ask('twice', 'was there a restart?')).headline).toContain(
    'LIKELY: Yes: 2 lines with ready, started on port 81',
  );
  expect((await ask('twice', 'did the desk restart?')).headline).toContain('LIKELY: Yes');
  expect((await ask('reset', 'was there a restart?')).headline).toContain('LIKELY: No');
});

it('takes a share for each group, and the highest of them', async () => {
  expect((await ask('desk', 'error rate per source')).headline).toMatch(/CONFIRMED: Mail: 10 %; .*Http: 0 %/);
  expect((await ask('desk', 'which source has the highest error rate?')).headline).toContain(
    'Mail: 10 %, the highest of 3',
  );
});

it.each(['which status codes occurred?', 'what statuses are there?', 'status code distribution'])(
  'lists the values of a field: %s',
  async (question) => {
    expect((await ask('desk', question)).headline).toMatch(/200\b.*404/);
  },
);

it('lists the numbers that several things have', async () => {
  expect((await ask('desk', 'which tickets failed?')).headline).toContain('50123, 50124');
  expect((await ask('seats', 'which seats are low?')).headline).toContain('CONFIRMED: 3, 5, 8');
});

it.each(['last 2 lines with level error', 'show me the last two errors', 'the last 2 errors'])(
  'shows so many lines of one end: %s',
  async (question) => {
    const { headline, answer } = await ask('desk', question);
    expect(headline).toContain('The last 2 of 2 lines with level error');
    expect(answer).toMatch(/mailbox is full[\s\S]*relay refused/);
  },
);

it('takes the errors of the last minutes for a question', async () => {
  expect((await ask('desk', 'errors in the last 10 minutes')).headline).toContain('2 lines with level error');
});

it('finds the name that a value begins with', async () => {
  const { verdict, headline } = await ask('agents', 'how many requests did Indexer make?');
  expect([verdict, headline.includes('12 lines with Indexer')]).toEqual(['LIKELY', true]);
});

it('tells what the lines of a time say where the cause lies at another', async () => {
  const failed = await ask('desk', 'what happened at 06:00:40?');
  expect(failed.answer).toContain('ticket 50123 failed: mailbox is full');
  const calm = await ask('desk', 'what happened between 06:00:01 and 06:00:05?');
  expect(calm.headline).toMatch(/CONFIRMED: [45] lines/);
  expect(calm.answer).toContain('What stands out in the file lies at another time');
  expect((await ask('desk', 'what happened at 09:00?')).headline).toContain('is not in this file: it covers');
});
