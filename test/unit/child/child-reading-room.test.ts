import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type ChildReadingRoomOptions, createChildReadingRoom } from '#node/child-reading-room.ts';
import { createChildSupply } from '#node/child-supply.ts';
import { findConfinement } from '#node/confinement.ts';
import { runChild } from '#node/run-child.ts';
import { parseFailure, parseFileType, parseReading } from '#service/child/reading-schema.ts';
import { parseReport } from '#service/child/report-schema.ts';
import { openReadingRoom } from '../../../src/commands/open-reading-room.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const children = resolve(import.meta.dirname, '../../fixtures/children');
const waitForEver = { signal: new AbortController().signal, progress() {} };

it('reads and investigates in a process of its own and keeps what was read', async () => {
  const folder = temporaryFolder();
  const path = folder.file(
    'upload',
    '[    1.000000] usb 1-1: new\n[    2.000000] Kernel panic - not syncing: Fatal exception\n',
  );
  const room = openReadingRoom();
  expect(await room.detect(path, 'a.log')).toBe('dmesg');
  const shares: number[] = [];
  const options = { signal: new AbortController().signal, progress: (share: number) => shares.push(share) };
  const result = await room.read({ path, name: 'a.log', folder: join(folder.path, 'reading') }, options);
  expect(result).toMatchObject({ ok: true, reading: { fileType: 'dmesg' } });
  if (!result.ok) return;
  expect(JSON.parse(readFileSync(join(folder.path, 'reading', 'reading.json'), 'utf8'))).toEqual(result.reading);
  const chunks: string[] = [];
  const report = await room.investigate(
    {
      files: [{ id: '1', name: 'a.log', folder: join(folder.path, 'reading'), reading: result.reading }],
      question: '',
      mode: 'deep',
      signal: options.signal,
      budgetMs: 60_000,
    },
    (event) => {
      if (event.type === 'report_chunk') chunks.push(event.text);
    },
  );
  expect(report.answer).toContain('Fatal exception');
  expect(chunks.join('')).toBe(report.answer);
});

it.each(['crash', 'silent', 'nonsense', 'wrong shape', 'elsewhere'])(
  'takes a child that does "%s" as a failure worth another try',
  async (name) => {
    expect(await readWith({}, name)).toMatchObject({
      ok: false,
      failure: { code: 'reader_failed', isPermanent: false },
    });
  },
);

it('ends a child that takes too long', async () => {
  const result = await readWith({ readDeadlineMs: 1500 }, 'hang');
  expect(result).toMatchObject({ ok: false, failure: { message: expect.stringContaining('took longer') } });
});

it('ends a child that takes too much memory', async () => {
  const result = await readWith({ maxBytes: 200 * 1024 * 1024 }, 'hoard');
  expect(result).toMatchObject({ ok: false, failure: { message: expect.stringContaining('memory') } });
});

it('ends the child when the reading is called off', async () => {
  const abort = new AbortController();
  const reason = new Error('called off');
  const pending = readWith({}, 'hang', { signal: abort.signal, progress: () => abort.abort(reason) });
  await expect(pending).rejects.toBe(reason);
});

it('lets a child read its file, write its folder, and nothing else', async () => {
  const result = await readWith({}, 'pry');
  expect(result).toMatchObject({
    ok: true,
    reading: {
      facts: {
        file: 'allowed',
        passwd: 'ERR_ACCESS_DENIED',
        folder: 'allowed',
        upload: 'ERR_ACCESS_DENIED',
        environment: '0',
      },
    },
  });
});

it('lets a child see neither network nor other processes, or says that it can', async () => {
  const { gaps } = await findConfinement();
  const isAllowed = (word: string) => gaps.some((gap) => gap.includes(word));
  const result = await readWith({}, 'pry');
  expect(result).toMatchObject({
    ok: true,
    reading: {
      facts: {
        interfaces: isAllowed('network') ? expect.any(String) : '0',
        processes: isAllowed('processes') ? expect.any(String) : 'alone',
      },
    },
  });
});

it('keeps one child ready for each kind of work, uses each once, and leaves nothing behind', async () => {
  const supply = createChildSupply({
    entry: join(children, 'misbehaving.ts'),
    programFolder: children,
    maxBytes: 512 * 1024 * 1024,
    spares: 1,
    compileCache: Promise.resolve(undefined),
  });
  const desks = new Set<string>();
  const pids = new Set<number | undefined>();
  const path = temporaryFolder().file('upload', 'text\n');
  for (let n = 0; n < 3; n++) {
    const child = await supply.take('read');
    desks.add(dirname(child.desk.inbox));
    const input = { path: child.desk.show(path), name: 'a.log', folder: child.desk.outbox };
    const task = { request: { type: 'read', input } as const, maxBytes: 512 * 1024 * 1024, deadlineMs: 60_000 };
    expect(await runChild(child, { ...task, ...waitForEver, onMessage() {} })).toMatchObject({ type: 'done' });
    pids.add(child.process.pid);
  }
  supply.close();
  expect([desks.size, pids.size, [...desks].filter(existsSync)]).toEqual([3, 3, []]);
});

it('does not let a quick search wait for a reading', async () => {
  const folder = temporaryFolder();
  const room = roomWith({ maxChildren: 1 });
  const reading = new AbortController();
  const isReading = Promise.withResolvers<void>();
  const input = { path: folder.file('upload', 'text\n'), name: 'hang', folder: join(folder.path, 'reading') };
  const pending = room.read(input, { signal: reading.signal, progress: () => isReading.resolve() });
  pending.catch(() => {});
  await isReading.promise;
  const { signal } = new AbortController();
  const search = room.investigate({ files: [], question: '', mode: 'quick', budgetMs: 60_000, signal }, () => {});
  // The stand-in child knows no investigations: that it fails at all shows that it was let in.
  await expect(search).rejects.toThrow('ended early');
  reading.abort(new Error('called off'));
  await expect(pending).rejects.toThrow('called off');
});

async function readWith(
  limits: { readDeadlineMs?: number; maxBytes?: number },
  name: string,
  options: { signal: AbortSignal; progress(fraction: number): void } = waitForEver,
) {
  const folder = temporaryFolder();
  const room = roomWith(limits);
  const path = folder.file('upload', 'text\n');
  const result = await room.read({ path, name, folder: join(folder.path, 'reading') }, options);
  expect(existsSync(join(folder.path, 'reading', 'reading.json'))).toBe(result.ok);
  return result;
}

function roomWith(limits: Partial<ChildReadingRoomOptions>) {
  return createChildReadingRoom({
    entry: join(children, 'misbehaving.ts'),
    programFolder: children,
    maxChildren: 2,
    maxKept: 2,
    maxBytes: 512 * 1024 * 1024,
    readDeadlineMs: 60_000,
    detectDeadlineMs: 60_000,
    spares: 0,
    parseFileType,
    parseReading,
    parseFailure,
    parseReport,
    ...limits,
  });
}
