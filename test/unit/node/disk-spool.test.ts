import { createHash } from 'node:crypto';
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

it('keeps a whole stream under its hash and gives it back', async () => {
  const spool = createDiskSpool(folder);
  const sha256 = createHash('sha256').update('the bytes').digest('hex');
  expect(await spool.take(streamOf('the bytes'), { maxBytes: 100, signal })).toEqual({
    status: 'taken',
    sha256,
    sizeBytes: 9,
  });
  expect(await spool.find(sha256)).toEqual({ sizeBytes: 9 });
  expect(await new Response(await spool.open(sha256)).text()).toBe('the bytes');
  expect(readdirSync(folder).sort()).toEqual([sha256]);
});

it('leaves nothing behind of what is too large, cut short or called off', async () => {
  const spool = createDiskSpool(folder);
  expect(await spool.take(streamOf('x'.repeat(101)), { maxBytes: 100, signal })).toEqual({ status: 'too_large' });
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(10));
      controller.error(new Error('reset'));
    },
  });
  await expect(spool.take(broken, { maxBytes: 100, signal })).rejects.toMatchObject({ code: 'unavailable' });
  const abort = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(1));
      abort.abort();
    },
  });
  await expect(spool.take(endless, { maxBytes: 1_000, signal: abort.signal })).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses a name that is no hash', async () => {
  await expect(createDiskSpool(folder).find('../../etc/passwd')).rejects.toThrow();
});

it('sweeps what nobody used since', async () => {
  const spool = createDiskSpool(folder);
  await spool.take(streamOf('a'), { maxBytes: 10, signal });
  expect(await spool.sweep(Date.now() - 60_000)).toBe(0);
  expect(await spool.sweep(Date.now() + 60_000)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it('keeps what is still needed, and removes what a process left half written', async () => {
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
  const spool = createDiskSpool(folder, async () => roomBytes);
  const take = () => spool.take(streamOf('a'), { maxBytes: 10, signal });
  await expect(take()).rejects.toMatchObject({ reason: 'no_space', needsPeople: true, retryAfterMs: 60_000 });
  expect(readdirSync(folder)).toEqual([]);
  roomBytes = 1;
  expect((await take()).status).toBe('taken');
});
