import { describe, expect, it } from 'vitest';
import { stateIn } from '#service/investigator/episodes/state-in.ts';
import { statePairs } from '#service/investigator/episodes/state-pairs.ts';
import { statedLength } from '../../../src/service/investigator/episodes/stated-length.ts';
import { lineHolds } from '../../../src/service/investigator/episodes/unit-tokens.ts';
import { ask, logOf, once, series } from './made-log.ts';

const calm = series('06:00', 200, 60_000, (index) => `INFO sensor: reading ${index % 13} taken`);
const at = (...lines: readonly [string, string][]) => lines.map(([time, text]) => once(time, text));

describe('how long something was in a state', () => {
  const links = logOf(
    calm,
    ...at(
      ['07:00', 'NOTICE link: Interface GigabitEthernet1/0/3, changed state to down'],
      ['07:01', 'NOTICE link: Interface GigabitEthernet1/0/7, changed state to down'],
      ['07:04', 'NOTICE link: Interface GigabitEthernet1/0/3, changed state to up'],
      ['07:21', 'NOTICE link: Interface GigabitEthernet1/0/7, changed state to up'],
      ['08:00', 'NOTICE link: Interface GigabitEthernet1/0/3, changed state to down'],
    ),
  );

  it.each([
    ['how long was Gi1/0/7 down?', /20 min, 2026-05-12 07:01:00 to 07:21:00/],
    ['which port outage lasted longest?', /Longest of 2: `GigabitEthernet1\/0\/7`: 20 min/],
    [
      'how often did Gi1/0/3 go down and how long each time?',
      /2 times: 4 min from .*; not over from 2026-05-12 08:00:00/,
    ],
    ['is Gi1/0/3 still down at the end of the log?', /Yes when the file ends.*since 2026-05-12 08:00:00/],
    ['is Gi1/0/7 still down at the end of the log?', /No, not when the file ends/],
    ['was Gi1/0/7 down at 07:10?', /Yes at 2026-05-12 07:10:00/],
    ['was Gi1/0/3 down at 07:10?', /No, not at 2026-05-12 07:10:00/],
    ['when was Gi1/0/7 back up again?', /2026-05-12 07:21:00, after 20 min/],
  ])('%s', async (question, expected) => {
    expect((await ask(links, question)).headline).toMatch(expected);
  });

  it('counts how often one that is named was so behind more others than can be kept', async () => {
    const others = series('06:00', 31_000, 100, (n) => {
      const port = `Interface GigabitEthernet2/0/${(n >> 1) % 40}`;
      return `NOTICE link: ${port}, changed state to ${n % 2 === 0 ? 'down' : 'up'}`;
    });
    const named = at(
      ['08:00', 'NOTICE link: Interface GigabitEthernet1/0/7, changed state to down'],
      ['08:20', 'NOTICE link: Interface GigabitEthernet1/0/7, changed state to up'],
    );
    expect(
      (await ask(logOf(others, ...named), 'how often did Gi1/0/7 go down and how long each time?')).headline,
    ).toMatch(/20 min, 2026-05-12 08:00:00 to 08:20:00/);
  });

  const mains = logOf(
    calm,
    ...at(
      ['07:00', 'WARN ups: Power failure.'],
      ['07:00:14', 'INFO ups: Mains returned. No longer on UPS batteries.'],
      ['08:00', 'WARN ups: Power failure.'],
      ['08:12:13', 'INFO ups: Mains returned. No longer on UPS batteries.'],
    ),
    series('06:10', 40, 120_000, (index) => `WARN ups: communications ${index % 2 === 0 ? 'lost' : 'restored'}`),
  );

  it('finds the beginning that is told in other words than the end', async () => {
    const { headline } = await ask(mains, 'how often was the mains gone and how long each time?');
    expect(headline).toMatch(/2 times: 14 s from .*; 12 min 13 s from/);
  });

  it('tells the length of the one that was asked for, and not the span over all', async () => {
    const { headline } = await ask(mains, 'how long did the second power failure last?');
    expect(headline).toMatch(/Number 2 of 2: 12 min 13 s/);
  });

  it('takes the length that the last line states where the clock says otherwise', async () => {
    const log = logOf(
      calm,
      ...at(
        ['07:00', 'INFO raid: rebuild started on PD 13'],
        ['07:50', 'INFO raid: rebuild completed on PD 13 after 4425 s'],
      ),
    );
    const { headline, answer } = await ask(log, 'how long did the rebuild take?');
    expect(headline).toMatch(/1 h 13 min \(4,425 s\)/);
    expect(answer).toContain('by the clock 50 min passed');
  });

  it('counts over the lines of an episode alone', async () => {
    const load = series(
      '06:00',
      200,
      60_000,
      (index) => `INFO ups: load=${index === 66 ? 71 : index === 150 ? 95 : 40}`,
    );
    const log = logOf(load, ...at(['07:00', 'WARN ups: on battery'], ['07:20', 'INFO ups: on line power']));
    const { headline } = await ask(log, 'what was the highest load while it was on battery?');
    expect(headline).toMatch(/71/);
    expect(headline).not.toMatch(/95/);
  });

  it('tells the time between two events', async () => {
    const log = logOf(calm, ...at(['07:00', 'INFO cell: e-stop released'], ['07:00:22', 'INFO cell: drives enabled']));
    const { headline } = await ask(log, 'how long after the e-stop was released were the drives enabled?');
    expect(headline).toMatch(/22 s/);
  });

  it('leaves lines that only look like a beginning and an end to others', async () => {
    const log = logOf(calm, ...at(['07:00', 'INFO web: started listener'], ['08:00', 'ERROR web: request failed']));
    const { headline } = await ask(log, 'how long do page views take?');
    expect(headline).not.toMatch(/1 h/);
  });
});

describe('words of states', () => {
  const halt = statePairs.find(({ name }) => name === 'halt')!;
  const outage = statePairs.find(({ name }) => name === 'outage')!;

  it('takes the state that is turned to', () => {
    expect(stateIn('Line protocol up, changed state to down', outage.on, outage.off)).toBe('on');
    expect(stateIn('port 7: down -> up', outage.on, outage.off)).toBe('off');
  });

  it('takes no state that is said to be over', () => {
    expect(stateIn('pump no longer stopped', halt.on, halt.off)).toBeUndefined();
  });

  it.each([
    ['backup finished in 1 h 12 min', 4_320_000],
    ['outage ended, duration 00:12:13', 733_000],
    ['flash completed after 33873 s', 33_873_000],
    ['door closed', undefined],
  ])('%s', (text, expected) => {
    expect(statedLength(text)).toBe(expected);
  });

  it('knows ports by their short and their long name', () => {
    expect(lineHolds('Gi1/0/31')('Interface GigabitEthernet1/0/31, changed state to up')).toBe(true);
    expect(lineHolds('Gi1/0/3')('Interface GigabitEthernet1/0/31, changed state to up')).toBe(false);
  });
});
