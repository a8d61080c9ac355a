import { expect, it } from 'vitest';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function head(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  return report.answer.split('\n')[0]!;
}

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 4, 4, hour, minute)).toISOString().slice(0, 19);
const noise = [3, 7, 1, 9, 4, 2, 8, 5];

/** An oven that runs hotter from 14:00 on, with another firmware and other gains. */
const oven = Array.from({ length: 480 }, (_, n) => {
  const isLate = n >= 240;
  const line = `${at(10, n)} zone${n % 3}: temp=${(isLate ? 214 : 180) + noise[n % 8]!} C setpoint=180 C`;
  if (n === 0) return [`${at(10)} ctl: firmware 2.3.9 booted`, `${at(10)} ctl: gains kp=0.8 ki=0.10 kd=0.02`, line];
  if (n === 240)
    return [`${at(14)} ctl: firmware 2.4.1 booted (was 2.3.9)`, `${at(14)} ctl: gains kp=1.2 ki=0.10 kd=0.02`, line];
  return [line];
}).flat();

it('compares the number a question names by what people call it, over the whole of each side', async () => {
  expect(await head('temperature before vs after 14:00?', oven)).toMatch(
    /Before .*14:00:00 against after: median `temp` 18\d\.?\d*, then 21\d\.?\d*, highest 189, then 223/,
  );
});

it('tells first which version and which setting changed, whatever moved with them', async () => {
  const told = await head('what is different since 2pm?', oven);
  expect(told).toContain('`firmware` `2.3.9`, then `2.4.1`; `kp` `0.8`, then `1.2`; median `temp`');
  expect(told).not.toContain('`ki`');
});

const game = Array.from({ length: 300 }, (_, n) => {
  const version = n < 150 ? '1.8.2' : '1.9.0';
  const line = `${at(18, n)} INFO tick took ${(n < 150 ? 18 : 47) + noise[n % 8]! / 10} ms`;
  return n % 150 === 0 ? [`${at(18, n)} INFO Arena ${version} starting, map s${n < 150 ? 4 : 5}`, line] : [line];
}).flat();

it('takes all lines from the start of a version on for its own, where few lines name it', async () => {
  for (const question of ['v1.8.2 against v1.9.0', 'how did the tick time change between version 1.8.2 and 1.9.0?']) {
    expect(await head(question, game)).toMatch(/median `tick took` 18\.\d+ ms, then 47\.\d+ ms/);
  }
});

const pump = Array.from(
  { length: 14 * 24 },
  (_, n) => `${at(n)} pump flow=${(n >= 168 ? 29 : 41) + noise[n % 8]! / 10} l/s`,
);

it('compares weeks, and two days by their names', async () => {
  expect(await head('compare last week with the week before', pump)).toMatch(/median `flow` 41\.\d+, then 29\.\d+/);
  expect(await head('2026-05-10 against 2026-05-12', pump)).toMatch(
    /2026-05-10 against 2026-05-12: median `flow` 41\.\d+, then 29\.\d+/,
  );
  expect(await head('compare yesterday with today', pump.slice(0, 180))).toMatch(/median `flow` 41\.\d+, then 29\.\d+/);
});

it('tells of two units what parts them most, at an end where the middle says little, and how many fail of all', async () => {
  const units = Array.from({ length: 400 }, (_, n) => {
    const [name, isBad] = n % 2 === 0 ? ['ahu-1', false] : ['ahu-2', n > 360];
    return `${at(1, n)} ${n % 40 === 1 ? 'ERROR' : 'INFO'} unit=${name} supply=${isBad ? 9 : 18} valve=${isBad ? 100 : 44}`;
  });
  const told = await head('whats different between ahu-1 and ahu-2?', units);
  expect(told).toMatch(/highest `valve` 44, then 100/);
  expect(told).toMatch(/lowest `supply` 18, then 9/);
  expect(await head('compare ahu-1 and ahu-2, errors', units)).toContain('more failing lines (0 %, then 5 %)');
});

it('reads "the 11 o clock hour against the hour before" with the earlier first', async () => {
  const searches = Array.from({ length: 240 }, (_, n) => `${at(9, n)} INFO query served in ${n >= 120 ? 300 : 40} ms`);
  expect(await head("how slow was it in the 11 o'clock hour vs the hour before", searches)).toMatch(
    /from 10:00 to 11:00 against from 11:00 to 12:00: median `query served in` 40 ms, then 300 ms/,
  );
});
