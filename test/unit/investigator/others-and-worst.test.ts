import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 5, 9, 8, 0, second)).toISOString().slice(0, 19);

/** Four looms weave in turn; one breaks its thread often, another once. */
const looms = Array.from({ length: 120 }, (_, index) => {
  const loom = ['anvil', 'birch', 'cedar', 'dune'][index % 4];
  const isBroken = (loom === 'cedar' && index % 12 === 2) || index === 45;
  return `${clock(30 * index)} ${isBroken ? 'ERROR' : 'INFO'} loom=${loom} ${isBroken ? 'weave failed: thread broke' : 'weave done'}`;
});

/** One lift door alone gets stuck, which its lines only warn of. */
const lifts = Array.from({ length: 90 }, (_, index) => {
  const lift = 1 + (index % 3);
  return `${clock(60 * index)} ${lift === 2 && index > 60 ? `WARN lift=${lift} door stuck half way` : `INFO lift=${lift} door shut`}`;
});

const ask = askLogs({ looms: ['looms.log', looms], lifts: ['lifts.log', lifts] });

it.each([
  ['looms', 'was cedar the only loom that failed?', 'CONFIRMED', 'No: also birch (1 line)'],
  ['looms', 'did only cedar fail?', 'CONFIRMED', 'No: also birch (1 line)'],
  ['looms', 'is anything else failing besides cedar?', 'CONFIRMED', 'Yes: also birch (1 line)'],
  ['looms', 'what failed apart from cedar?', 'CONFIRMED', 'birch (1 line)'],
  ['looms', 'was anvil the only one that failed?', 'CONFIRMED', 'No: cedar (10 lines), birch (1 line)'],
  ['looms', 'what else failed?', 'LIKELY', 'cedar (10 lines), birch (1 line)'],
  ['looms', 'which loom is to blame?', 'LIKELY', 'cedar: 10 lines with outcome failed, the most of 2'],
  ['looms', 'which loom is causing most of the errors?', 'CONFIRMED', 'cedar: 10 lines with level error'],
  ['lifts', 'are the other lifts affected too?', 'LIKELY', 'No: only lift 2, on 10 lines with level warning'],
  ['lifts', 'which passenger lift is the bad one?', 'LIKELY', '2: 10 lines with level warning'],
  ['lifts', 'which lifts are affected by the stuck door?', 'LIKELY', '2: 10'],
])('%s: "%s" is %s, %s', async (file, question, verdict, headline) => {
  const told = await ask(file, question);
  expect(told.headline).toContain(headline);
  expect(told.verdict).toBe(verdict);
});

it('tells how great a part the first has, and which is next', async () => {
  const told = await ask('looms', 'which loom has the most errors?');
  expect(told.answer).toContain('10 of 11 lines with level error, 90.9 %; next is birch with 1');
});
