import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeTar, makeZip } from '../../support/make-archives.ts';
import { readingOf, readMadeFile } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = '2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR disk full on /var\n';
const kernel =
  '[    1.000000] usb 1-1: new device\n[    2.000000] Kernel panic - not syncing: Attempted to kill init!\n';

describe('a bundle', () => {
  it('types every member and names its document by the path in the archive', async () => {
    const reading = await readingOf(
      temporaryFolder(),
      'case.zip',
      makeZip([
        { name: 'var/log/app.log', content: log },
        { name: 'kernel.txt', content: kernel },
        { name: 'router.cfg', content: '!\nhostname r1\n!\ninterface Ethernet0\n ip address 10.0.0.1 255.0.0.0\n!\n' },
      ]),
    );
    expect(reading.fileType).toBe('bundle');
    expect(reading.members?.map(({ name, fileType }) => [name, fileType])).toEqual([
      ['var/log/app.log', 'log'],
      ['kernel.txt', 'dmesg'],
      ['router.cfg', 'config'],
    ]);
    expect(reading.documents.map(({ name }) => name)).toEqual(['var/log/app.log', 'kernel.txt', 'router.cfg']);
    expect(reading.members?.[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(reading.crash?.title).toContain('Attempted to kill init');
  });

  it('writes hostile names nowhere and tells links apart', async () => {
    const folder = temporaryFolder();
    const reading = await readingOf(
      folder,
      'evil.tar',
      await makeTar([
        { name: '../../../escape.log', content: log },
        { name: 'etc/shadow', type: 'symlink', linkname: '/etc/shadow' },
        { name: 'device', type: 'character-device' },
        { name: '/absolute.log', content: log },
      ]),
    );
    expect(reading.documents.map(({ name }) => name)).toEqual(['escape.log', 'absolute.log']);
    expect(reading.unread).toContain('2 links or devices in the archive were left out.');
    expect(readdirSync(folder.path).sort()).toEqual(['reading', 'upload']);
    for (const { path } of reading.documents) expect(path).toMatch(/^documents\/\d+-[0-9a-f]+$/);
  });

  it('counts the files and lines of archives within it as its own', async () => {
    const old = ['1.log', '2.log'].map((name) => ({ name, content: log.replace('disk', `disk ${name}`) }));
    const outer = makeZip([
      { name: 'new.log', content: `${log}2026-11-01T10:00:02Z INFO end\n` },
      { name: 'inner.tar.gz', content: gzipSync(await makeTar(old)) },
    ]);
    const { facts } = await readingOf(temporaryFolder(), 'outer.zip', outer);
    expect(facts).toMatchObject({ Files: 3, lines: 7 });
    expect(Object.keys(facts).filter((name) => name.includes('inner.tar.gz'))).toEqual([]);
  });

  it('reads a compressed tar, and a compressed member as its content', async () => {
    const tar = gzipSync(await makeTar([{ name: 'a.log', content: log }]));
    const reading = await readingOf(
      temporaryFolder(),
      'outer.zip',
      makeZip([
        { name: 'inner.tar.gz', content: tar },
        { name: 'b.log.gz', content: gzipSync(log) },
      ]),
    );
    expect(reading.members?.map(({ name, fileType }) => [name, fileType])).toEqual([
      ['inner.tar.gz', 'bundle'],
      ['inner.tar.gz/a.log', 'log'],
      ['b.log.gz', 'log'],
    ]);
  });

  it('opens two archives deep and says what lies deeper', async () => {
    const nest = (content: Buffer, name: string) => makeZip([{ name, content }]);
    const inner = makeZip([{ name: 'deep.log', content: log }]);
    const two = nest(nest(inner, '2.zip'), '1.zip');
    const read = await readingOf(temporaryFolder(), 'ok.zip', two);
    expect(read.documents.map(({ name }) => name)).toEqual(['1.zip/2.zip/deep.log']);
    const three = await readingOf(temporaryFolder(), 'deep.zip', nest(two, '0.zip'));
    expect(three.documents).toEqual([]);
    expect(three.unread.join()).toContain('too deep');
  });

  it('reads what is not encrypted and says what is', async () => {
    const members = [
      { name: 'open.log', content: log },
      { name: 'secret.log', content: log, isEncrypted: true },
    ];
    const reading = await readingOf(temporaryFolder(), 'half.zip', makeZip(members));
    expect(reading.documents.map(({ name }) => name)).toEqual(['open.log']);
    expect(reading.unread).toContain('secret.log: encrypted, not read.');
    const none = await readMadeFile(temporaryFolder(), 'all.zip', makeZip([members[1]!]));
    expect(none).toMatchObject({ ok: false, failure: { code: 'encrypted', isPermanent: true } });
  });

  it('finds the members of a zip whose end is missing', async () => {
    const zip = makeZip([
      { name: 'a.log', content: log },
      { name: 'b.log', content: log },
    ]);
    const reading = await readingOf(temporaryFolder(), 'cut.zip', zip.subarray(0, zip.indexOf('PK\x01\x02')));
    expect(reading.documents.map(({ name }) => name)).toEqual(['a.log', 'b.log']);
    expect(reading.unread[0]).toContain('damaged');
  });

  it('reads a tar that is cut off within a member as far as it goes', async () => {
    const long = log.repeat(2000);
    const tar = await makeTar([
      { name: 'whole.log', content: log },
      { name: 'cut.log', content: long },
    ]);
    const folder = temporaryFolder();
    const reading = await readingOf(folder, 'cut.tar', tar.subarray(0, 60_000));
    expect(reading.documents.map(({ name }) => name)).toEqual(['whole.log', 'cut.log']);
    const kept = readFileSync(join(folder.path, 'reading', reading.documents[1]!.path), 'utf8');
    expect(long.startsWith(kept)).toBe(true);
    expect(kept.length).toBeGreaterThan(50_000);
    expect(reading.unread.join()).toContain('cut.log: damaged after');
  });
});

it('tells how many lines there are in all, not in each of many', async () => {
  const members = ['a', 'b', 'c'].map((name) => ({
    name: `${name}.log`,
    content: `${log}${log.replaceAll('disk', name)}`,
  }));
  const { facts } = await readingOf(temporaryFolder(), 'logs.zip', makeZip(members));
  expect(facts.lines).toBe(12);
  expect(Object.keys(facts).filter((label) => label.startsWith('lines ('))).toEqual([]);
});

describe('the limits of unpacking', () => {
  it('refuses a bomb and reads its harmless neighbours', async () => {
    const bomb = { name: 'zeros.bin', content: Buffer.alloc(12 * 1024 * 1024) };
    const alone = await readMadeFile(temporaryFolder(), 'bomb.zip', makeZip([bomb]));
    expect(alone).toMatchObject({ ok: false, failure: { code: 'limit_exceeded', isPermanent: true } });
    const reading = await readingOf(temporaryFolder(), 'mixed.zip', makeZip([{ name: 'a.log', content: log }, bomb]));
    expect(reading.documents.map(({ name }) => name)).toEqual(['a.log']);
    expect(reading.unread.join()).toContain('zeros.bin: swells more than 200-fold');
  });

  it('stops at the number of members', async () => {
    const many = makeZip(Array.from({ length: 5 }, (_, n) => ({ name: `${n}.log`, content: log })));
    const reading = await readingOf(temporaryFolder(), 'many.zip', many, { maxMembers: 3 });
    expect(reading.documents).toHaveLength(3);
    expect(reading.unread.join()).toContain('Unpacking stopped');
  });

  it('counts what nested archives unpack against the same total', async () => {
    const inner = makeZip([{ name: 'x.log', content: log.repeat(50) }]);
    const outer = makeZip([
      { name: '1.zip', content: inner },
      { name: '2.zip', content: inner },
    ]);
    const reading = await readingOf(temporaryFolder(), 'o.zip', outer, {
      maxExpandedBytes: inner.length * 2 + log.length * 60,
    });
    expect(reading.documents.map(({ name }) => name)).toEqual(['1.zip/x.log']);
    expect(reading.unread.join()).toContain('2.zip: not read.');
  });

  it('refuses a single compressed file that swells without end', async () => {
    const result = await readMadeFile(temporaryFolder(), 'z.log.gz', gzipSync(Buffer.alloc(20 * 1024 * 1024)));
    expect(result).toMatchObject({ ok: false, failure: { code: 'limit_exceeded' } });
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['empty.log', Buffer.alloc(0), 'file_empty'],
    ['empty.zip', makeZip([]), 'file_empty'],
    ['empty.log.gz', gzipSync(''), 'file_empty'],
    [
      'noise.bin',
      Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * 7919 + (n >> 3) * 104_729) & 255)),
      'unsupported',
    ],
    ['broken.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 255, 255, 255]), 'unreadable'],
  ])('%s fails for good with a plain reason', async (name, content, code) => {
    const result = await readMadeFile(temporaryFolder(), name, content);
    expect(result).toMatchObject({ ok: false, failure: { code, isPermanent: true } });
  });

  it('is not a log with a run of zero bytes in it', async () => {
    const content = Buffer.concat([Buffer.from(log), Buffer.alloc(4096), Buffer.from(log)]);
    expect((await readingOf(temporaryFolder(), 'crashed.log', content)).fileType).toBe('log');
  });

  it('is not a log in UTF-16', async () => {
    const reading = await readingOf(temporaryFolder(), 'windows.log', Buffer.from(`\ufeff${log}`, 'utf16le'));
    expect(reading).toMatchObject({ fileType: 'log', documents: [{ lines: 2, clock: 'absolute' }] });
  });
});
