import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 8, 1, 4, 0, second)).toISOString().slice(0, 19);

const lines = [
  ...Array.from({ length: 90 }, (_, at) => ({ at: at * 60, text: `INFO log: depth=${10 + at}` })),
  { at: 600, text: 'WARN bilge: Flooding alarm in hold 2.' },
  { at: 655, text: 'INFO bilge: Pump caught up, water level sinking.' },
  { at: 1800, text: 'WARN bilge: Flooding alarm in hold 2.' },
  { at: 2130, text: 'INFO bilge: Pump caught up, water level sinking.' },
  { at: 700, text: 'WARN radio: beacon B-7 down: no carrier' },
  { at: 760, text: 'INFO radio: beacon B-7 up' },
  { at: 1000, text: 'WARN radio: beacon B-7 down: no carrier' },
  { at: 1200, text: 'INFO radio: beacon B-7 up' },
  { at: 1300, text: 'WARN radio: beacon C-1 down: no carrier' },
  { at: 1330, text: 'INFO radio: beacon C-1 up' },
  ...Array.from({ length: 20 }, (_, at) => ({ at: 60 + at * 60, text: `INFO sat: fix ${at} from sat-4` })),
  ...Array.from({ length: 5 }, (_, at) => ({ at: 1260 + at * 60, text: 'ERROR sat: no answer from sat-4' })),
  ...Array.from({ length: 20 }, (_, at) => ({ at: 1560 + at * 60, text: `INFO sat: fix ${at} from sat-4` })),
  { at: 3000, text: 'INFO bridge: anchor raised' },
  { at: 3042, text: 'INFO bridge: engine engaged' },
]
  .sort((a, b) => a.at - b.at)
  .map(({ at, text }) => `${clock(at)} ${text}`);

const ask = askLogs({ ship: ['ship.log', lines] });

it.each([
  [
    'when was B-7 down?',
    /2 times down: from .*04:11:40 to 04:12:40 \(1 min\); from .*\(3 min 20 s\).*4 min 20 s in all/s,
  ],
  ['which beacon outage lasted longest?', /B-7: 3 min 20 s down/],
  ['when was B-7 back up again?', /04:12:40/],
  ['how often was B-7 down and how long each time?', /2 times down.*\(1 min\).*\(3 min 20 s\)/s],
  // No line says that it was: those of its trouble do.
  ['how long was sat-4 unreachable?', /LIKELY: 5 min unreachable, once/],
])('%s', async (question, answer) => {
  expect((await ask('ship', question)).answer.replaceAll('`', '')).toMatch(answer);
});
