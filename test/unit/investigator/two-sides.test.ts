import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 5, 9, 4, 0, second)).toISOString().slice(0, 19);

/** Two ovens take turns; after the new burner is fitted the second bakes longer and burns every third loaf. */
const bakery = Array.from({ length: 240 }, (_, index) => {
  const [oven, isLate] = [index % 2 === 0 ? 'stone-1' : 'deck-2', index >= 120];
  const isBurnt = isLate && index % 6 === 1;
  const baked = oven === 'deck-2' && isLate ? 55 + (index % 5) : 40 + (index % 5);
  const line = isBurnt
    ? `ERROR oven=${oven} loaf burnt bake=${baked}min`
    : `INFO oven=${oven} loaf done bake=${baked}min`;
  return `${clock(60 * index)} ${line}`;
}).toSpliced(120, 0, `${clock(60 * 120 - 1)} INFO workshop: new burner fitted`);

/** A mill says which blade it runs with as it starts, and how much it ground. */
const mill = [
  `${clock(0)} INFO mill 3.1.0 starting, blade b7`,
  ...Array.from({ length: 60 }, (_, index) => `${clock(60 + 60 * index)} INFO ground ${20 + (index % 4)} kg`),
  `${clock(4000)} INFO mill 3.2.0 starting, blade b9`,
  ...Array.from({ length: 60 }, (_, index) => `${clock(4060 + 60 * index)} INFO ground ${31 + (index % 4)} kg`),
];

/** A car wash: on its second day cars wait longer, and the dryer fails now and then. */
const wash = Array.from({ length: 80 }, (_, index) => {
  const isLate = index >= 40;
  const line = isLate && index % 8 === 0 ? 'ERROR dryer overheated' : `INFO car washed queue=${isLate ? 9 : 4}min`;
  return `${clock(30 * 60 * index)} ${line}`;
});

const ask = askLogs({ wash: ['wash.log', wash], bakery: ['bakery.log', bakery], mill: ['mill.log', mill] });

it.each([
  [
    'bakery',
    'compare stone-1 and deck-2',
    'CONFIRMED',
    'stone-1 against deck-2: lines oven=… loaf burnt bake=#min: 0 against 20; bake 42 min (40 min to 44 min) against',
  ],
  ['bakery', 'how does deck-2 differ from stone-1?', 'CONFIRMED', 'deck-2 against stone-1: lines'],
  ['bakery', 'stone-1 vs deck-2, errors', 'LIKELY', 'deck-2, by 20: 20 against 0 for stone-1'],
  ['bakery', 'error rate of stone-1 against deck-2', 'CONFIRMED', 'deck-2: 16.67 %; stone-1: 0 %'],
  ['bakery', 'max bake stone-1 vs deck-2', 'CONFIRMED', 'deck-2: 59 min highest bake'],
  [
    'bakery',
    'is deck-2 worse than stone-1?',
    'LIKELY',
    'Yes: 20 of 120 lines of deck-2 tell of a failure, 0 of 120 of stone-1',
  ],
  ['bakery', 'is stone-1 worse than deck-2?', 'LIKELY', 'No: 0 of 120 lines of stone-1'],
  [
    'bakery',
    'what changed after 06:00?',
    'CONFIRMED',
    'Before 2026-06-09 06:00:00, then from 2026-06-09 06:00:00: lines oven=deck# loaf burnt bake=#min: 0, then 20',
  ],
  [
    'bakery',
    'did it get worse after the new burner was fitted?',
    'LIKELY',
    'Yes: 0 of 120 lines before 2026-06-09 05:59:59',
  ],
  [
    'bakery',
    'errors 5-6 against 6-7',
    'LIKELY',
    'From 2026-06-09 05:00:00 to 06:00:00: None: no line with level error; from 2026-06-09 06:00:00 to 07:00:00: 10 lines',
  ],
  ['wash', 'were there more errors today than yesterday?', 'LIKELY', 'Yes: before 2026-06-10 00:00:00: None'],
  ['wash', 'was the queue longer yesterday than today?', 'LIKELY', 'No: before 2026-06-10 00:00:00: 4 min'],
  ['bakery', 'stone-1 vs deck-2 after 07:00', 'CONFIRMED', 'stone-1 against deck-2'],
  ['bakery', 'share of errors in the first half vs the second half', 'LIKELY', 'In the first half: 0 %: 0 of'],
  ['mill', '3.1.0 against 3.2.0', 'LIKELY', '21.5 kg (20 kg to 23 kg), then 32.5 kg (31 kg to 34 kg)'],
])('%s: "%s" is %s, %s', async (file, question, verdict, headline) => {
  const told = await ask(file, question);
  expect(told.headline).toContain(headline);
  expect(told.verdict).toBe(verdict);
});

it('names no side that the question does not tell', async () => {
  const told = await ask('bakery', 'compare stone-1 and deck-9');
  expect(told.verdict).toBe('INCONCLUSIVE');
});
