import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 2, 3, 9, minute)).toISOString();
const opened = 20;
const closed = 40;
const isWarning = (minute: number) => minute % 7 === 3;
const minutes = Array.from({ length: 90 }, (_, minute) => minute);
const lines = minutes.map((minute) => {
  if (minute === opened) return `${time(minute)} INFO yard: valve V-3 opened`;
  if (minute === closed) return `${time(minute)} INFO yard: valve V-3 closed`;
  if (isWarning(minute)) return `${time(minute)} WARN yard: pump P-1 pressure low`;
  return `${time(minute)} INFO yard: pump P-${minute % 3} flow rate=${minute % 17}`;
});
const ask = askLogs({ yard: ['yard.log', lines] });

const isOpen = (minute: number) => minute >= opened && minute <= closed;
const openWarnings = minutes.filter((minute) => isWarning(minute) && isOpen(minute)).length;
const closedWarnings = minutes.filter((minute) => isWarning(minute) && minute > closed).length;
const openRates = minutes
  .filter((minute) => isOpen(minute) && !isWarning(minute) && minute !== opened && minute !== closed)
  .map((minute) => minute % 17);
const openMean = openRates.reduce((sum, rate) => sum + rate, 0) / openRates.length;

it.each([
  ['how many warnings while the valve was open?', `CONFIRMED: ${openWarnings} `],
  ['While V-3 was open, how many warnings were there?', `CONFIRMED: ${openWarnings} `],
  ['how many warnings during the time valve V-3 was closed?', `CONFIRMED: ${closedWarnings} `],
  ['average flow rate while V-3 was open', `CONFIRMED: ${openMean} `],
  ['count with level=warning, while open with valve=V-3', `CONFIRMED: ${openWarnings} `],
  ['how many warnings while the valve was jammed?', 'INCONCLUSIVE: '],
])('counts within the times of a state: %s', async (question, expected) => {
  expect((await ask('yard', question)).answer).toContain(expected);
});

it('tells no state of things by what no line says at one moment', async () => {
  expect((await ask('yard', 'which pumps had no flow at 09:31?')).verdict).toBe('INCONCLUSIVE');
  expect((await ask('yard', 'which pumps had no flow between 09:31 and 09:40?')).verdict).not.toBe('INCONCLUSIVE');
});
