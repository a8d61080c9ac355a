import { describe, expect, it } from 'vitest';
import { ramdumpFormat } from '../../../src/service/formats/ramdump/format.ts';
import { readWith, sampleOf } from '../dmesg/read-with.ts';
import {
  elfCore,
  flattened,
  kdump,
  madeDumps,
  narrowElfCore,
  narrowMemory,
  panicLines,
  panicRecords,
  recordMemory,
  ringMemory,
  withInfoInMemory,
} from './made-dumps.ts';

const read = (content: Uint8Array) => readWith(ramdumpFormat, 'vmcore', content);

describe('a memory dump', () => {
  it.each(Object.entries(madeDumps()))('gives the whole kernel log out of %s', async (_, content) => {
    const { reading, lines, quote } = await read(content);
    expect(lines('vmcore#dmesg')).toEqual(panicLines);
    expect(reading.dump).toEqual({ dmesgLines: panicLines.length });
    expect(reading.crash).toMatchObject({ title: 'kernel panic: widget gone' });
    const [panic] = reading.findings;
    expect(panic?.evidence[0]?.document).toBe('vmcore#dmesg');
    expect(quote(panic!.evidence[0]!)).toContain('Kernel panic - not syncing: widget gone');
    expect(reading.facts).toMatchObject({ 'kernel version': '6.1.0-test' });
    expect(reading.facts.banner).toContain('Linux version 6.1.0-test');
  });

  it.each([
    ['the ring buffer', ringMemory],
    ['the older records', recordMemory],
  ])('is scanned for %s where nothing describes the kernel', async (_, memoryOf) => {
    const { memory } = memoryOf(panicRecords.filter(({ text }) => !text.includes('\n')));
    const { reading, lines } = await read(elfCore(memory, ''));
    expect(lines('vmcore#dmesg')).toEqual(panicLines.filter((line) => !/two lines|one record/.test(line)));
    expect(reading.findings[0]?.rule).toBe('kernel.panic');
  });

  it('of a 32-bit machine is scanned for its ring buffer', async () => {
    const records = panicRecords.filter(({ text }) => !text.includes('\n'));
    const { reading, lines } = await read(narrowElfCore(narrowMemory(records)));
    expect(lines('vmcore#dmesg')).toEqual(panicLines.filter((line) => !/two lines|one record/.test(line)));
    expect(reading.crash).toMatchObject({ title: 'kernel panic: widget gone' });
  });

  it('says so where its end is missing, and reads what is there', async () => {
    const { memory, vmcoreinfo } = ringMemory(panicRecords);
    const whole = elfCore(memory, vmcoreinfo);
    const { reading, lines } = await read(whole.subarray(0, whole.length - 0x8000));
    expect(lines('vmcore#dmesg')).toEqual(panicLines);
    expect(reading.unread).toContain('the file ends before 1 of its 2 memory segments do');
    const short = await read(whole.subarray(0, 0x12000));
    expect(short.reading.dump).toEqual({ dmesgLines: 0 });
    expect(short.reading.unread).toContain('no kernel log was found in this memory');
  });

  it('leaves out a damaged page and says so', async () => {
    const { memory, vmcoreinfo } = ringMemory(panicRecords);
    const packed = kdump(memory, vmcoreinfo, 'zlib');
    packed.fill(0x55, packed.length - 200);
    const { reading } = await read(packed);
    expect(reading.unread.join()).toContain('damaged');
  });

  it('counts records that were being written as lost', async () => {
    const { memory, vmcoreinfo } = ringMemory(panicRecords);
    const slot = Number((4294967264n + 3n) % 32n);
    memory.writeBigUInt64LE(4294967264n + 3n, 0x13000 + slot * 24);
    const { reading, lines } = await read(elfCore(memory, vmcoreinfo));
    expect(lines('vmcore#dmesg')).toEqual(panicLines.filter((line) => !line.includes('odd length')));
    expect(reading.unread).toContain('1 log records were being written or are damaged');
  });

  it('in one part of several gives what lies in its pages, and names them', async () => {
    const { memory, vmcoreinfo } = ringMemory(panicRecords);
    const second = await read(kdump(memory, vmcoreinfo, 'zlib', { from: 16, to: 64 }));
    expect(second.lines('vmcore#dmesg')).toEqual(panicLines);
    expect(second.reading.unread.join()).toContain('one part of a split dump, with pages 16 to 63');
    const first = await read(kdump(memory, vmcoreinfo, 'zlib', { from: 0, to: 16 }));
    expect(first.reading.dump).toEqual({ dmesgLines: 0 });
    expect(first.reading.unread.join()).not.toContain('damaged');
  });

  it('written in pieces takes what was written again last, and no place beyond all bounds', async () => {
    const { memory, vmcoreinfo } = ringMemory(panicRecords);
    const whole = kdump(memory, vmcoreinfo, 'zlib');
    const unfinished = Buffer.from(whole).fill(0x55, 0, 64);
    const { lines } = await read(flattened(unfinished, [{ at: 0, bytes: whole.subarray(0, 64) }]));
    expect(lines('vmcore#dmesg')).toEqual(panicLines);
    const far = await read(flattened(elfCore(memory, ''), [{ at: 2 ** 60, bytes: Buffer.alloc(8) }]));
    expect(far.reading.unread).toContain('the flattened dump is cut; pages after its end are missing');
  });

  it('whose machine is not named is followed by the width of its header', async () => {
    const { memory, vmcoreinfo } = ringMemory(panicRecords);
    const unnamed = kdump(withInfoInMemory({ memory, vmcoreinfo }), '', 'zlib');
    unnamed.fill(0, 272, 337).write('Unknown', 272);
    const { reading, lines } = await read(unnamed);
    expect(lines('vmcore#dmesg')).toEqual(panicLines);
    expect(reading.facts['log found in']).toBe('the printk ring buffer');
  });

  it('is told by its first bytes', () => {
    for (const [what, content] of Object.entries(madeDumps())) {
      if (what !== 'raw memory') {
        expect(ramdumpFormat.detect(sampleOf('file', content)), what).toBeGreaterThanOrEqual(0.9);
      }
    }
    expect(ramdumpFormat.detect(sampleOf('a.txt', 'Linux version 6.1.0\n'))).toBe(0);
    expect(ramdumpFormat.detect(sampleOf('tool', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0'))).toBe(0);
  });
});
