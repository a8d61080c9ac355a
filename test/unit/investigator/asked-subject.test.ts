import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

const loud = series('08:00', 300, 40_000, () => 'ERROR shipper: push to collector failed: connection refused');

describe('the part that was asked about', () => {
  it('is answered by its own lines, not by the loudest failure of another', async () => {
    const own = series('09:10', 4, 3000, () => 'ERROR ledger-agent: config: unknown field remote_wrte in line 41');
    const { headline } = await ask(logOf(busyService(), loud, own), 'why is the ledger agent not starting?');
    expect(headline).toMatch(/remote_wrte/);
    expect(headline).not.toMatch(/shipper/);
  });

  it('is well where only others fail, and its own lines are counted', async () => {
    const calm = series('08:00', 40, 200_000, (index) => `INFO indexer: ${index} documents indexed`);
    const { headline } = await ask(logOf(busyService(), loud, calm), 'were there issues with the indexer?');
    expect(headline).toMatch(/No: none of the 40 lines of `indexer` tells of trouble/);
  });

  it('is found by words the file joins in another way, and by what its lines say without a level', async () => {
    const leaves = series(
      '09:20',
      30,
      60_000,
      () => "INFO Device 'hall_sensor' address 0x3f2a already in use by 'porch_lamp', leaving network",
    );
    const usual = series('08:00', 200, 50_000, () => "INFO publish 'z2m/hall_sensor' linkquality=80");
    const { headline } = await ask(logOf(busyService(), loud, leaves, usual), 'hall sensor keeps dropping off, why?');
    expect(headline).toMatch(/already in use/);
  });

  it('tells the one line of what happened to it, and what somebody did just before', async () => {
    const done = once('10:02:30', 'INFO hmi: operator closes valve CW1');
    const low = once('10:03:05', 'INFO P2: cooling water flow 0.4 l/min below limit 1.5 l/min');
    const stop = once('10:03:15', 'INFO P2: interlock cooling opened, pump stopped');
    const { headline, answer } = await ask(logOf(busyService(), loud, done, low, stop), 'why did pump P2 stop?');
    expect(headline).toMatch(/cooling/);
    expect(answer).toMatch(/valve CW1/);
  });
});

describe('what stands before a failure', () => {
  it('is what was thrown below the stack, though the line itself says only that it ended', async () => {
    const died = series('09:10', 20, 60_000, () =>
      [
        'CRITICAL payments: cannot start',
        'Traceback (most recent call last):',
        '  File "/srv/payments/conf.py", line 31, in load',
        '    key = os.environ["PAYMENTS_API_KEY"]',
        "KeyError: 'PAYMENTS_API_KEY'",
      ].join('\n'),
    );
    const { headline } = await ask(logOf(busyService(), loud, died), "payments won't come up, why?");
    expect(headline).toMatch(/PAYMENTS_API_KEY/);
  });

  it('is not the answer of a device to a command, but what it complains of', async () => {
    const log = logOf(
      busyService(),
      once('09:27:40', 'WARN modem: SIM not inserted (slot 1)'),
      once('09:27:43', 'INFO modem: AT+CREG? -> +CREG: 0,0'),
      series('09:27:50', 120, 60_000, () => 'ERROR uplink: send failed: network is unreachable'),
    );
    const { headline } = await ask(log, 'device went offline after breakfast, why?');
    expect(headline).toMatch(/SIM not inserted/);
  });

  it('is nothing where all sorts of single failures lie about and somebody asks for any problem', async () => {
    const strays = [
      'cache evicted early',
      'asset was late',
      'peer said goodbye',
      'page cut short',
      'token renewed late',
      'frame skipped',
    ];
    const parts = strays.map((text, index) => once(`0${6 + (index % 4)}:${17 + index * 7}:00`, `ERROR web: ${text}`));
    const calm = series('06:00', 2000, 7000, (index) => `INFO web: page ${index % 97} shown`);
    const { headline, verdict } = await ask(logOf(calm, ...parts), 'do you see any problem in here?');
    expect(verdict).toBe('INCONCLUSIVE');
    expect(headline).toMatch(/no sign of trouble/);
  });
});

describe('the one of several that was asked about', () => {
  const polls = series('06:00', 1200, 18_000, (index) => `INFO gw unit=${1 + (index % 9)} fc=3 ok rtt=12 ms`);
  const bad = series('09:00', 200, 40_000, () => 'WARN gw unit=7 fc=3 timeout after 500 ms');

  it('is found by its number, whatever sign stands between', async () => {
    const { headline } = await ask(logOf(busyService(), loud, polls, bad), 'What is wrong with unit 7?');
    expect(headline).toMatch(/unit=7 fc=3 timeout after 500 ms`, 200 times/);
  });

  it('has no trouble where only the others have', async () => {
    const { headline } = await ask(logOf(busyService(), polls, bad), 'has unit 3 had any timeouts?');
    expect(headline).toMatch(/No: none of the \d+ lines of `unit 3` tells of trouble/);
  });

  it('is not what only half of its name is', async () => {
    const doors = series(
      '06:00',
      300,
      60_000,
      (index) => `INFO door_sensor: state=${index % 2 === 0 ? 'closed' : 'ajar'}`,
    );
    const { headline } = await ask(logOf(busyService(), doors), 'did the garage door open last night?');
    expect(headline).toMatch(/No: `garage` stands in none/);
  });

  it('is told by the fatal line, not by an error that trickles all day', async () => {
    const trickle = series('06:00', 400, 53_000, () => 'ERROR wifi: roam scan failed: -16');
    const stops = ['08:12:00', '10:04:00', '11:30:00'].flatMap((time) =>
      once(time, 'FATAL safety: protective stop, localization invalid'),
    );
    const { headline } = await ask(logOf(busyService(), trickle, stops), 'why does the robot freeze?');
    expect(headline).toMatch(/protective stop/);
  });
});
