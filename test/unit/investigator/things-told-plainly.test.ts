import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (minute: number) => new Date(Date.UTC(2026, 4, 6, 7, minute, 0)).toISOString().slice(0, 19);

/** No levels, and neither what fails nor what is out of order is told in a word that is known. */
const bakery = Array.from({ length: 12 }, (_, turn) => turn).flatMap((turn) => [
  `${clock(10 * turn)} oven> tray TR-${400 + turn} slid in`,
  ...(turn % 2 === 0 ? [`${clock(10 * turn + 1)} oven> mixer mx-${turn % 4 === 0 ? 'A' : 'B'} sulky (belt worn)`] : []),
  ...(turn % 2 === 0 ? [`${clock(10 * turn + 4)} oven> mixer mx-${turn % 4 === 0 ? 'A' : 'B'} stirring again`] : []),
  turn % 3 === 1
    ? `${clock(10 * turn + 9)} oven> tray TR-${400 + turn} given away, reason: burnt crust`
    : `${clock(10 * turn + 9)} oven> tray TR-${400 + turn} plated`,
]);

/** Each line is about what it begins with, and a noun behind that has names of its own. */
const garden = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((turn) => {
  const line = (second: number, level: string, text: string) =>
    `${clock(5 * turn).slice(0, 17)}0${second} ${level} flow: WG10${turn} valve ${turn % 2 === 0 ? 'roses' : 'hedge'} ${text}`;
  return [
    line(1, 'INFO', 'OPEN'),
    turn === 5 ? line(9, 'ERROR', 'STOPPED EARLY (rain)') : line(9, 'INFO', `CLOSED ${40 + turn} L`),
  ];
});

const changes = [
  `${clock(0)} INFO ctl: ada set dwell to 5 (was 3)`,
  `${clock(5)} INFO ctl: ben set dwell to 8 (was 5)`,
  `${clock(9)} INFO ctl: ada set rota to night (was day)`,
  `${clock(12)} INFO ctl: ada set dwell to 9 (was 8)`,
];

const ask = askLogs({
  bakery: ['bakery.log', bakery],
  garden: ['garden.log', garden],
  changes: ['changes.log', changes],
});

it.each([
  ['bakery', 'how many trays failed?', '4 '],
  ['bakery', 'which reason do failed trays have?', 'burnt crust'],
  ['bakery', 'how often was mixer mx-A out of order?', '3 '],
  ['bakery', 'which mixer was down longest in total?', '9 min'],
  ['garden', 'how many waterings came out well?', '7 '],
  ['garden', 'which valve had the failed watering?', 'hedge'],
  ['changes', 'who changed settings most often?', 'ada: 3'],
  ['changes', 'how many setting changes were there?', '4 '],
  ['changes', 'new value of dwell with change no. 2', '8'],
  ['changes', 'name all settings that were changed', 'dwell'],
  ['changes', 'count of setting changes by ben', '1 '],
])('%s: "%s" is told as %s', async (file, question, headline) => {
  expect((await ask(file, question)).headline).toContain(headline);
});
