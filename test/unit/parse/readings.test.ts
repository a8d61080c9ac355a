import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSubject, type Subject } from '../../exam/subject.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 2, 3, 9, minute)).toISOString();
const lines = Array.from({ length: 40 }, (_, index) => {
  const [user, path] = [['alice', 'bob', 'carol'][index % 3], ['/cart', '/pay'][index % 2]];
  const status = index % 10 === 0 ? 502 : 200;
  if (index % 13 === 5) return `${time(index)} WARN monitor: gateway gw-${index % 2} is ${index < 20 ? 'down' : 'up'}`;
  if (index % 13 === 6) return `${time(index)} INFO cron: job ${index < 20 ? 'sync' : 'backup'} started`;
  if (index % 13 === 8) return `${time(index)} INFO cron: job sync finished`;
  return `${time(index)} ${status === 502 ? 'ERROR' : 'INFO'} web: user=${user} path=${path} status=${status} took_ms=${40 + index}`;
});

let subject: Subject;
beforeAll(async () => {
  subject = await openSubject([{ name: 'app.log', content: `${lines.join('\n')}\n` }], 'quick');
});
afterAll(() => subject.close());

/** What people write in many orders, and the one query it comes to. */
const readings: readonly (readonly [written: string, ...asked: string[]])[] = [
  ['count with status=502', 'How many 502s are there?', '502s: how many in total?', 'number of bad gateways'],
  ['count with level=error', 'how many errors?', 'errors: how many of them?'],
  ['distinct of user', 'how many different users are there?', 'number of distinct users'],
  ['count with status=502, by user, most', 'who got the most 502s?', 'Which user has the most 502s?'],
  ['count with status=502, by path', '502s per path?', 'how many 502s for each path?'],
  ['mean of took_ms with path=/pay', 'average time of /pay', 'How long does /pay take on average?'],
  ['max of took_ms, by path, most', 'which path had the slowest request?', 'slowest request: which path was it?'],
  ['never with status=502, by user', 'which users never got a 502?', 'which user had no 502?'],
  ['first with status=502', 'when was the first 502?', 'At what time did the first 502 occur?'],
  [
    'count with path has * and took_ms>60ms',
    'how many requests took longer than 60 ms?',
    'requests over 60 ms: how many?',
  ],
  ['explain', 'what went wrong?', 'It died at last, any idea why?', 'it is stuck; what happened?', 'any thoughts?'],
  [
    'explain',
    'Find the root cause and prove it.',
    'Identify what went wrong',
    'figure out why it stopped',
    'debug this',
  ],
  ['explain', 'do you see anything odd?', 'why did the board stop?', 'Can you take a look at this? What is the cause?'],
  ['span', 'How long a time does the log cover?', 'what period does this file span?'],
  ['doing with user=alice, at 2026-03-03 09:20:00', 'what was alice doing at 09:20?'],
  [
    'episodes state running, by job, expecting none',
    'which job never finished?',
    'which job did not finish?',
    'was there a job that started but never finished?',
  ],
  ['count with status=502, by user, most 2', 'top 2 users by 502s', 'list the top two users by 502s'],
  ['count with status=502, by user, least', 'who had the fewest 502s?'],
  ['span', 'how long is the log?'],
  ['values of user', 'which users are there?', 'list all users'],
  ['values of level', 'what levels are in the log?'],
  ['duration state down with gateway=gw-1', 'downtime of gw-1?', 'total downtime of gw-1'],
  ['compare of took_ms with path=/pay, against path=/cart, expecting more', 'is /pay slower than /cart?'],
  ['gap with status=502', 'longest time without a 502?'],
  ['gap', 'how long is the longest silence?', 'After which time is nothing logged for the longest time?'],
  ['last of took_ms with path=/pay', 'current took_ms of /pay?', 'what was the took_ms of /pay at the end?'],
  ['trend of took_ms, expecting up', 'is took_ms growing over time?', 'does took_ms keep rising?'],
  [
    'order with user=alice and status=502, against user=bob and status=502, expecting before',
    'did alice get a 502 before bob did?',
  ],
  ['episodes state down with gateway=gw-1, expecting any', 'was gw-1 ever down?', 'does the log show gw-1 being down?'],
  ['compare with status=502 and user=alice, against status=502 and user=bob', 'who had more 502s, alice or bob?'],
];

it.each(readings.flatMap(([written, ...asked]) => asked.map((one) => [one, written] as const)))(
  'reads "%s" as %s',
  async (asked, written) => {
    expect((await subject.ask(asked)).readAs).toBe(written);
  },
);

it.each([
  ['Which rack is alice in?', 'rack'],
  ['how many 502s did mallory-7 get?', 'mallory-7'],
  ['how much revenue was lost?', 'revenue'],
])('does not answer "%s", which nothing in the file can', async (asked, named) => {
  const { verdict, answer } = await subject.ask(asked);
  expect(verdict).toBe('INCONCLUSIVE');
  expect(answer.split('\n')[0]).toContain(named);
});
