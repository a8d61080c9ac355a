import { describe, expect, it } from 'vitest';
import { dmesgFormat } from '../../../src/service/formats/dmesg/format.ts';
import { nullDereference, useAfterFree } from './made-logs.ts';
import { sampleOf } from './read-with.ts';

const sureness = (content: string) => dmesgFormat.detect(sampleOf('file.txt', content));

describe('kernel log detection', () => {
  it.each([
    ['a ring buffer', '[    0.000000] Linux version 6.1.0\n[    0.100000] x86/fpu: x87 FPU on board'],
    ['levels before the stamps', '<6>[    0.000000] Booting Linux\n<4>[    0.100000] Memory: 100K'],
    ['dmesg -T', '[Sat Nov 21 09:04:23 2026] usb 1-1: reset\n[Sat Nov 21 09:04:24 2026] usb 1-1: ok'],
    ['a kernel journal', Array.from({ length: 9 }, () => 'Nov 21 09:04:23 host kernel: usb 1-1: reset').join('\n')],
    ['a console with contexts', '[   12.345678][ T1234] device up\n[   12.345679][    C0] tick\nlogin: root\n'],
    ['a report without stamps', nullDereference.replace(/^\[ *[\d.]+\] /gm, '')],
    ['a console with NUL bytes in it', `\0\0\0${useAfterFree}`],
    ['a console noted with times of day', nullDereference.replace(/^/gm, '10:00:01.250 -> ')],
    ['a console noted with dates', nullDereference.replace(/^/gm, '[2026-03-04 10:00:01] ')],
    ['one whose kernel prints no stamps', nullDereference.replace(/^\[ *[\d.]+\] /gm, '[20260304 10:00:01.250] ')],
    ['a boot loader before the kernel', `U-Boot 2024.01\nDRAM:  2 GiB\nLoading kernel\n\n${useAfterFree}`],
  ])('claims %s', (_, content) => {
    expect(sureness(content)).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    [
      'a system log with few kernel lines',
      'Nov 21 09:04:23 host sshd[11]: Accepted\nNov 21 09:04:23 host kernel: usb\nNov 21 09:04:24 host cron[2]: run\n',
    ],
    [
      'a system log with microseconds and few kernel lines',
      'Nov 21 09:04:23.000001 host sshd[11]: Accepted\nNov 21 09:04:23.000002 host kernel: usb\n',
    ],
    ['the X server', '[    32.123456] (II) LoadModule: "glx"\n[    32.123460] (WW) warning\n'],
    ['an application', '2026-11-21 09:04:23 INFO: task done\n2026-11-21 09:04:24 WARNING: slow query\nBUG: none\n'],
    ['JSON', '{"level":"info","msg":"BUG: fixed"}\n'],
    ['prose', 'The kernel panicked yesterday.\n'],
    ['nothing', ''],
  ])('leaves %s to others', (_, content) => {
    expect(sureness(content)).toBeLessThan(0.5);
  });
});
