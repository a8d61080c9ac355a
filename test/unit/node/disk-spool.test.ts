import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskSpool } from '../../../src/node/disk-spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logtriage-spool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const streamOf = (text: string) => new Blob([text]).stream();

it('leaves what is not its own, and removes what a process left half written', async () => {
  const spool = createDiskSpool(folder);
  const taken = await spool.take(streamOf('a'), { maxBytes: 10, signal });
  writeFileSync(join(folder, 'part-00000000-0000-4000-8000-000000000000'), 'half');
  mkdirSync(join(folder, 'lost+found'));
  writeFileSync(join(folder, 'notes of the operator'), 'mine');
  const sha256 = taken.status === 'taken' ? taken.sha256 : '';
  expect(await spool.sweep(Date.now() + 60_000, async (name) => name === sha256)).toBe(1);
  expect(readdirSync(folder).sort()).toEqual([sha256, 'lost+found', 'notes of the operator']);
});

it('takes nothing while the disk has no room, and says so as what people can mend', async () => {
  let roomBytes = 0;
  const spool = createDiskSpool(folder, { room: async () => roomBytes });
  const take = () => spool.take(streamOf('a'), { maxBytes: 10, signal });
  await expect(take()).rejects.toMatchObject({ reason: 'no_space', needsPeople: true, retryAfterMs: 60_000 });
  expect(readdirSync(folder)).toEqual([]);
  roomBytes = 1;
  expect((await take()).status).toBe('taken');
});

it('takes no more than its quota, what lay there before included, and goes on once something is gone', async () => {
  const before = createDiskSpool(folder);
  const first = await before.take(streamOf('123456'), { maxBytes: 10, signal });
  const spool = createDiskSpool(folder, { quotaBytes: 10 });
  const take = (text: string, expectedBytes?: number) =>
    spool.take(streamOf(text), { maxBytes: 10, expectedBytes, signal });
  await expect(take('abcde')).rejects.toMatchObject({ reason: 'over_quota', needsPeople: true, retryAfterMs: 60_000 });
  await expect(take('abcde', 5)).rejects.toMatchObject({ reason: 'over_quota' });
  expect((await take('abcd', 4)).status).toBe('taken');
  expect(await spool.usedBytes()).toBe(10);
  await spool.remove(first.status === 'taken' ? first.sha256 : '');
  expect((await take('abcde')).status).toBe('taken');
  expect(await spool.usedBytes()).toBe(9);
  expect(readdirSync(folder)).toHaveLength(2);
});

it('reads nothing of a file that was announced as larger than what is left', async () => {
  const spool = createDiskSpool(folder, { quotaBytes: 10 });
  let isRead = false;
  let isLetGo = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull() {
        isRead = true;
      },
      cancel() {
        isLetGo = true;
      },
    },
    { highWaterMark: 0 },
  );
  const taking = { maxBytes: 100, expectedBytes: 11, signal };
  await expect(spool.take(stream, taking)).rejects.toMatchObject({ reason: 'over_quota' });
  expect({ isRead, isLetGo }).toEqual({ isRead: false, isLetGo: true });
});

it('shares what is left with nobody while a file comes', async () => {
  const spool = createDiskSpool(folder, { quotaBytes: 10 });
  const gate = Promise.withResolvers<void>();
  const slow = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await gate.promise;
      controller.enqueue(Buffer.from('123456'));
      controller.close();
    },
  });
  const coming = spool.take(slow, { maxBytes: 10, expectedBytes: 6, signal });
  const other = spool.take(streamOf('abcdef'), { maxBytes: 10, expectedBytes: 6, signal });
  await expect(other).rejects.toMatchObject({ reason: 'over_quota' });
  gate.resolve();
  expect((await coming).status).toBe('taken');
});

it('lets go of what nobody needs where room is short, and of nothing else', async () => {
  const spool = createDiskSpool(folder, { quotaBytes: 10 });
  const hashes: string[] = [];
  for (const text of ['aaaa', 'bbbb']) {
    const taken = await spool.take(streamOf(text), { maxBytes: 10, signal });
    hashes.push(taken.status === 'taken' ? taken.sha256 : '');
  }
  const isNeeded = async (sha256: string) => sha256 === hashes[0];
  const taking = { maxBytes: 10, expectedBytes: 6, isNeeded, signal };
  expect((await spool.take(streamOf('cccccc'), taking)).status).toBe('taken');
  expect(await spool.find(hashes[0]!)).toEqual({ sizeBytes: 4 });
  expect(await spool.find(hashes[1]!)).toBeUndefined();
  await expect(
    spool.take(streamOf('dd'), { ...taking, expectedBytes: 2, isNeeded: async () => true }),
  ).rejects.toThrow();
});
