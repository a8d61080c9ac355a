import { describe, expect, it } from 'vitest';
import { lineFolder } from '../../support/line-documents.ts';

/** A first line, when it was written, and how grave it is. */
const lines: [name: string, line: string, time: string | null, severity: string | null][] = [
  [
    'syslog',
    'Nov  3 09:23:38 veridian automount[7998]: attempting to mount entry /auto/opt',
    '2026-11-03T09:23:38.000Z',
    null,
  ],
  [
    'syslog later in the year than the file',
    'Dec  6 13:01:34 ubu avahi-daemon[786]: New relevant interface',
    '2025-12-06T13:01:34.000Z',
    null,
  ],
  [
    'syslog with priority',
    '<34>Oct 11 22:14:15 mymachine su: su root failed for lonvick',
    '2026-10-11T22:14:15.000Z',
    'critical',
  ],
  [
    'RFC 5424',
    "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
    '2003-08-24T12:14:15.000Z',
    'info',
  ],
  ['syslog in French', 'août 19 11:08:37 nlaptop symphorien[4961]: test', '2026-08-19T11:08:37.000Z', null],
  [
    'journal, ISO',
    '2026-11-02T10:00:01+0100 host kernel: usb 1-1: device not accepting address',
    '2026-11-02T09:00:01.000Z',
    null,
  ],
  [
    'journal, JSON',
    '{ "__CURSOR" : "s=e99", "__REALTIME_TIMESTAMP" : "1534860261221373", "PRIORITY" : "3", "MESSAGE" : "x" }',
    '2018-08-21T14:04:21.221Z',
    'error',
  ],
  ['glog', 'E1102 10:11:12.123456  4242 server.cc:99] could not bind', '2026-11-02T10:11:12.123Z', 'error'],
  [
    'log4j',
    '2015-07-29 17:41:44,747 - WARN  [main:QuorumPeer@1] - Cannot open channel',
    '2015-07-29T17:41:44.747Z',
    'warning',
  ],
  ['logback', '10:22:33.123 [main] ERROR com.example.Foo - broken', '1970-01-01T10:22:33.123Z', 'error'],
  ['java.util.logging', 'Jun 09, 2005 10:11:12 PM com.example.Main run', '2005-06-09T22:11:12.000Z', null],
  ['Python', '2012-07-02 10:22:40,672:CRITICAL:foo bar baz', '2012-07-02T10:22:40.672Z', 'critical'],
  ['a wearable, without leading zeros', '20171224-0:5:7:23|Step|30002|reset', '2017-12-24T00:05:07.023Z', null],
  ['JSON lines', '{"level":"error","ts":1761019822.3152757,"msg":"x"}', '2025-10-21T04:10:22.315Z', 'error'],
  ['pino', '{"level":50,"time":1745532517537,"pid":17,"msg":"request errored"}', '2025-04-24T22:08:37.537Z', 'error'],
  [
    'nanoseconds',
    '{"resourceLogs":[{"timeUnixNano":"1700000000000000000","severityNumber":17}]}',
    '2023-11-14T22:13:20.000Z',
    'error',
  ],
  [
    'MongoDB',
    '{"t":{"$date":"2026-03-10T20:58:10.004+00:00"},"s":"W",  "c":"STORAGE",  "id":22220, "msg":"x"}',
    '2026-03-10T20:58:10.004Z',
    'warning',
  ],
  ['logfmt', 'time="2021-09-15T21:17:10.220731Z" level=warning msg="slow"', '2021-09-15T21:17:10.220Z', 'warning'],
  [
    'logfmt, key second',
    'logger=settings t=2025-04-24T19:51:48.520963849Z level=info msg="Starting"',
    '2025-04-24T19:51:48.520Z',
    'info',
  ],
  [
    'access log',
    '31.56.96.51 - - [22/Jan/2019:03:56:16 +0330] "GET /image HTTP/1.1" 502 5667 "-" "x"',
    '2019-01-22T00:26:16.000Z',
    'error',
  ],
  [
    'access log, missing page',
    '10.1.1.1 - - [22/Jan/2019:03:56:16 +0000] "GET / HTTP/1.1" 404 12 "-" "x"',
    '2019-01-22T03:56:16.000Z',
    'warning',
  ],
  ['nginx error', '2026/11/02 10:00:00 [error] 123#0: *1 connect() failed', '2026-11-02T10:00:00.000Z', 'error'],
  ['Apache error', '[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok', '2005-12-04T04:47:44.000Z', 'info'],
  [
    'HAProxy',
    'Dec  9 13:01:26 localhost haproxy[28029]: 127.0.0.1:39759 [09/Dec/2013:12:59:46.633] loadbalancer default/instance8 0/51536/1/48082/99627 200 83285',
    '2025-12-09T13:01:26.000Z',
    null,
  ],
  ['candump', '(1436509052.249713) vcan0 044#2A366C2BBA', '2015-07-10T06:17:32.249Z', null],
  [
    'strace',
    '10000 1697048351.000001 execve("./webserver", ["./webserver"], 0x7ffd10f5bfe0) = 0 <0.000421>',
    '2023-10-11T18:19:11.000Z',
    null,
  ],
  ['W3C', '2015-01-13 00:32:17 100.79.192.81 GET /robots.txt - 80', '2015-01-13T00:32:17.000Z', null],
  [
    'PostgreSQL',
    '2025-08-16 13:02:58.095 CEST [885178] ERROR:  invalid input syntax',
    '2025-08-16T11:02:58.095Z',
    'error',
  ],
  [
    'MySQL',
    '2020-08-06T14:25:02.936146Z 0 [Warning] [MY-010068] [Server] CA certificate is self signed.',
    '2020-08-06T14:25:02.936Z',
    'warning',
  ],
  [
    'Spark',
    '17/06/09 20:10:40 INFO spark.SecurityManager: Changing view acls to: yarn',
    '2017-06-09T20:10:40.000Z',
    'info',
  ],
  [
    'Docker Compose',
    '\u001b[2Kweb-1  | 2024-04-25T05:32:35.600215839Z \u001b[31mWARNING: This is a development server.\u001b[0m',
    '2024-04-25T05:32:35.600Z',
    'warning',
  ],
  ['tai64n', '@40000000433225833b6e1a8c tcpserver: status: 5/30', '2005-09-22T03:31:05.997Z', null],
  ['epoch milliseconds', '1428634687123 Hello, World!', '2015-04-10T02:58:07.123Z', null],
  ['logcat', '03-17 16:13:38.811  1702  2395 W WindowManager: skipped', '2026-03-17T16:13:38.811Z', 'warning'],
  ['date', 'Wed May 19 08:00:01 EST 2021 line 1', '2021-05-19T13:00:01.000Z', null],
  [
    'zap',
    '2025-04-24T22:09:20.856Z\terror\tinternal/queue_sender.go:128\tExporting failed',
    '2025-04-24T22:09:20.856Z',
    'error',
  ],
  ['seconds since boot', '[   12.345678] usb 1-1: new high-speed USB device', '1970-01-01T00:00:12.345Z', null],
  ['redis', '1:M 05 Nov 2026 10:00:00.123 # Server started', '2026-11-05T10:00:00.123Z', null],
  ['no time', 'Hello, World!', null, null],
];

