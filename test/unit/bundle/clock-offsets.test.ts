import { describe, expect, it } from 'vitest';
import type { Reading } from '#service/formats/reading.ts';
import { openLines } from '#service/lines/open-lines.ts';
import { makeZip } from '../../support/make-archives.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-11-01T10:00:00Z');
const messages = [
  'the session of alice has been opened',
  'disk sdb1 has no space left on it',
  'restarting the ingest worker now',
  'the session of alice has been closed',
  'nightly backup has begun at last',
];
const logAt = (startMs: number, lines: readonly string[], stepMs = minuteMs) =>
  lines.map((text, n) => `${new Date(startMs + n * stepMs).toISOString()} ERROR ${text}\n`).join('');
/** As an application prints that names no zone. */
const localAt = (startMs: number, lines: readonly string[], stepMs = minuteMs) =>
  logAt(startMs, lines, stepMs).replaceAll('T', ' ').replaceAll('Z', '');

async function bundleOf(files: Readonly<Record<string, string>>): Promise<Reading> {
  const members = Object.entries(files).map(([name, content]) => ({ name, content }));
  return await readingOf(temporaryFolder(), 'case.zip', makeZip(members));
}

const offsetsIn = (reading: Reading) => reading.findings.filter(({ rule }) => rule === 'bundle.clock-offset');

describe('clocks that differ between files', () => {
  it('are told by the lines both have, with the lines that prove it', async () => {
    const reading = await bundleOf({
      'a.log': logAt(start, messages),
      'b.log': logAt(start - 90_000, [...messages, 'only this one says so']),
    });
    const [finding] = offsetsIn(reading);
    const [ahead, behind] = [`The clock of a.log is 90.0 s ahead of`, `The clock of b.log is 90.0 s behind`];
    expect([`${ahead} that of b.log`, `${behind} that of a.log`]).toContain(finding?.title);
    expect(finding?.explanation).toContain('5 lines are in');
    expect(finding?.explanation).toMatch(/within 0\.\d+ s/);
    expect(finding?.evidence.map(({ document }) => document).sort()).toEqual(['a.log', 'b.log']);
  });

  it('are told by the ids of requests, though no line stands in both', async () => {
    const ids = ['req-7f3a9c21', 'req-99ab01ff', 'req-c0ffee42', 'req-12ab34cd'];
    const reading = await bundleOf({
      'nginx.log': logAt(
        start,
        ids.map((id) => `GET /cart 502 upstream ${id}`),
        7000,
      ),
      'app.log': logAt(
        start - 300_000,
        ids.map((id) => `[${id}] connection to db refused`),
        7000,
      ),
    });
    expect(offsetsIn(reading)[0]?.title).toMatch(/300\.0 s (?:behind|ahead of)/);
    expect(offsetsIn(reading)[0]?.explanation).toContain('4 ids are in');
  });

  it('are local time where a file names no zone and the difference is one of zones', async () => {
    const lines = [
      ...messages,
      'a sixth line of its own kind',
      'and a seventh line after it',
      'eight is enough of them',
    ];
    const reading = await bundleOf({
      'app.log': localAt(start + 120 * minuteMs, lines, 2 * minuteMs),
      'gateway.log': logAt(start, lines, 2 * minuteMs),
    });
    expect(offsetsIn(reading)[0]?.title).toBe(
      'app.log prints local time without naming its zone: UTC+02:00 by gateway.log',
    );
    expect(reading.facts['Reference clock']).toBe(
      'gateway.log: it names its time zone, 8 of its events are in other files too',
    );
    const [app, gateway] = ['app.log', 'gateway.log'].map((name) => reading.documents.find((one) => one.name === name));
    expect(app?.firstTimeMs).toBe(gateway?.firstTimeMs);
  });

  it('are told by the clock most files agree on', async () => {
    const shifted = logAt(start + 40_000, messages);
    const reading = await bundleOf({
      'a.log': shifted,
      'b.log': logAt(start, messages),
      'c.log': logAt(start, messages).replaceAll('ERROR', 'WARN'),
    });
    expect(offsetsIn(reading).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^The clock of a\.log is 40\.0 s ahead of that of [bc]\.log$/),
    ]);
    expect(reading.facts['Reference clock']).toContain('2 files agree on it');
  });

  it('put times, findings and looking up on one clock, the quoted lines staying as they are', async () => {
    const folder = temporaryFolder();
    const members = [
      { name: 'a.log', content: logAt(start, messages).replaceAll('ERROR', 'INFO') },
      { name: 'b.log', content: logAt(start - 30_000, messages) },
      { name: 'c.log', content: logAt(start, messages) },
    ];
    const reading = await readingOf(folder, 'case.zip', makeZip(members));
    const info = reading.documents.find(({ name }) => name === 'b.log')!;
    expect(info.clockOffsetMs).toBe(30_000);
    await using document = await openLines(`${folder.path}/reading`, info);
    expect((await document.meta(1)).timeMs).toBe(start);
    expect((await document.search({ fromTimeMs: start, toTimeMs: start, limit: 5 })).lines).toEqual([1]);
    expect((await document.lines(1, 1))[0]).toContain(new Date(start - 30_000).toISOString());
    expect((await document.marks!(1, 2)).timesMs[0]).toBe(start);
    expect((await document.histogram(1, {}))[0]?.startMs).toBe(start);
  });

  it('hold for the older pieces of a rotated log too', async () => {
    const reading = await bundleOf({
      'a.log': logAt(start, messages),
      'c.log': logAt(start, messages),
      'b.log': logAt(start - 90_000, messages),
      'b.log.1': logAt(start - 3_600_000, ['something else that happened before', 'and another thing before it']),
    });
    expect(reading.documents.find(({ name }) => name === 'b.log.1')?.clockOffsetMs).toBe(90_000);
  });
});

