import { expect, it } from 'vitest';
import { fieldsOf } from '../../../src/service/investigator/survey/line-fields.ts';

it.each([
  ['20.01.2026 07:41:12.200;PLC01;ERROR;Belt 3 stopped', 'error', 'PLC01', 'Belt 3 stopped'],
  ['[2026-03-03 04:20:00,123: ERROR/ForkPoolWorker-11] Task app.x raised', 'error', undefined, 'Task app.x raised'],
  ['[2026-04-04T06:00:00,123][WARN ][o.e.Disk ] flood stage', 'warning', 'o.e.Disk', 'flood stage'],
  ['2026-06-01 11:20:33 [info] <0.6120.0> closing connection', 'info', undefined, 'closing connection'],
  ['2026/08/08 09:03:11 [alert] 21#28: *542 accept4() failed', 'critical', undefined, 'accept4() failed'],
  ['10-10 08:02:05.534  4312  4377 E Analytics: flush failed', 'error', 'Analytics', 'flush failed'],
  ['W (101088) power: vbat=2.71V', 'warning', 'power', 'vbat=2.71V'],
  ['[00:00:00.003,000] <err> main: no buffer', 'error', 'main', 'no buffer'],
  ['Feb 10 14:19:41 sw7 12345: %STP-4-LOOP: loop seen', 'warning', 'sw7', '%STP-4-LOOP: loop seen'],
  ['E0319 01:03:48.466843       1 kubelet.go:180] probe failed', 'error', 'kubelet.go', 'probe failed'],
])('reads level, origin and words of %s', (line, severity, source, message) => {
  expect(fieldsOf(line)).toMatchObject({ message, severity, ...(source === undefined ? {} : { source }) });
  if (source === undefined) expect(fieldsOf(line).source).toBeUndefined();
});

it('takes a percentage in prose for no mnemonic', () => {
  expect(fieldsOf('2026-01-01 00:00:00 INFO disk at 95% of A-3-B').message).toBe('disk at 95% of A-3-B');
});
