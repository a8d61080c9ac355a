import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function ask(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  for (const { line_start, line_end, excerpt } of report.citations)
    expect(lines.slice(line_start - 1, line_end).join('\n')).toBe(excerpt);
  return { ...report, head: report.answer.split('\n')[0]! };
}

const at = (second: number) => new Date(Date.UTC(2026, 4, 4, 9, 0, second)).toISOString();

/** 300 requests: `/search` is slow, `web-2` fails in one of five, 10.0.0.7 comes most often. */
const requests = Array.from({ length: 300 }, (_, index) => {
  const path = index % 3 === 0 ? '/search' : index % 3 === 1 ? `/items/${index}` : '/pay';
  const isBad = index % 10 === 1;
  return JSON.stringify({
    time: at(index * 2),
    level: isBad ? 'error' : 'info',
    msg: isBad ? 'request failed' : 'request done',
    pod: index % 2 === 0 ? 'web-1' : 'web-2',
    client_ip: index % 4 === 0 ? '10.0.0.7' : `10.0.1.${index % 50}`,
    user: `u${index % 20}`,
    path,
    status: isBad ? 503 : 200,
    duration_ms: (path === '/search' ? 400 : 20) + (index % 7),
    cache: index % 5 === 0 ? 'MISS' : 'HIT',
  });
});

it('ranks endpoints by how long they take, ids in paths left out, with the slowest line as proof', async () => {
  const report = await ask('slowest endpoint?', requests);
  expect(report.verdict).toBe('CONFIRMED');
  expect(report.head).toContain('`/search` is the slowest: up to 406 ms over 100 lines');
  expect(report.answer).toMatch(/\/items\/\* +100 +23 ms/);
  expect(report.citations.some(({ excerpt }) => excerpt.includes('"duration_ms":406'))).toBe(true);
});

it('ranks the values of a field by their lines, from three words', async () => {
  const report = await ask('top client ip?', requests);
  expect(report.head).toContain('`10.0.0.7` leads with 75 of 300 lines (25 %)');
});

it('tells a share with its part, its whole and its filter', async () => {
  expect((await ask('what share of /pay calls failed?', requests)).head).toContain('10 %: 10 of 100 lines');
  expect((await ask('percentage of requests slower than 400 ms', requests)).head).toContain('85 of 300 lines');
  expect((await ask('cache hit ratio', requests)).head).toContain('80 %: 240 of 300 lines');
});

it('tells the share of failing lines for each value of a field, the highest first', async () => {
  const report = await ask('error rate per pod', requests);
  expect(report.head).toContain('`web-2` has the highest share: 30 of 150 lines (20 %)');
  expect(report.answer).toMatch(/web-1 +150 +0 +0 %/);
});

it('tells medians and percentiles of the number that is asked about, and of which lines', async () => {
  expect((await ask('median response time', requests)).head).toMatch(/`duration_ms`: median 25 ms, over 300 values/);
  expect((await ask("what's the p95 latency of /search?", requests)).head).toMatch(
    /`duration_ms` of lines with path `\/search`: p95 406 ms, over 100 values/,
  );
});

it('counts different users once each', async () => {
  expect((await ask('how many different users got errors?', requests)).head).toMatch(/2 different values of `user`/);
});

it('refuses plainly a number that no line states, and tells which there are', async () => {
  const report = await ask('highest cpu temperature', requests);
  expect(report.verdict).toBe('INCONCLUSIVE');
  expect(report.head).toContain('None of the 300 lines of this file records cpu temperature');
  expect(report.answer).toContain('`duration_ms` (ms)');
  expect(report.citations).toEqual([]);
});

it('reads through slips of the finger', async () => {
  expect((await ask('slowst endpiont', requests)).head).toContain('`/search` is the slowest');
});

it('brings mixed units of free text to one', async () => {
  const lines = ['took 900ms', 'took 1.5s', 'took 2m3s', 'took 80 ms'].map((text, n) => `${at(n)} INFO export ${text}`);
  expect((await ask('longest export', lines)).head).toMatch(/2 min 3 s/);
  expect((await ask('average export duration', lines)).head).toMatch(/average 31\.4 s|average 31\.37 s/);
});