describe('nothing is claimed of clocks', () => {
  it.each([
    ['no line stands in both', messages.map((text) => text.split('').reverse().join('')), 90_000, minuteMs],
    ['both only print what every start prints', messages, 90_000, 1000],
    ['both print it on the hour, as jobs begin on it', messages, 3_600_000, 1000],
  ])('where %s', async (_, lines, offsetMs, stepMs) => {
    const reading = await bundleOf({
      'node-1/app.log': logAt(start, messages, stepMs),
      'node-2/app.log': localAt(start - offsetMs, lines, stepMs),
    });
    expect(offsetsIn(reading)).toEqual([]);
    expect(reading.documents.every(({ clockOffsetMs }) => clockOffsetMs === undefined)).toBe(true);
  });
});

it('ties a kernel log to the wall clock by what the system log repeats of it', async () => {
  const kernel = [
    'usb 1-1: new high-speed USB device',
    'EXT4-fs error (device sda1): bad entry',
    'eth0: link is down for a while',
  ];
  const reading = await bundleOf({
    syslog: kernel
      .map((text, n) => `${new Date(start + n * 1000).toISOString()} host kernel: [  10${n}.000000] ${text}\n`)
      .join(''),
    'dmesg.txt': kernel.map((text, n) => `[  10${n}.000000] ${text}\n`).join(''),
  });
  expect(reading.facts['Clock of dmesg.txt']).toBe('since boot; boot was at 2026-11-01T09:58:20.000Z by syslog');
  const event = reading.timeline.find(({ document }) => document === 'dmesg.txt');
  expect(event && new Date(event.timeMs).toISOString()).toBe('2026-11-01T10:00:01.000Z');
  const told = reading.findings.filter(({ title }) => title.startsWith('ext4 errors'));
  expect(told.map(({ evidence }) => evidence.map(({ document }) => document))).toEqual([['dmesg.txt', 'syslog']]);
});
