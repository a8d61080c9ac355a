import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number) =>
  `2026-03-02 ${String(6 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
const points = ['CP-11', 'CP-12', 'CP-13'];
const drivers = ['ada', 'boris'];

/** Sessions of charge points: every fourth fails, some because of a card. */
const sessions = Array.from({ length: 24 }, (_, index) => {
  const [point, driver] = [points[index % 3] ?? '', drivers[index % 2] ?? ''];
  const why = index % 12 === 0 ? 'card expired' : 'overcurrent';
  return [
    `${at(index * 10)} INFO  ${point}: transaction ${9100 + index} authorised for ${driver}`,
    index % 4 === 0
      ? `${at(index * 10 + 5)} ERROR ${point}: transaction ${9100 + index} (${driver}) broken off: ${why}`
      : `${at(index * 10 + 5)} INFO  ${point}: transaction ${9100 + index} (${driver}) complete, meter ${10 + index}.5 kWh`,
  ];
}).flat();
const well = Array.from({ length: 24 }, (_, index) => index).filter((index) => index % 4 !== 0);
const energy = (of: readonly number[]) => of.reduce((sum, index) => sum + 10.5 + index, 0);
const outage = [`${at(31)} ERROR CP-12 is OFFLINE: heartbeat timeout`, `${at(44)} INFO  CP-12 is ONLINE`];
const charging = [...sessions, ...outage].toSorted((a, b) => a.slice(0, 19).localeCompare(b.slice(0, 19)));

/** Jobs that are named in full only where they fail, and what printing gives no other word for. */
const printing = Array.from({ length: 20 }, (_, index) => [
  `${at(index * 5)} INFO  PR-${index % 2} processing job ${500 + index} (ada)`,
  index % 5 === 0
    ? `${at(index * 5 + 2)} ERROR PR-${index % 2} could not print job ${500 + index} (ada): paper jam`
    : `${at(index * 5 + 2)} INFO  PR-${index % 2} done with job ${500 + index} (ada), page count ${index + 3}`,
]).flat();
const pages = Array.from({ length: 20 }, (_, index) => (index % 5 === 0 ? 0 : index + 3)).reduce((a, b) => a + b, 0);

const ask = askLogs({ charging: ['charging.log', charging], printing: ['printing.log', printing] });

it.each([
  ['charging', 'How much energy was delivered in total?', `${energy(well)} kWh`],
  ['charging', 'sum of kWh delivered for ada', `${energy(well.filter((index) => index % 2 === 0))} kWh`],
  ['charging', 'CP-12 failed rate in %', '25 %'],
  ['charging', 'What is the number of card transactions that did not go through?', ': 6 '],
  ['printing', 'How many jobs were printed?', ': 16 '],
  ['printing', 'How many print jobs failed?', ': 4 '],
  ['printing', 'How many pages were printed in total?', `: ${pages} `],
])('reads in the words of %s: %s', async (log, question, expected) => {
  expect((await ask(log, question)).headline).toContain(expected);
});

it('ranks no reason that was never given for what is asked', async () => {
  expect((await ask('charging', 'rarest reason for failed transactions')).headline).toMatch(/card expired: 2 /);
});
