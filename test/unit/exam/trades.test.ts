import { describe, expect, it } from 'vitest';
import type { Truth } from '../../exam/grade/truth.ts';
import { makeTrades, tradeSheets } from '../../exam/trades/trade-sheets.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

function logOf(seed: number, trade: string) {
  const log = makeTrades(seed).find((one) => one.trade === trade);
  if (log === undefined) throw new Error(`there is no trade ${trade}`);
  const truths = new Map(log.asked.map(({ key, truth }) => [key, truth]));
  return { text: log.text, lines: log.text.trimEnd().split('\n'), truth: (key: string) => truths.get(key) };
}

const exactly = (value: number): Truth => ({ kind: 'number', low: value, high: value });
const times = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const numbers = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, digits]) => Number(digits));
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('the logs of trades', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(makeTrades(17)).toEqual(makeTrades(17));
    const texts = (seed: number) => makeTrades(seed).map(({ text }) => text);
    expect(new Set([...texts(17), ...texts(18)]).size).toBe(32);
  });

  it('are asked in several wordings, each under an id of its own', () => {
    const items = tradeSheets(3).flatMap((sheet) => sheet.items);
    const groups = Map.groupBy(items, ({ group }) => group);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect([...groups.values()].filter((group) => group.length > 1).length).toBeGreaterThan(groups.size * 0.8);
    expect(new Set(items.map(({ question }) => question)).size).toBeGreaterThan(items.length * 0.9);
  });

  it('leave out a question where two share the first place', () => {
    const winners = Array.from({ length: 40 }, (_, seed) => {
      const { text, truth } = logOf(seed, 'game');
      const [red, blue] = [times(text, /winner=red/g), times(text, /winner=blue/g)];
      const winner = red > blue ? ['red'] : blue > red ? ['blue'] : undefined;
      const asked = truth('winning team');
      expect(asked?.kind === 'names' ? asked.names : undefined).toEqual(winner);
      return winner;
    });
    expect(winners).toContain(undefined);
  });
});

describe.each(seeds)('what is true of the logs of seed %i', (seed) => {
  it('can be counted in their text', () => {
    const mail = logOf(seed, 'mail');
    expect(mail.truth('bounced')).toEqual(exactly(times(mail.text, /status=bounced/g)));
    const logins = logOf(seed, 'logins');
    const failed = logins.lines.filter((line) => line.includes('Failed password')).length;
    expect(logins.truth('failed share')).toEqual({ kind: 'share', part: failed, whole: logins.lines.length });
    const shop = logOf(seed, 'shop');
    expect(shop.truth('exceptions')).toEqual(exactly(times(shop.text, /^java\./gm)));
    expect(shop.truth('warnings')).toEqual(exactly(times(shop.text, / WARN /g)));
  });

  it('can be added up from their text', () => {
    const web = logOf(seed, 'web');
    const rows = web.lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' '));
    const bytes = total(rows.map((cells) => Number(cells[6])));
    expect(web.truth('bytes')).toEqual({ ...exactly(bytes), unit: 'bytes' });
    const builds = logOf(seed, 'builds');
    const seconds = total(numbers(builds.text, /duration=(\d+)s/g));
    expect(builds.truth('total')).toEqual({ kind: 'duration', ms: seconds * 1000 });
  });

  it('can be ranked by their text', () => {
    const batch = logOf(seed, 'batch');
    const byElapsed = batch.lines.toSorted((a, b) => (elapsedOf(a) < elapsedOf(b) ? 1 : -1));
    expect(batch.truth('longest')).toMatchObject({ names: [/JobId=(\d+)/.exec(byElapsed[0] ?? '')?.[1]] });
    const queue = logOf(seed, 'queue');
    const depths = numbers(queue.text, / depth=(\d+)/g);
    expect(queue.truth('peak')).toEqual(exactly(Math.max(...depths)));
    expect(queue.truth('last depth')).toEqual(exactly(depths.at(-1) ?? -1));
  });

  it('can be followed through their text', () => {
    const builds = logOf(seed, 'builds');
    let [running, most] = [0, 0];
    for (const line of builds.lines) {
      running += line.includes(' started ') ? 1 : -1;
      most = Math.max(most, running);
    }
    const truth = builds.truth('in parallel');
    expect(truth).toMatchObject({ kind: 'number', high: expect.any(Number) });
    if (truth?.kind === 'number') expect(most >= truth.low && most <= truth.high).toBe(true);
    const game = logOf(seed, 'game');
    expect(game.truth('peak')).toEqual(exactly(Math.max(...numbers(game.text, /\((\d+) online\)/g))));
  });
});

const elapsedOf = (line: string) => /Elapsed=(\S+)/.exec(line)?.[1] ?? '';
