import { expect, it } from 'vitest';
import { makeZip } from '../../support/make-archives.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const messages = [
  'session 4711 opened for alice',
  'disk sdb1 has no space left',
  'restarting the ingest worker now',
  'session 4711 closed for alice',
  'nightly backup has begun at last',
];
const start = Date.parse('2026-11-01T10:00:00Z');
const logAt = (startMs: number, lines: readonly string[]) =>
  lines.map((text, n) => `${new Date(startMs + n * 10_000).toISOString()} ERROR ${text}\n`).join('');

it('tells how far the clocks of two files are apart, by the lines both have', async () => {
  const zip = makeZip([
    { name: 'a.log', content: logAt(start, messages) },
    { name: 'b.log', content: logAt(start - 90_000, [...messages, 'only this one says so']) },
  ]);
  const reading = await readingOf(temporaryFolder(), 'two.zip', zip);
  const finding = reading.findings.find(({ rule }) => rule === 'bundle.clock-offset');
  expect(finding?.title).toBe('The clock of b.log is 90.0 s behind that of a.log');
  expect(finding?.evidence.map(({ document }) => document)).toEqual(['b.log', 'a.log']);
});

it('ties a kernel log to the wall clock by what the system log repeats of it', async () => {
  const kernel = [
    'usb 1-1: new high-speed USB device',
    'EXT4-fs error (device sda1): bad entry',
    'eth0: link is down for a while',
  ];
  const zip = makeZip([
    {
      name: 'syslog',
      content: kernel
        .map((text, n) => `${new Date(start + n * 1000).toISOString()} host kernel: [  10${n}.000000] ${text}\n`)
        .join(''),
    },
    { name: 'dmesg.txt', content: kernel.map((text, n) => `[  10${n}.000000] ${text}\n`).join('') },
  ]);
  const reading = await readingOf(temporaryFolder(), 'host.zip', zip);
  expect(reading.facts['Clock of dmesg.txt']).toBe('since boot; boot was at 2026-11-01T09:58:20.000Z by syslog');
  const event = reading.timeline.find(({ document }) => document === 'dmesg.txt');
  expect(event && new Date(event.timeMs).toISOString()).toBe('2026-11-01T10:00:01.000Z');
});

it('guesses nothing where no line stands in both', async () => {
  const zip = makeZip([
    { name: 'a.log', content: logAt(start, messages) },
    {
      name: 'b.log',
      content: logAt(
        start - 90_000,
        messages.map((text) => text.split('').reverse().join('')),
      ),
    },
  ]);
  const reading = await readingOf(temporaryFolder(), 'two.zip', zip);
  expect(reading.findings.some(({ rule }) => rule === 'bundle.clock-offset')).toBe(false);
});
