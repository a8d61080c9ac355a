import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (minute: number) => new Date(Date.UTC(2026, 3, 3, 5, minute)).toISOString().slice(0, 19);

const lines = [
  ...Array.from({ length: 60 }, (_, at) => ({ at: at * 4, text: `INFO dispatch: trip ${at} left on time` })),
  ...[30, 35, 40, 45].map((at) => ({ at, text: 'ERROR lift: lift L1 jammed between floors' })),
  { at: 70, text: 'INFO plan: user mara removed stop Q17 from terminal t-4' },
  { at: 130, text: 'INFO plan: user joel removed stop Q21 from terminal t-9' },
]
  .sort((a, b) => a.at - b.at)
  .map(({ at, text }) => `${clock(at)} ${text}`);

const ask = askLogs({ tram: ['tram.log', lines] });

it.each([
  ['which stops were removed and when?', 'Q17, Q21', /When: 2 lines with .*06:10:00.*07:10:00/s],
  ['who removed stop Q21 and from which terminal?', 'joel', /From which terminal: t-9/],
  ['how many times did L1 jam? when was the last time?', '4 lines', /When was the last time: 2026-04-03 05:45:00/],
  ['how often did L1 jam, and on which planet?', '4 lines', /Not settled.*On which planet/],
])('%s', async (question, headline, also) => {
  const told = await ask('tram', question);
  expect(told.headline.replaceAll('`', '')).toContain(headline);
  expect(told.answer.replaceAll('`', '').replace(/\*\*/g, '')).toMatch(also);
});

it('has no part of a question answered where the first is not', async () => {
  const told = await ask('tram', 'how many zeppelins landed, and when was stop Q17 removed?');
  expect(told.verdict).toBe('INCONCLUSIVE');
});
