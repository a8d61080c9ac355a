import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 5, 9, 4, 0, second)).toISOString();
const quiet = (from: number, to: number, every: number) =>
  Array.from(
    { length: Math.ceil((to - from) / every) },
    (_, index) => `${at(from + index * every)} INFO kiosk: ticket ${index} printed`,
  );

const stops = [1200, 4310, 7770, 12_050];
const ferry = [
  ...quiet(0, 14_000, 60),
  ...stops.flatMap((second) => [
    `${at(second)} INFO ramp: relay R2 energised`,
    `${at(second + 4)} ERROR ramp: ramp 7 stopped`,
  ]),
].toSorted();

const reload = [
  ...quiet(0, 3000, 20),
  `${at(3004)} INFO ops: config of tariffs reloaded from tariffs.yaml`,
  ...Array.from(
    { length: 40 },
    (_, index) => `${at(3010 + index * 25)} ERROR tariffs: fare of zone ${index % 6} rejected`,
  ),
  ...quiet(3000, 4200, 20),
].toSorted();

const shop = [
  `${at(0)} INFO web: GET /basket 200 in 20 ms`,
  `${at(20)} ERROR store: connection refused by 10.0.0.5`,
  `${at(21)} ERROR web: GET /basket 500 in 900 ms`,
  `${at(30)} ERROR store: connection refused by 10.0.0.5`,
  `${at(31)} ERROR web: GET /basket 500 in 910 ms`,
  `${at(95)} INFO web: GET /basket 200 in 21 ms`,
];

const stacks = Array.from({ length: 12 }, (_, index) => [
  `${at(index)} ERROR request failed`,
  index % 3 === 0 ? 'java.io.IOException: broken pipe' : 'java.lang.IllegalStateException: closed',
  '\tat java.util.List.add(List.java:1)',
  index % 3 === 0 ? '\tat com.acme.Net.send(Net.java:7)' : '\tat com.acme.Cart.add(Cart.java:91)',
]).flat();

const ask = askLogs({
  ferry: ['ferry.log', ferry],
  reload: ['tariffs.log', reload],
  shop: ['shop.log', shop],
  stacks: ['stacks.log', stacks],
});

it.each([
  [
    'ferry',
    'ramp 7 stops at random, why?',
    'LIKELY',
    /relay R2 energised.*comes before it, each of 4 times, 4 s ahead/,
  ],
  ['ferry', 'what happens right before each stop?', 'LIKELY', /relay R2 energised/],
  ['reload', 'what was changed just before fares were rejected?', 'LIKELY', /tariffs reloaded.* came 6 s before it/],
  ['shop', 'what is wrong?', 'LIKELY', /connection refused/],
  ['shop', 'is it a network problem?', 'LIKELY', /Yes: .*connection refused/],
  ['shop', 'is it a dns problem?', 'LIKELY', /No: .*connection refused/],
  [
    'shop',
    'What is wrong with basket-service?',
    'INCONCLUSIVE',
    /No line names basket-service\. What stands out.*refused/,
  ],
  ['shop', 'What is wrong with order 88412?', 'INCONCLUSIVE', /88412 is not in this file/],
  ['stacks', 'which exception is thrown most?', 'CONFIRMED', /IllegalStateException.*: 8 lines/],
  ['stacks', 'which code is at fault?', 'LIKELY', /com\.acme\.Cart\.add/],
] as const)('%s: %s', async (log, question, verdict, said) => {
  const { headline, ...told } = await ask(log, question);
  expect(told.verdict).toBe(verdict);
  expect(headline).toMatch(said);
});
