import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { familyOf } from '#service/formats/bundle/log-family.ts';
import { makeZip } from '../../support/make-archives.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const pieceOf = (day: number, lines: number) =>
  Array.from(
    { length: lines },
    (_, n) =>
      `2026-11-0${day}T10:${String(n).padStart(2, '0')}:00Z ERROR write of job ${day}${n} failed: no space left on device\n`,
  ).join('');

it('reads the pieces of a rotated log as one history in order, and tells what recurs in them once', async () => {
  const reading = await readingOf(
    temporaryFolder(),
    'case.zip',
    makeZip([
      { name: 'var/log/app.log', content: pieceOf(5, 4) },
      { name: 'etc/app.ini', content: '[a]\nx=1\n' },
      { name: 'var/log/app.log.1', content: pieceOf(4, 3) },
      { name: 'var/log/app.log.2.gz', content: gzipSync(pieceOf(3, 2)) },
    ]),
  );
  expect(reading.documents.map(({ name }) => name)).toEqual([
    'var/log/app.log.2.gz',
    'var/log/app.log.1',
    'var/log/app.log',
    'etc/app.ini',
  ]);
  expect(reading.facts['History of var/log/app.log']).toBe('3 files, oldest first: app.log.2.gz, app.log.1, app.log');
  const full = reading.findings.filter(({ title }) => title.startsWith('No space left'));
  expect(full.map(({ count }) => count)).toEqual([9]);
  expect(full[0]?.evidence.slice(0, 3).map(({ document }) => document)).toEqual([
    'var/log/app.log.2.gz',
    'var/log/app.log.1',
    'var/log/app.log',
  ]);
  expect(new Date(full[0]!.firstTimeMs!).toISOString()).toBe('2026-11-03T10:00:00.000Z');
  expect(new Date(full[0]!.lastTimeMs!).toISOString()).toBe('2026-11-05T10:03:00.000Z');
});

it('knows the pieces of a log by the ways they are numbered and dated, and takes nothing else for one', () => {
  const pieces = ['a/app.log', 'a/app.log.1', 'a/app.log.12.gz', 'a/app.log-20261101.xz', 'a/app.log.2026-11-01-10'];
  expect(new Set(pieces.map(familyOf))).toEqual(new Set(['a/app.log']));
  expect(['b/app-2026-11-01.log', 'b/app.3.log'].map(familyOf)).toEqual(['b/app.log', 'b/app.log']);
  const others = ['a/node1.log', 'a/node2.log', 'a/ipv4.conf', 'a/eth0.10', 'b/app.log'];
  expect(new Set(others.map(familyOf)).size).toBe(5);
});

it('counts a log once that lies in the archive twice, and says where', async () => {
  const log = pieceOf(5, 4);
  const reading = await readingOf(
    temporaryFolder(),
    'case.zip',
    makeZip([
      { name: 'logs/app.log', content: log },
      { name: 'backup/copy of app.log', content: log },
      { name: 'node-1/app.ini', content: '[a]\nx=1\n' },
      { name: 'node-2/app.ini', content: '[a]\nx=1\n' },
    ]),
  );
  expect(reading.documents.map(({ name }) => name)).toEqual(['logs/app.log', 'node-1/app.ini', 'node-2/app.ini']);
  expect(reading.members).toHaveLength(4);
  expect(reading.unread).toEqual(['backup/copy of app.log: it has the same bytes as logs/app.log and is read there.']);
});
