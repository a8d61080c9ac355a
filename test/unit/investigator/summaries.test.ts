import { expect, it } from 'vitest';
import { ask, busyService, logOf, series } from './made-log.ts';

const log = logOf(
  busyService(),
  series('07:10', 40, 20_000, () => 'ERROR ldap: bind failed for svc-shop'),
  series('08:30', 12, 30_000, (n) => `ERROR store: write of part ${n} failed: no space left`),
  series('09:40', 7, 15_000, () => 'ERROR mailer: relay refused the message'),
  series('10:20', 3, 9000, () => 'ERROR thumbs: unsupported colour space'),
);

it.each(['summarise the errors', 'fasse zusammen was schief lief', 'quick rundown of the problems'])(
  'lists every kind of failure with its count: %s',
  async (question) => {
    const { headline, answer } = await ask(log, question);
    expect(headline).toMatch(/\d+ distinct errors in \d+ lines/);
    for (const told of ['bind failed', 'no space left', 'relay refused', 'unsupported colour space'])
      expect(answer).toContain(told);
    expect(answer).toMatch(/\d+ lines only warn/);
  },
);

it('names the others beside the cause where it is asked what went wrong', async () => {
  const { answer } = await ask(log, 'what went wrong today?');
  expect(answer).toMatch(/Besides, \d+ other kinds of failure: .*\(\d+\)/);
});

it('does not name again as another failure the one whose share rises', async () => {
  const lines = Array.from({ length: 4000 }, (_, n) => {
    const time = `2026-03-01 10:${String(Math.floor(n / 100)).padStart(2, '0')}:${String(Math.floor((n % 100) * 0.6)).padStart(2, '0')}`;
    const isBad = n < 2000 ? n % 500 === 0 : n % 2 === 0;
    return isBad
      ? `${time} ERROR gate: peer timed out after 3000ms`
      : `${time} INFO gate: GET /api took ${10 + (n % 7)}ms`;
  });
  const { headline, answer } = await ask(lines.join('\n'), 'what went wrong?');
  expect(headline).toContain('Failures rise');
  expect(answer).not.toMatch(/Besides, .*peer timed out/);
});
