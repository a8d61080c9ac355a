import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

/**
 * Writes to flash: the first line calls them otherwise than the last, some are tried again, and none states how long it
 * took. Every seventh fails, and the n-th takes two seconds and n tenths.
 */
const lines = Array.from({ length: 40 }, (_, index) => {
  const id = `w${7100 + index}`;
  const part = ['app0', 'app1', 'calib'][index % 3] ?? '';
  const at = (offsetMs: number) =>
    new Date(Date.UTC(2026, 4, 12, 6, index) + offsetMs).toISOString().replace('T', ' ').slice(0, 23);
  const isFailed = index % 7 === 6;
  return [
    `${at(0)} INFO  [nvm] (main) nvm write ${id} to ${part} start, addr 0x${(4096 + index * 77).toString(16)}`,
    ...(index % 5 === 0 ? [`${at(900)} WARN  [nvm] (main) flash write ${id} try 2`] : []),
    `${at(1100)} DEBUG [clk] (main) drift ${(index * 7) % 11} ppm`,
    isFailed
      ? `${at(2000 + index * 100)} ERROR [nvm] (main) flash write ${id} to ${part} broken off: bad CRC`
      : `${at(2000 + index * 100)} INFO  [nvm] (main) flash write ${id} to ${part} ok, ${10 + index} KiB`,
  ];
}).flat();

const ask = askLogs({ flash: ['node.log', lines] });

it.each([
  ['how many completed flash writes?', /CONFIRMED: 35 writes/],
  ['how many writes failed?', /CONFIRMED: 5 writes/],
  ['how long did write w7110 take?', /CONFIRMED: 3 s/],
  ['average duration of failed writes', /CONFIRMED: 4 s/],
  ['longest duration of successful writes', /CONFIRMED: w7139: 5\.9 s/],
  ['which successful write took the longest', /CONFIRMED: w7139/],
  ['how many successful writes took longer than 5 s', /CONFIRMED: 8 writes/],
  ['what share of failed writes took longer than 4.5 s', /CONFIRMED: 40 %: 2 of 5/],
])('%s', async (question, answer) => {
  expect((await ask('flash', question)).headline).toMatch(answer);
});
