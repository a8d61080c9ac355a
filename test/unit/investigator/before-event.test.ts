import { expect, it } from 'vitest';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { beforeEventIn } from '#service/investigator/question/before-event.ts';
import { textFile } from './text-document.ts';

async function answer(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  return report.answer;
}

const at = (second: number) => new Date(Date.UTC(2026, 4, 5, 10, 0, second)).toISOString();

const dns = Array.from({ length: 1200 }, (_, n) => {
  const client = `client 10.1.${n % 9}.7#${50_000 + n}`;
  const line = n < 720 ? `INFO named ${client}: query: host${n} IN A` : `ERROR named ${client}: query failed (REFUSED)`;
  const rest = n % 90 === 5 ? [`${at(n)} INFO sshd Accepted publickey for backup from 10.0.0.2`] : [];
  return n === 716
    ? [`${at(n)} INFO sudo jpark : USER=root ; COMMAND=/usr/sbin/rndc reconfig`]
    : [`${at(n)} ${line}`, ...rest];
}).flat();

it('tells what was done right before an event, with its time, and leaves the routine out', async () => {
  const told = await answer('what was changed right before the queries were refused?', dns);
  expect(told.split('\n')[0]).toMatch(
    /COMMAND=\/usr\/sbin\/rndc reconfig` at 10:11:56; then .*\(REFUSED\)` at 10:12:00/,
  );
  expect(told).not.toContain('publickey');
});

const training = Array.from({ length: 600 }, (_, n) => {
  const line = `${at(n)} INFO step=${n * 5} loss=${n < 500 ? `2.${n % 90}` : 'nan'} lr=3e-4`;
  if (n === 496) return [`${at(n)} INFO switching to data shard c4-0417`, line];
  if (n === 498) return [`${at(n)} WARN batch contains 2 sequences with 0 valid tokens`, line];
  return n === 599 ? [line, `${at(n)} ERROR loss has been nan for 100 evaluations, aborting`] : [line];
}).flat();

it('takes the first line with the words of the event for its onset, not the failure that ends it', async () => {
  const told = await answer('anything suspicious just before the nan?', training);
  expect(told.split('\n')[0]).toMatch(/2 sequences with 0 valid tokens` at 10:08:18; then .*loss=nan/);
  expect(told).toContain('data shard c4-0417');
});

it('keeps the event apart from the words of asking, and leaves windows and comparisons alone', () => {
  expect(beforeEventIn('what happened in the 5 minutes before the emergency stop?')).toMatchObject({
    event: 'emergency stop',
    windowMs: 300_000,
  });
  expect(beforeEventIn('what led up to the crash')?.event).toBe('crash');
  expect(beforeEventIn('what happened right before 14:30?')).toBeUndefined();
  expect(beforeEventIn('what changed before and after the deploy?')).toBeUndefined();
  expect(beforeEventIn('what happens just before each crash?')).toBeUndefined();
});

const plant = Array.from({ length: 900 }, (_, n) => {
  const line = `${at(n * 6)} INFO P102 temperature ${60 + (n % 5)} C`;
  if (n === 500) return [`${at(n * 6)} INFO P102.SPEED_SP 1450`, `${at(n * 6 + 1)} INFO P102.SPEED_SP 1740`, line];
  return n === 800 ? [line, `${at(n * 6)} ERROR P102 tripped: motor overtemperature`] : [line];
}).flat();

it('says whether something was changed before, also where it lies further back than other lines', async () => {
  const told = await answer('did anyone change something on P102 before it tripped?', plant);
  expect(told.split('\n')[0]).toMatch(/Yes: `P102.SPEED_SP 1740` at 10:50:01; then .*tripped/);
});

const queries = Array.from({ length: 1500 }, (_, n) => {
  const slow = n % 150 === 0 || n >= 900 ? [`${at(n * 4)} INFO Slow query on orders took ${200 + (n % 9)} ms`] : [];
  const drop = n === 895 ? [`${at(n * 4)} INFO index customer_1 dropped`] : [];
  return [`${at(n * 4)} INFO connection ${n % 7} accepted`, ...drop, ...slow];
}).flat();

it('takes for the onset of what comes all the time where far more of it comes', async () => {
  const told = await answer('what happened immediately before the slow queries started?', queries);
  expect(told.split('\n')[0]).toMatch(/`index customer_1 dropped` at 10:59:40; then `Slow query/);
});

it('tells the version that was rolled out', async () => {
  const lines = Array.from({ length: 400 }, (_, n) => {
    const start = n === 0 ? '2.30.4' : n === 300 ? '2.31.0' : undefined;
    const time = at(n * 6);
    if (start !== undefined) return `{"time":"${time}","level":"info","version":"${start}","msg":"server listening"}`;
    return `{"time":"${time}","level":"${n > 305 ? 'error' : 'info'}","msg":"order ${n > 305 ? 'failed' : 'placed'}"}`;
  });
  const told = await answer('what was rolled out right before the order failures began', lines);
  expect(told.split('\n')[0]).toContain('`server listening` (version `2.31.0`) at 10:30:00; then `order failed`');
});
