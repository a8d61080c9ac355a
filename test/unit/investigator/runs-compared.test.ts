import { expect, it } from 'vitest';
import { ask, logOf, once, series } from './made-log.ts';

const calm = series('06:00', 300, 60_000, (index) => `INFO web: page ${index % 31} shown`);
const run = (at: string, end: string, outcome: string) => [
  ...once(at, 'INFO etl: nightly run begin'),
  ...once(end, `INFO etl: nightly run end status=${outcome}`),
];
const good = [
  run('06:00:05', '06:04:00', 'ok failed=0'),
  run('07:00:05', '07:04:10', 'ok failed=0'),
  run('08:00:05', '08:59:05', 'ok failed=0'),
  run('09:00:05', '09:03:55', 'ok failed=0'),
];

it('tells the run that took longer beside what the others take', async () => {
  const { headline } = await ask(logOf(calm, ...good), 'how long did the slow run take compared to a normal one?');
  expect(headline).toMatch(/59 min, 2026-05-12 08:00:05 to 08:59:05; the other 3 took 3 min 55 s as a median/);
});

it('finds numbers by short names, of one unit and in one answer', async () => {
  const log = logOf(
    series(
      '06:00',
      300,
      10_000,
      (index) => `INFO modem: line=${(index % 2) + 1} snr=${index === 100 ? 3.1 : 6 + (index % 7)}`,
    ),
    series(
      '06:00',
      300,
      10_000,
      (index) => `INFO flight: alt_m=${index === 77 ? 118.6 : index % 90} vbat=${index === 250 ? 14.4 : 16}`,
    ),
  );
  expect((await ask(log, 'lowest snr on line 2?')).headline).toMatch(/: 6[ ,.]/);
  expect((await ask(log, 'max altitude and lowest battery voltage?')).headline).toMatch(/118\.6.*14\.4/);
});

it('says yes where each run ended well, and takes no count of zero failures for one', async () => {
  const bad = run('10:00:05', '10:01:00', 'FAILED failed=3');
  expect((await ask(logOf(calm, ...good), 'did every nightly run succeed?')).headline).toMatch(/Yes.*all 4 runs/);
  expect((await ask(logOf(calm, ...good, bad), 'did all nightly runs succeed?')).headline).toMatch(
    /No: 1 of 5 did not/,
  );
});
