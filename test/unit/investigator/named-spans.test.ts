import { describe, expect, it } from 'vitest';
import { ask, clock, logOf, type MadeLine, once, series } from './made-log.ts';

const step = (name: string, from: string, to: string): MadeLine[] => [
  ...once(from, `[runner-3] Starting: ${name}`),
  ...series(from, 12, 1000, (index) => `[runner-3] file ${index} of ${name.toLowerCase()} done in ${index + 20} s`),
  ...once(to, `[runner-3] Finishing: ${name}`),
];
const pipeline = logOf(
  step('Lint', '06:00:00', '06:00:42'),
  step('Unit tests', '06:01:00', '06:07:42'),
  step('Build image', '06:08:00', '06:13:33'),
);

const alarm = (name: string, from: string, seconds: number): MadeLine[] => [
  ...once(from, `PLC1 ALARM ${name} CAME`),
  { timeMs: clock(from) + seconds * 1000, text: `PLC1 ALARM ${name} GONE` },
];
const plant = logOf(
  series('06:00', 100, 60_000, (index) => `PLC1 INFO feed pump running at ${index % 7} bar`),
  alarm('A101 "Low water"', '06:10:00', 20),
  alarm('A101 "Low water"', '06:30:00', 25),
  alarm('A101 "Low water"', '06:50:00', 30),
  alarm('A205 "Feed pump overload"', '06:20:00', 400),
  alarm('A205 "Feed pump overload"', '07:00:00', 300),
);

describe('what begins and ends by its name', () => {
  it.each([
    ['how long did the build image step take?', pipeline, /5 min 33 s: `Build image`/],
    ['which step took the longest?', pipeline, /`Unit tests`: 6 min 42 s/],
    ['how many times did the feed pump alarm?', plant, /2 times: .*Feed pump overload/],
    [
      'which alarm cost the most downtime and how much in total?',
      plant,
      /A205 Feed pump overload.*: 11 min 40 s in total/,
    ],
  ])('%s', async (question, log, expected) => {
    expect((await ask(log, question)).headline).toMatch(expected);
  });

  it('lasts until the next heading where only headings tell of steps', async () => {
    const log = logOf(
      once('06:00:00', '##[group]Run checkout'),
      series('06:00:01', 20, 1000, (index) => `object ${index} fetched`),
      once('06:01:00', '##[group]Run docker build -t shop .'),
      series('06:01:05', 40, 5000, (index) => `layer ${index} done in ${index + 30} s`),
      once('06:06:12', '##[group]Run pytest'),
      series('06:06:20', 20, 1000, (index) => `test ${index} ok`),
    );
    expect((await ask(log, 'how long did the docker build take?')).headline).toMatch(/5 min 12 s/);
  });
});

describe('things of a kind, by name', () => {
  it('counts what was lost by its name and not by its lines, with where', async () => {
    const log = logOf(
      series('06:00', 200, 20_000, (index) => `INFO sched: task ${index} runs on executor ${index % 9}`),
      ...['7', '27', '47'].map((id, index) => [
        ...once(`06:1${index}:00`, `ERROR sched: Lost executor ${id} on wk07: killed for its memory`),
        ...once(`06:1${index}:01`, `WARN sched: Lost task ${index}.0 (executor ${id}) on wk07: killed for its memory`),
      ]),
    );
    const { headline } = await ask(log, 'how many executors did we lose and on which worker?');
    expect(headline).toMatch(/3 executors: `7`, `27`, `47`, all on `wk07`/);
  });

  it('names the hosts whose lines tell of the condition, in whatever words', async () => {
    const hosts = ['web1', 'db1', 'files1', 'mail2'];
    const lines = Array.from({ length: 400 }, (_, n) => {
      const [host, minute] = [hosts[n % 4]!, String(Math.floor(n / 8)).padStart(2, '0')];
      const isFull = n > 200 && n % 4 > 1 && n % 5 === 0;
      const said = isFull ? 'rsync[31]: write failed: No space left on device' : 'cron[9]: (root) CMD (run-parts)';
      return `Oct 10 03:${minute}:00 ${host} ${said}`;
    });
    lines.push('Oct 10 03:55:00 web1 nginx[3]: upstream timed out while connecting');
    const { headline } = await ask(`${lines.join('\n')}\n`, 'which hosts are affected by the full disk?');
    expect(headline).toMatch(/2 hosts: `(?:files1|mail2)` \(\d+\), `(?:files1|mail2)` \(\d+\)/);
  });
});

