import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

const failing = (text: string) => series('09:30:20', 60, 15_000, () => text);

describe('from the symptom back to what began it', () => {
  it.each([
    ['a reload', 'INFO conf: configuration reloaded: upstream.price.timeout_ms 2000 -> 200', '2000 -> 200'],
    ['a migration', 'INFO migrate: applied 0093_drop_legacy_code', '0093_drop_legacy_code'],
    ['a command of an administrator', 'INFO sudo: jo : USER=root ; COMMAND=/bin/chown -R root /srv/price', 'chown'],
    ['a rollout', 'INFO deploy: rollout of price 2.31.0 finished', '2.31.0'],
  ])('tells %s that stands shortly before first, where it is asked what changed', async (_, line, told) => {
    const log = logOf(busyService(), once('09:30', line), failing('ERROR price: cannot tell the price'));
    const { headline, verdict } = await ask(log, 'what changed right before the price errors?');
    expect(headline.indexOf(told)).toBeGreaterThan(0);
    expect(headline.indexOf(told)).toBeLessThan(headline.indexOf('cannot tell the price'));
    expect(verdict).toBe('LIKELY');
  });

  it('names a rare warning about the same thing, hours of routine warnings notwithstanding', async () => {
    const log = logOf(
      busyService(),
      once('09:28', 'WARN raid: array md2 runs without sdf'),
      failing('ERROR store: write to md2 timed out'),
    );
    const { answer } = await ask(log, 'why do writes fail?');
    expect(answer).toMatch(/it begins 2 min 20 s after .*md2 runs without sdf/);
  });

  it('names no routine line that happens to stand before', async () => {
    const { headline } = await ask(logOf(busyService(), failing('ERROR price: no price')), 'why is there no price?');
    expect(headline).not.toMatch(/after|refused by its server|cut short/);
  });

  it('names no line that follows at the same moment', async () => {
    const log = logOf(
      busyService(),
      once('09:30:00', 'ERROR build: frame.h: No such file'),
      once('09:30:00', 'WARN build: compilation of frame.h ended'),
    );
    const { headline } = await ask(log, 'why did the build stop?');
    expect(headline).toMatch(/No such file/);
    expect(headline).not.toMatch(/after/);
  });

  it('looks no further back than what somebody did', async () => {
    const log = logOf(
      busyService(),
      once('09:12', 'WARN web: price page was asked for twice'),
      once('09:30', 'INFO deploy: rollout of price 2.31.0 finished'),
      failing('ERROR price: cannot tell the price'),
    );
    const { answer } = await ask(log, 'what changed right before the price errors?');
    expect(answer.split('\n')[0]).toMatch(/: `rollout of price 2.31.0 finished` at 09:30:00; then/);
  });

  it('goes by the lines where the clock was set back', async () => {
    const before = series('06:00', 2000, 3000, (index) => `INFO web: page ${index % 7} shown`);
    const after = [
      ...once('06:40', 'INFO ntpd: time reset -3600.0 s'),
      ...series('06:40:02', 50, 2000, () => 'ERROR store: sample is older than the last one, dropped'),
      ...series('06:42', 2000, 3000, (index) => `INFO web: page ${index % 7} shown`),
    ];
    const log = logOf(before) + logOf(after);
    const { answer } = await ask(log, 'why were samples dropped?');
    expect(answer).toMatch(/time reset -3600/);
  });
});

it('goes back from giving up after so many tries to what came exactly so often', async () => {
  const log = logOf(
    series('06:00', 600, 4000, (index) => `INFO batch: task ${index} finished`),
    series('06:30', 9, 60_000, () => 'WARN batch: block already stored'),
    series('06:38', 4, 24_000, (index) => `WARN batch: lost task 12.${index}: container over its memory limit`),
    once('06:39:20', 'ERROR batch: task 12 failed 4 times; aborting job'),
    once('06:39:21', 'ERROR master: job aborted'),
  );
  const { headline } = await ask(log, 'why did the job fail?');
  expect(headline).toMatch(/container over its memory limit`, 4 times, then /);
});
