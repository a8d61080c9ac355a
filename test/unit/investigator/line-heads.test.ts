import { expect, it } from 'vitest';
import { fieldsOf } from '../../../src/service/investigator/facts/lines/fields-of.ts';

it.each([
  ['20.01.2026 07:41:12.200;PLC01;ERROR;Belt 3 stopped', 'error', 'PLC01', 'Belt 3 stopped'],
  ['[2026-03-03 04:20:00,123: ERROR/ForkPoolWorker-11] Task app.x raised', 'error', undefined, 'Task app.x raised'],
  ['[2026-04-04T06:00:00,123][WARN ][o.e.Disk ] flood stage', 'warning', 'o.e.Disk', 'flood stage'],
  ['2026-06-01 11:20:33 [info] <0.6120.0> closing connection', 'info', undefined, 'closing connection'],
  ['2026/08/08 09:03:11 [alert] 21#28: *542 accept4() failed', 'critical', undefined, 'accept4() failed'],
  ['10-10 08:02:05.534  4312  4377 E Analytics: flush failed', 'error', 'Analytics', 'flush failed'],
  [
    '2026-03-03T04:20:00.123456789Z E0303 04:20:00.123456       1 csi.go:226] attach failed',
    'error',
    'csi.go',
    'attach failed',
  ],
  ['2026-03-03T04:20:00.123456789Z stderr F WARN disk is slow', 'warning', undefined, 'disk is slow'],
  ['[2026-12-27T01:07:42.000000+00:00] lab-gateway.ERROR: no answer [] []', 'error', 'lab-gateway', 'no answer'],
  [
    '[2026-12-27 01:07:42] production.EMERGENCY: Disk full {"userId":7} []',
    'critical',
    'production',
    'Disk full {"userId":7}',
  ],
  ['INFO:shop.cart:2026-08-01 10:00:00,123:cart emptied', 'info', 'shop.cart', 'cart emptied'],
  ['21-AUG-2026 06:48:06 %MOUNT-W-NOVOL, no volume in drive 3', 'warning', 'MOUNT', 'no volume in drive 3'],
  ['21-AUG-2026 06:48:06 %PRESS-I, sheet fed', 'info', 'PRESS', 'sheet fed'],
  [
    '<rec at="2026-08-01T10:00:00" lvl="error" src="core">option crf: 26 -&gt; 18 &amp; more</rec>',
    'error',
    'core',
    'option crf: 26 -> 18 & more',
  ],
  ['25.09.26 07:36:23 player> reel 4 threaded', undefined, 'player', 'reel 4 threaded'],
  [
    'node-4 - cellar [19/Aug/2026:05:15:16 +0200] "racked 30.5 hl into tank 4"',
    undefined,
    'cellar',
    'racked 30.5 hl into tank 4',
  ],
  ['W (101088) power: vbat=2.71V', 'warning', 'power', 'vbat=2.71V'],
  ['[00:00:00.003,000] <err> main: no buffer', 'error', 'main', 'no buffer'],
  ['Feb 10 14:19:41 sw7 12345: %STP-4-LOOP: loop seen', 'warning', 'sw7', '%STP-4-LOOP: loop seen'],
  [
    'WARN  [ReadStage-3] 2026-09-21 08:30:00,000 ReadCommand.java:12 - scanned over',
    'warning',
    'ReadStage-3',
    'scanned over',
  ],
  ['2026-10-11 11:05:00.123 [ERROR] sofia.c:1637 no media', 'error', 'sofia.c', 'no media'],
  ['Oct 10, 2026 1:12:05 PM WARNING agent lost', 'warning', undefined, 'agent lost'],
  [
    '2026-08-01 06:12:00 10.0.0.5 POST /up?a=1 - 443 - 84.1.2.9 Mozilla/5.0 - 413 0 0 5',
    'warning',
    undefined,
    'POST /up answered 413',
  ],
  ['12/11/2026 13:09:30;CUVE2;ALARME;niveau bas', 'error', 'CUVE2', 'niveau bas'],
  ['[20:41:12] [Server thread/WARN]: Running behind', 'warning', undefined, 'Running behind'],
  ['00000.900449 [THM  ] W coolant=50.5 C', 'warning', 'THM', 'coolant=50.5 C'],
  ['[   911.000] W os: stack high water 212', 'warning', 'os', 'stack high water 212'],
  ['[    12.345] <i2c1> E: SDA held low', 'error', 'i2c1', 'SDA held low'],
  ['15.11.2026|02:56:11|ERROR|dump written', 'error', undefined, 'dump written'],
  [
    '*Nov 12 14:16:03.123 UTC: %BGP-3-NOTIFICATION: hold time expired',
    'error',
    undefined,
    '%BGP-3-NOTIFICATION: hold time expired',
  ],
  ['1794884413: Client has gone, error 7', undefined, undefined, 'Client has gone, error 7'],
  [
    '<30>1 2026-05-25T13:04:10+02:00 fw1.lab charon 4410 - [meta sequenceId="6956"][x@1 a="b \\"] c"] 11[IKE] no proposal',
    'info',
    'charon',
    '11[IKE] no proposal',
  ],
  ['<27>1 2026-05-25T13:04:10.5Z db1 postgres 88 START - could not bind', 'error', 'postgres', 'could not bind'],
  ['<28>May 25 13:04:10 sw1 dhcpd[12]: pool low', 'warning', 'dhcpd', 'pool low'],
  ['[pod/search-3/app] 2026-02-20T16:00:00.160Z ERROR disk gone', 'error', 'search-3', 'disk gone'],
  [
    '{"eventVersion":"1.08","eventTime":"2026-09-14T06:00:00Z","userIdentity":{"userName":"anna"},"eventName":"DeleteBucket","errorCode":"AccessDenied","eventID":"71f8b65d-0000-4000-8000-000000000001"}',
    undefined,
    undefined,
    'eventName=DeleteBucket errorCode=AccessDenied userName=anna',
  ],
  ['[4711:0504/180305.424698:ERROR:gpu_host.cc(991)] buffer lost', 'error', 'gpu_host.cc', 'buffer lost'],
  ['[4711:4720:0504/180305:WARNING:sandbox.cc(12)] not locked', 'warning', 'sandbox.cc', 'not locked'],
  ['Bridge:error 2024-05-01 10:00:20: adapter gone', 'error', 'Bridge', 'adapter gone'],
  [
    'Feb  3 06:20:08 node-1 kubelet[811]: W0203 06:20:08.417205     811 net.go:64] no networks in /etc/net',
    'warning',
    'kubelet',
    'no networks in /etc/net',
  ],
  ['E0319 01:03:48.466843       1 kubelet.go:180] probe failed', 'error', 'kubelet.go', 'probe failed'],
  ['<WRN> 14/02/2026 10:20:30 relay-2 coil hot', 'warning', undefined, 'relay-2 coil hot'],
  ['[DBG] 2026-02-14 10:20:30 poll done', 'info', undefined, 'poll done'],
  ['18:20:30.125 | PUMP  | flow lost on line 3', undefined, 'PUMP', 'flow lost on line 3'],
  ['[Feb 14 10:20:30] WARNING[301][C-0000002f] app_dial.c: line busy', 'warning', 'app_dial', 'line busy'],
])('reads level, origin and words of %s', (line, severity, source, message) => {
  expect(fieldsOf(line)).toMatchObject({
    message,
    ...(severity === undefined ? {} : { severity }),
    ...(source === undefined ? {} : { source }),
  });
  if (source === undefined) expect(fieldsOf(line).source).toBeUndefined();
});

it('takes a percentage in prose for no mnemonic', () => {
  expect(fieldsOf('2026-01-01 00:00:00 INFO disk at 95% of A-3-B').message).toBe('disk at 95% of A-3-B');
});