describe('shares and records', () => {
  const issuers = ['visa', 'amex', 'jcb'];
  const payments = logOf(
    series('06:00', 1800, 10_000, (index, timeMs) => {
      const issuer = issuers[index % 3]!;
      const isBad = issuer === 'amex' && timeMs >= clock('08:00') && timeMs < clock('09:00');
      const isDeclined = index % (isBad ? 2 : 50) === 0;
      return `INFO gw: authorisation ${isDeclined ? 'declined' : 'approved'} issuer=${issuer} amount=${index % 90}`;
    }),
    series('06:00', 900, 20_000, (index) => `INFO gw: payment created issuer=${issuers[index % 3]!} id=${index}`),
  );

  it('sets the rate inside a window against the rest, over those that could come to it', async () => {
    const question = 'how does the decline rate of amex between 8:00 and 9:00 compare with the rest of the day?';
    expect((await ask(payments, question)).headline).toMatch(
      /50 % \(60 of 120\), then 2\.1 % \(\d+ of 480\) with `decline/,
    );
  });

  it('tells a record with its person and its time', async () => {
    const log = Array.from({ length: 300 }, (_, n) =>
      JSON.stringify({
        time: new Date(Date.UTC(2026, 4, 12, 6, 0, n * 7)).toISOString(),
        truck: `F-${n % 3}`,
        operator: ['Ines', 'Tom', 'Raul'][n % 3],
        load_kg: n === 200 ? 2450 : 900 + (n % 3 === 1 ? 800 : 100) + (n % 17),
      }),
    ).join('\n');
    const { headline } = await ask(log, 'who lifted the heaviest load and when?');
    expect(headline).toMatch(/`Raul` is the highest: 2,450 at 2026-05-12 06:23:20/);
  });
});

describe('where a number begins and where it ends', () => {
  const ups = logOf(
    series('06:00', 120, 60_000, (index) => `Status: load 40% battery 100% runtime ${34 - Math.floor(index / 6)} min`),
  );
  const sensors = logOf(
    series('06:00', 300, 20_000, (index) => {
      const name = 'abc'[index % 3]!;
      return `rx sensor-${name} batt=${(name === 'b' ? 3.6 - index / 400 : 3.59).toFixed(3)}V`;
    }),
  );
  it.each([
    ['did the battery runtime get worse? from what to what?', ups, /Yes: `runtime` falls from 34 min .* to 15 min/],
    [
      'how did the battery of sensor-b change, from what to what?',
      sensors,
      /`batt` falls from 3\.\d+ V .* to 2\.\d+ V/,
    ],
    ['did the battery of sensor-a get worse?', sensors, /No: `batt` stays about the same from 3\.59 V/],
    ['which sensor has the lowest battery?', sensors, /`b` is the lowest: 2\.\d+ V at 2026-05-12 07:3/],
  ])('%s', async (question, log, expected) => {
    expect((await ask(log, question)).headline).toMatch(expected);
  });
});

describe('what was done, and how often it crashed', () => {
  const trail = Array.from({ length: 300 }, (_, n) => {
    const isTheirs = n === 100 || n === 140 || n === 141;
    return JSON.stringify({
      eventTime: new Date(Date.UTC(2026, 4, 12, 6, 0, n * 9)).toISOString(),
      eventName: isTheirs ? (n === 100 ? 'ConsoleLogin' : 'DeleteBucket') : ['GetObject', 'AssumeRole'][n % 2],
      sourceIPAddress: isTheirs ? '198.51.100.77' : `10.0.0.${n % 9}`,
      userIdentity: { userName: isTheirs ? 'm.keller' : 'svc-report' },
      requestParameters: { bucketName: isTheirs ? 'invoices' : 'logs' },
    });
  }).join('\n');

  it('lists each distinct action of an address, and tells who did it from where', async () => {
    const { headline } = await ask(trail, 'what else was done from 198.51.100.77?');
    expect(headline).toMatch(/3 lines, 2 kinds of action.*: `ConsoleLogin`, `DeleteBucket` \(2\)/);
    const who = await ask(trail, 'who deleted the bucket invoices and from which ip?');
    expect(who.headline).toMatch(/`m\.keller`.*`198\.51\.100\.77`/);
  });

  it('counts crashes by the word the file has for them', async () => {
    const log = logOf(
      series('06:00', 200, 20_000, (index) => `app[12]: screen ${index % 9} shown`),
      once('06:20:00', "app[12]: *** Terminating app due to uncaught exception 'NSRangeException'"),
      once('06:50:00', "app[19]: *** Terminating app due to uncaught exception 'NSRangeException'"),
    );
    const { headline } = await ask(log, 'how often did it crash and when was the last time?');
    expect(headline).toMatch(/2 times: .*2026-05-12 06:20:00 to 06:50:00/);
  });

  it('sums clocked durations of a table by what its text tells', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => {
      const [name, took] = n % 3 === 0 ? ['Palettierer blockiert', '00:05:00'] : ['Etikett fehlt', '00:00:40'];
      return `01.04.2026 ${String(5 + Math.floor(n / 6)).padStart(2, '0')}:${n % 6}0:00;${took};S${n % 3};${name}`;
    });
    const { headline } = await ask(
      ['Beginn;Dauer;Nr;Meldung', ...rows].join('\n'),
      'which fault cost the most time in total?',
    );
    expect(headline).toMatch(/`Palettierer blockiert` .*total .*1 h 40 min/);
  });
});
