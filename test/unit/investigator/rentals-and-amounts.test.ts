import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const bikes = [
  '2026-05-12 06:01:14 station Airport: bike B-107 rented by user u3011, 4 bikes left',
  '2026-05-12 06:01:36 station Zoo: bike B-124 rented by user u3009, 14 bikes left',
  '2026-05-12 06:02:38 station Zoo: bike B-101 returned by user u3015, 4 docks free',
  '2026-05-12 06:03:02 station Zoo: bike B-103 rented by user u3011, 9 bikes left',
  '2026-05-12 06:04:40 station Harbour: dock jammed, bike B-113 stuck',
  '2026-05-12 06:05:11 station Harbour: bike B-117 returned by user u3009, 2 docks free',
  '2026-05-12 06:06:50 station Zoo: bike B-119 rented by user u3002, 8 bikes left',
  '2026-05-12 06:08:00 station Airport: bike B-104 returned by user u3002, 5 docks free',
];
const printed = [
  ['Laser3', 'dmitri', 9, 'completed'],
  ['Plotter', 'eva', 7, 'completed'],
  ['InkA4', 'dmitri', 30, 'held'],
  ['Laser3', 'ben', 12, 'completed'],
  ['Plotter', 'ben', 5, 'completed'],
  ['InkA4', 'eva', 1, 'completed'],
].map(
  ([printer, user, pages, end], at) =>
    `${printer} ${380 + at} ${user} [12/May/2026:06:0${at}:23 +0000] total ${pages} pages ${end}`,
);
const beds = [
  ['bed-1', 31.2, 'open'],
  ['bed-2', 20.5, 'closed'],
  ['bed-1', 28.4, 'closed'],
  ['bed-3', 44.1, 'closed'],
  ['bed-2', 33.9, 'open'],
  ['bed-3', 40.3, 'closed'],
].map(([bed, soil_moisture, valve], at) =>
  JSON.stringify({ time: `2026-05-12T06:0${at}:00Z`, bed, soil_moisture, valve }),
);
const cash = [
  ['ATM-01', 'WITHDRAWAL', 80, 'APPROVED'],
  ['ATM-02', 'DEPOSIT', 300, 'APPROVED'],
  ['ATM-01', 'WITHDRAWAL', 250, 'DECLINED'],
  ['ATM-03', 'BALANCE', 0, 'APPROVED'],
  ['ATM-02', 'WITHDRAWAL', 120, 'APPROVED'],
  ['ATM-03', 'DEPOSIT', 90, 'APPROVED'],
].map(
  ([atm, kind, amount, end], at) =>
    `${atm} | 2026-05-12 09:1${at}:44 | ${kind} | ${Number(amount).toFixed(2)} EUR | card ****118${at} | ${end}`,
);
const stays = [
  [35, 1.5],
  [310, 12],
  [80, 3],
  [95, 4],
  [240, 9],
  [15, 1],
];
const garage = [
  ...['north', 'south', 'south', 'east', 'south', 'north', 'south', 'east'].map(
    (gate, at) => `(gate ${gate}) car KA-A10${at} entered`,
  ),
  ...stays.map(
    ([min, paid], at) => `(gate north) car KA-B20${at} left after ${min} min, paid ${Number(paid).toFixed(2)} EUR`,
  ),
].map((said, at) => `[2026-05-12 06:${10 + at}:06] ${said}`);
const broker = [
  ['acknowledged', 'c-1'],
  ['published', 'c-2'],
  ['acknowledged', 'c-2'],
  ['acknowledged', 'c-2'],
  ['published', 'c-1'],
].map(
  ([said, consumer], at) =>
    `time=2026-05-12T06:00:0${at}Z level=INFO msg="message ${said}" queue=mail consumer=${consumer}`,
);
const vending = [
  ['VM1', 'cola', 'sold'],
  ['VM2', 'water', 'sold'],
  ['VM2', 'cola', 'refunded'],
  ['VM2', 'crisps', 'sold'],
].map(
  ([machine, product, result], at) =>
    `2026-05-12 06:0${at}:00 ${machine} INFO product: ${product}, price: 1.50, payment: card, result: ${result}`,
);
const ask = askLogs({
  bikes: ['bikes.log', bikes],
  printed: ['page_log', printed],
  beds: ['beds.jsonl', beds],
  cash: ['atm.log', cash],
  garage: ['garage.log', garage],
  broker: ['broker.log', broker],
  vending: ['vending.log', vending],
});
const headline = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).headline;

it('takes a noun before what speaks for its name, and rentals for what was rented', async () => {
  expect(await headline('bikes', 'which station had the most rentals?')).toMatch(/`?Zoo`?: 3 /);
  expect(await headline('bikes', 'how many rentals did station Airport have?')).toMatch(/\b1\b/);
});

it('adds up what a question asks the total number of', async () => {
  expect(await headline('printed', 'total number of pages')).toMatch(/\b64\b.*pages/);
  expect(await headline('printed', 'how many pages in total?')).toMatch(/\b64\b.*pages/);
});

it('takes dry and wet for moisture and no count of lines', async () => {
  expect(await headline('beds', 'which bed was the driest?')).toMatch(/bed-2.*20\.5/);
  expect(await headline('beds', 'which bed is wettest on average?')).toMatch(/bed-3.*42\.2/);
});

it('reads money and approvals in columns without names', async () => {
  expect(await headline('cash', 'largest withdrawal')).toContain('250 EUR');
  expect(await headline('cash', 'total amount withdrawn')).toContain('450 EUR');
  expect(await headline('cash', 'how large is a deposit on average?')).toContain('195 EUR');
  expect(await headline('cash', 'what is the approval rate?')).toContain('83.33 %');
});

it('takes the entries of cars that entered for no lines of the file', async () => {
  expect(await headline('garage', 'which gate had the most entries?')).toMatch(/south.*4/);
  expect(await headline('garage', 'most expensive stay')).toContain('12 EUR');
});

it('does not pass over what tells which of them are meant', async () => {
  expect((await ask('garage', 'how many electric cars were there?')).verdict).toBe('INCONCLUSIVE');
  expect((await ask('vending', 'which machine is out of cola?')).verdict).toBe('INCONCLUSIVE');
});

it('takes machines for what writes the lines, and acked for acknowledged', async () => {
  expect(await headline('vending', 'which machine was used most?')).toMatch(/VM2.*3/);
  expect(await headline('vending', 'how often was money refunded?')).toMatch(/\b1\b/);
  expect(await headline('broker', 'which consumer acked most?')).toMatch(/c-2.*2/);
});