it('tells the times of one minute apart, however their seconds and fractions are written', async () => {
  using folder = lineFolder();
  const stamps = ['23:59:8:9', '23:59:9:10', '23:59:10:100', '23:59:59:7', '23:59:60:0'];
  await using document = await folder.open(stamps.map((stamp) => `20260102-${stamp}|Step|1|beat\n`).join(''));
  const times = await Promise.all(
    stamps.map(async (_, i) => (await document.meta(i + 1)).timeMs! - Date.UTC(2026, 0, 2, 23, 59)),
  );
  expect(times).toEqual([8009, 9010, 10_100, 59_007, 60_000]);
});

describe('times and levels', () => {
  for (const [name, line, time, severity] of lines) {
    it(`reads a line of ${name}`, async () => {
      using folder = lineFolder();
      await using document = await folder.open(`${line}\n`);
      const meta = await document.meta(1);
      expect(meta.timeMs === undefined ? null : new Date(meta.timeMs).toISOString()).toBe(time);
      expect(meta.severity ?? null).toBe(severity);
    });
  }

  it('counts the year on where December is followed by January', async () => {
    using folder = lineFolder();
    const indexed = await folder.index('Dec 31 23:59:59 h a: x\nJan  1 00:00:01 h a: y\n');
    expect(new Date(indexed.firstTimeMs!).toISOString()).toBe('2025-12-31T23:59:59.000Z');
    expect(new Date(indexed.lastTimeMs!).toISOString()).toBe('2026-01-01T00:00:01.000Z');
    expect(indexed.hasInferredYear).toBe(true);
  });

  it('takes days before months once a date proves it', async () => {
    using folder = lineFolder();
    await using document = await folder.open('03/04/2026 10:00:00 a\n25/04/2026 10:00:00 b\n');
    expect(new Date((await document.meta(1)).timeMs!).toISOString()).toBe('2026-04-03T10:00:00.000Z');
  });

  it('gives a line without a time that of its entry, and no level of its own guess', async () => {
    using folder = lineFolder();
    await using document = await folder.open(
      '2026-01-01 10:00:00 ERROR boom\n\tat com.example.Foo.fails(Foo.java:1)\n',
    );
    const [first, second] = [await document.meta(1), await document.meta(2)];
    expect(second.timeMs).toBe(first.timeMs);
    expect(second.severity).toBeUndefined();
  });

  it('notes where the clock goes back', async () => {
    using folder = lineFolder();
    const indexed = await folder.index('2026-01-01 10:00:00 a\n2026-01-01 11:00:00 b\n2026-01-01 10:10:00 c\n');
    expect(indexed.jumps).toEqual([{ line: 3, fromMs: Date.UTC(2026, 0, 1, 11), toMs: Date.UTC(2026, 0, 1, 10, 10) }]);
  });
});
