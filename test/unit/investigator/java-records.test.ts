import { describe, expect, it } from 'vitest';
import { statedLevel } from '../../../src/service/investigator/facts/levels.ts';
import { fieldsOf } from '../../../src/service/investigator/facts/lines/fields-of.ts';
import { askLogs } from '../../support/ask-logs.ts';

it.each([
  ['Sep 10, 2026 12:55:01 AM org.shop.Orders place\nINFO: order 7 placed', 'info', 'org.shop.Orders'],
  ['Sep 10, 2026 12:55:01 AM org.shop.Orders$1 <init>\nSEVERE: order 7 placed', 'error', 'org.shop.Orders$1'],
  ['Sep 10, 2026 13:55:01 org.shop.Orders\nWARNING: order 7 placed', 'warning', 'org.shop.Orders'],
  ['2026-09-10 13:55:01 Main main\nFINER: order 7 placed', 'debug', 'Main'],
  ['2026-09-10 13:55:01.250 org.shop.orders lambda$place$0\nCONFIG: order 7 placed', 'info', 'org.shop.orders'],
])('reads a head and what stands below it: %j', (record, level, source) => {
  expect(statedLevel(record)).toBe(level);
  expect(fieldsOf(record)).toMatchObject({ source, message: 'order 7 placed' });
});

const records = [
  ['Orders place', 'INFO: order 101 placed'],
  ['Orders place', 'INFO: order 102 placed'],
  ['Stock reserve', 'SEVERE: order 101 failed: none left'],
  ['Stock reserve', 'WARNING: stock of tea is low'],
  ['Orders place', 'FINE: cart 9 emptied'],
  ['Stock reserve', 'SEVERE: order 102 failed: none left'],
  ['Orders place', 'INFO: order 103 placed'],
];
const trace = ['java.lang.IllegalStateException: none left', '\tat org.shop.Stock.reserve(Stock.java:12)'];
const log = records.flatMap(([writer, said = ''], at) => [
  `Sep 10, 2026 1:0${at}:30 PM org.shop.${writer}`,
  said,
  ...(said.startsWith('SEVERE') ? trace : []),
]);

describe('records of java.util.logging', () => {
  const ask = askLogs({ shop: ['shop.log', log] });

  it.each([
    ['how many SEVERE lines are there?', /\b2 lines/],
    ['which component logs most?', /org\.shop\.Orders: 4 lines/],
    ['errors per component', /org\.shop\.Stock: 2/],
    ['how many lines are from Stock?', /\b3 lines/],
    ['when was the last WARNING?', /13:03:30/],
  ])('%s', async (question, answer) => {
    expect((await ask('shop', question)).headline).toMatch(answer);
  });

  it('are quoted where they say what happened', async () => {
    expect((await ask('shop', 'show the SEVERE lines')).answer).toContain('shop.log:6 SEVERE: order 101 failed');
  });
});
