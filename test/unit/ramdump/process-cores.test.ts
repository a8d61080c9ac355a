import { describe, expect, it } from 'vitest';
import { ramdumpFormat } from '../../../src/service/formats/ramdump/format.ts';
import { readWith, sampleOf } from '../dmesg/read-with.ts';
import { programCore } from './made-cores.ts';

const read = (content: Uint8Array) => readWith(ramdumpFormat, 'core.4242', content);

describe('the core of a program', () => {
  it.each([
    ['64', true],
    ['32', false],
  ])('of %s bits names the program, the signal and where it ran, and no kernel crash', async (_, is64) => {
    const { reading, lines, quote } = await read(programCore({ signal: 11, code: 1, address: 0x10n, is64 }));
    expect(reading).toMatchObject({ fileType: 'ramdump', crash: null, dump: { dmesgLines: 0 } });
    expect(reading.facts).toMatchObject({ program: '/opt/widget/bin/widgetd', process: 4242, threads: 2 });
    const [finding] = reading.findings;
    expect(finding).toMatchObject({
      rule: 'process.core',
      title: 'widgetd was killed by SIGSEGV at libwidget.so.2+0x1234',
      severity: 'critical',
      signature: 'widgetd: SIGSEGV in libwidget.so.2',
    });
    expect(finding?.explanation).toContain('a null pointer');
    expect(quote(finding!.evidence[0]!)).toBe('Killed by: SIGSEGV, the address is not mapped, address 0x10');
    expect(lines('core.4242#core')).toContain('Command line: widgetd --listen 80');
    const called = lines('core.4242#core').filter((line) => line.includes('called from'));
    expect(called.slice(0, 2)).toEqual(['  called from widgetd+0x888', '  called from widgetd+0x456']);
  });

  it('tells a signal that was sent from one the program brought on itself', async () => {
    const sent = (await read(programCore({ signal: 11, code: 0, sender: 77 }))).reading.findings[0];
    expect(sent?.explanation).toContain('SIGSEGV was sent by process 77');
    const own = (await read(programCore({ signal: 6, code: -6, sender: 4242 }))).reading.findings[0];
    expect(own?.explanation).toContain('It ended itself');
  });

  it('is no crash where a debugger took it from a running program', async () => {
    for (const signal of [0, 19]) {
      const { reading } = await read(programCore({ signal }));
      expect(reading.findings).toMatchObject([{ rule: 'process.snapshot', severity: 'info' }]);
    }
  });

  it('says so where its end is missing', async () => {
    const whole = programCore({ signal: 11, code: 1, address: 0n });
    const { reading } = await read(whole.subarray(0, whole.length - 0x80));
    expect(reading.unread).toEqual(['the file ends before 1 of its 2 memory segments do']);
    expect(reading.findings[0]?.title).toContain('SIGSEGV');
  });

  it('is told by its first bytes', () => {
    expect(ramdumpFormat.detect(sampleOf('core', programCore({ signal: 11 })))).toBeGreaterThanOrEqual(0.9);
  });
});
