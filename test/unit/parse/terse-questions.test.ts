import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (second: number) => new Date(Date.UTC(2026, 4, 2, 6, 0, second)).toISOString();
const customers = ['ada@acme.example', 'ben@acme.example', 'cleo@acme.example'];
const methods = ['GET', 'GET', 'POST', 'PUT'];
const rows = Array.from({ length: 120 }, (_, index) => ({
  user: customers[index % 5 === 0 ? 1 : index % 3]!,
  method: methods[index % 4]!,
  path: ['/cart', '/pay', '/find'][index % 3]!,
  status: index % 10 === 7 ? 404 : 200,
}));
const web = rows.map(({ user, method, path, status }, index) =>
  JSON.stringify({
    ts: time(index * 7),
    level: 'info',
    msg: 'request completed',
    user: { id: user },
    method,
    path,
    status,
  }),
);
const deploys = [
  `${time(0)} INFO deployer: quota deploy started`,
  ...Array.from(
    { length: 20 },
    (_, index) => `${time(5 + index)} INFO web: user u${index % 4} order ${100 + index} refunded ${index + 1}.50 EUR`,
  ),
  `${time(95)} INFO deployer: quota deploy finished`,
  ...Array.from(
    { length: 20 },
    (_, index) => `${time(100 + index)} INFO web: user u${index % 4} order ${200 + index} shipped`,
  ),
];
const ask = askLogs({ web: ['web.jsonl', web], deploys: ['deploys.log', deploys] });

const count = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length;
const notFound = [...new Set(rows.filter(({ status }) => status === 404).map(({ path }) => path))];
const refunded = Array.from({ length: 20 }, (_, index) => index + 1.5).reduce((sum, one) => sum + one, 0);

it.each([
  ['web', 'requests, broken down by method', `GET: ${count(({ method }) => method === 'GET')}; POST: `],
  ['web', 'break the requests down by method', `GET: ${count(({ method }) => method === 'GET')}; POST: `],
  ['web', 'how many requests used a method other than GET?', `: ${count(({ method }) => method !== 'GET')} lines`],
  ['web', 'requests with status other than 200: how many?', `: ${count(({ status }) => status !== 200)} lines`],
  ['web', '% of requests with method GET', `${count(({ method }) => method === 'GET')} of 120`],
  ['web', 'list the 404 paths', notFound[0]!],
  ['web', 'which user made the most requests?', ': ben@acme.example: '],
  ['web', 'how many requests came in during the busiest minute?', 'lines in that minute'],
  ['deploys', 'quota deploy duration', '1 min 35 s'],
  ['deploys', 'how much was refunded?', `${refunded} EUR`],
])('reads %s: %s', async (log, question, expected) => {
  const { verdict, answer } = await ask(log, question);
  expect(answer).toContain(expected);
  expect(verdict).not.toBe('INCONCLUSIVE');
});
