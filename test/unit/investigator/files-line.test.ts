import { expect, it } from 'vitest';
import type { Reading } from '#service/formats/reading.ts';
import { filesLine } from '#service/investigator/tell/files-line.ts';

function lineOf(reading: Partial<Reading>): string {
  const document = { name: 'f', lines: 12, bytes: 100, clock: 'boot' as const, firstTimeMs: 1500, lastTimeMs: 1500 };
  const whole = { fileType: 'dmesg', documents: [document], facts: {}, ...reading } as unknown as Reading;
  return filesLine([{ id: '1', name: 'f', folder: '', reading: whole }]);
}

it('tells a capture in packets and conversations, and what was talked', () => {
  const protocols = { eth: 12, ip: 12, tcp: 10, dns: 2, http: 0 };
  expect(lineOf({ fileType: 'pcap', capture: { packets: 12, protocols, conversations: 1 } })).toBe(
    '`f`, 12 packets, 1 conversation, tcp 10, dns 2, 1.500 s after boot',
  );
});

it('tells a trace in processes, threads and slices', () => {
  expect(lineOf({ fileType: 'perfetto', trace: { processes: 2, threads: 1, slices: 7, unreadSources: [] } })).toBe(
    '`f`, 12 events, 2 processes, 1 thread, 7 slices, 1.500 s after boot',
  );
});

it('names the device and the build once each, as text of the file', () => {
  const facts = { machine: 'Acme `X`', 'hardware name': 'Acme `X`', 'kernel version': '6.1.0' };
  expect(lineOf({ facts })).toBe('`f`, 12 lines, 1.500 s after boot, `6.1.0`, `` Acme `X` ``');
});

it('says which texts print other times than are told of them', () => {
  const of = (name: string, clockOffsetMs?: number) => ({ name, lines: 1, clock: 'none', clockOffsetMs });
  const documents = [of('a.log', -7_200_000), of('b.log', 47_000), of('c.log')] as unknown as Reading['documents'];
  expect(lineOf({ fileType: 'bundle', documents })).toBe(
    '`f`, 3 lines, 3 texts  \nTimes are converted to one clock and differ from what these lines print: `a.log` 2 h earlier, `b.log` 47 s later',
  );
});