it('groups statements that differ only in their literals', async () => {
  const lines = Array.from({ length: 60 }, (_, n) =>
    n === 40
      ? `${at(n)} [41] LOG:  duration: 48211.402 ms  statement: SELECT * FROM audit WHERE day = '2026-01-01'`
      : `${at(n)} [41] LOG:  duration: ${n}.5 ms  statement: SELECT name FROM users WHERE id = ${n}`,
  );
  const report = await ask('Which query is the slow one, and how slow is it?', lines);
  expect(report.head).toContain('`SELECT * FROM audit WHERE day = ?` is the slowest: 48,211.4 ms (48.21 s), seen once');
  expect(report.answer).toMatch(/SELECT name FROM users WHERE id = \? +59/);
});

it('names the exception thrown most and the frame it comes from, from the stacks below the lines', async () => {
  const lines = Array.from({ length: 30 }, (_, n) => [
    `${at(n)} ERROR request failed`,
    n % 3 === 0 ? 'java.io.IOException: broken pipe' : 'java.lang.IllegalStateException: closed',
    '\tat java.util.List.add(List.java:1)',
    n % 3 === 0 ? '\tat com.acme.Net.send(Net.java:7)' : '\tat com.acme.Cart.add(Cart.java:91)',
  ]).flat();
  const { head } = await ask('which exception is thrown most?', lines);
  expect(head).toContain('`java.lang.IllegalStateException` leads with 20 of 30 lines');
  expect(head).toContain('`com.acme.Cart.add(Cart.java:91)`');
});

it('finds the longest silence and the busiest minute', async () => {
  const seconds = [0, 1, 2, 3, 70, 71, 400, 401];
  const lines = seconds.map((second) => `${at(second)} INFO tick`);
  expect((await ask('longest gap in the log', lines)).head).toContain('Longest silence: 5 min 29 s');
  expect((await ask('busiest minute?', lines)).head).toMatch(/from 2026-05-04 09:00:00 UTC with 4 lines/);
});

it('pairs starts with their ends by the number both name', async () => {
  const lines = [
    [0, 'job started run=1'],
    [5, 'job started run=2'],
    [20, 'job finished run=2'],
    [90, 'job finished run=1'],
    [95, 'job started run=3'],
  ].map(([second, text]) => `${at(Number(second))} INFO ${text}`);
  const report = await ask('longest running job', lines);
  expect(report.head).toContain('Longest of 2: `run 1`: 1 min 30 s');
  expect(report.answer).toContain('1 start without an end');
});

it('puts both sides of a moment into a table, and names what is new', async () => {
  const lines = Array.from({ length: 200 }, (_, n) =>
    n >= 100 && n % 10 === 0
      ? `${at(n * 6)} ERROR shard-4 unavailable`
      : `${at(n * 6)} INFO query done took_ms=${n < 100 ? 60 : 310}`,
  );
  const report = await ask('compare before and after 09:10', lines);
  expect(report.head).toMatch(/more failing lines \(0 %, then 10 %\)/);
  expect(report.answer).toMatch(/median took_ms +60 ms +310 ms/);
  expect(report.answer).toMatch(/New: `shard-4 unavailable`, 10 lines/);
});

it('leaves questions about causes to those who find causes', async () => {
  for (const question of ['why is the slowest endpoint slow?', 'performance got worse, what changed?', 'is it slow?']) {
    expect((await ask(question, requests)).steps.some(({ tool }) => tool === 'calculate')).toBe(false);
  }
});

it('ranks who fails most where only warnings say so, whatever verb is asked with', async () => {
  const tries = Array.from(
    { length: 90 },
    (_, index) =>
      `${at(index)} - auth - WARNING - login failed user=u${index % 20} ip=${index % 3 === 0 ? '192.0.2.140' : '203.0.113.77'}`,
  );
  const calm = Array.from(
    { length: 200 },
    (_, index) => `${at(100 + index)} - auth - INFO - session opened user=u${index % 20} ip=198.51.100.1`,
  );
  const { head } = await ask('which ip addresses cause most of the failed logins?', [...tries, ...calm]);
  expect(head).toMatch(/`203\.0\.113\.77` leads with 60 of 90.*`192\.0\.2\.140` 30/);
});
