import { describe, expect, it } from 'vitest';
import { ask, logOf, once, series } from './made-log.ts';

const calm = series('06:00', 400, 30_000, (index) => `INFO sensor: reading ${index % 13} of node-${index % 9} taken`);
const at = (...lines: readonly [string, string][]) => lines.map(([time, text]) => once(time, text));

describe('the length of a state whose lines use words of their own', () => {
  const fenced = logOf(
    calm,
    ...at(
      ['07:00', 'INFO controller: Fencing broker 3 because its session has expired'],
      ['07:05:13', 'INFO controller: Unfenced broker 3 registered with epoch 91'],
      ['08:00', 'INFO controller: Fencing broker 3 because its session has expired'],
      ['08:21:30', 'INFO controller: Unfenced broker 3 registered with epoch 92'],
      ['09:00', 'INFO controller: Fencing broker 5 because its session has expired'],
    ),
  );
  it.each([
    [
      'how long was broker 3 fenced? each time and total',
      /2 times, all together 26 min 43 s: 5 min 13 s .*21 min 30 s/,
    ],
    ['is broker 5 back at the end of the file?', /: No, not when the file ends.*2026-05-12 09:00:00/],
    ['is broker 3 back at the end of the file?', /: Yes.*since 2026-05-12 08:21:30/],
  ])('takes the lines that take turns: %s', async (question, expected) => {
    expect((await ask(fenced, question)).headline).toMatch(expected);
  });

  it('takes the state that is left for over, whatever the next is called', async () => {
    const log = logOf(
      calm,
      ...at(
        ['07:00', "WARN breaker 'payments' state CLOSED -> OPEN"],
        ['07:00:30', "INFO breaker 'payments' state OPEN -> HALF_OPEN"],
        ['07:00:34', "INFO breaker 'payments' state HALF_OPEN -> CLOSED"],
        ['08:00', "WARN breaker 'payments' state CLOSED -> OPEN"],
        ['08:15:05', "INFO breaker 'payments' state OPEN -> HALF_OPEN"],
        ['08:15:09', "INFO breaker 'payments' state HALF_OPEN -> CLOSED"],
      ),
    );
    const { headline } = await ask(
      log,
      'how often did the payments breaker open and how long was it open the longest time?',
    );
    expect(headline).toMatch(/Longest of 2: 15 min 5 s/);
  });

  it('tells the unit and the reason where they are asked for with the length', async () => {
    const log = logOf(
      calm,
      ...at(
        ['07:00', 'WARN line: CAPPER STOP no caps in chute'],
        ['07:01', 'INFO line: CAPPER START'],
        ['08:00', 'WARN line: LABELER STOP web break'],
        ['08:31:14', 'INFO line: LABELER START'],
      ),
    );
    const { headline } = await ask(log, 'longest stop of the day? station, reason, duration');
    expect(headline).toMatch(/31 min 14 s.*LABELER STOP web break/);
    expect((await ask(log, 'Wie lange stand der LABELER insgesamt?')).headline).toMatch(/31 min 14 s/);
  });

  it('reads "not ready" and "without" as what the lines say is lacking', async () => {
    const nodes = logOf(
      calm,
      ...at(
        ['07:00', 'WARN nodes: node=worker-7 condition Ready=Unknown reason=KubeletStopped'],
        ['07:10:22', 'INFO nodes: node=worker-7 condition Ready=True reason=KubeletReady'],
        ['08:00', 'INFO raft: cluster has no leader'],
        ['08:00:47', 'INFO raft: new leader elected n4'],
      ),
    );
    expect((await ask(nodes, 'how long was worker-7 not ready?')).headline).toMatch(/10 min 22 s/);
    expect((await ask(nodes, 'is worker-7 ready again at the end?')).headline).toMatch(/: Yes/);
    expect((await ask(nodes, 'how long was the cluster without a leader?')).headline).toMatch(/: 47 s/);
  });

  it('ends where the routine lines of the unit come back', async () => {
    const report = (index: number) => `INFO probe ${(index % 4) + 1} temp 2${index % 10}.5 C`;
    const lines = series('06:00', 960, 10_000, report).filter(
      ({ text, timeMs }) =>
        !(/probe 3 /.test(text) && timeMs > Date.UTC(2026, 4, 12, 7) && timeMs < Date.UTC(2026, 4, 12, 7, 40)),
    );
    const log = logOf(lines, ...at(['07:00:15', 'INFO probe 3 NO ANSWER']));
    expect((await ask(log, 'how long was probe 3 gone?')).headline).toMatch(/39 min|40 min/);
  });

  it('says nothing of a length where no line begins what was asked about', async () => {
    const { headline } = await ask(fenced, 'how long do page views take?');
    expect(headline).not.toMatch(/min \d+ s/);
  });
});
