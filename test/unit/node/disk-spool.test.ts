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
  const spool = createDiskSpool(folder, async () => roomBytes);
  const take = () => spool.take(streamOf('a'), { maxBytes: 10, signal });
  await expect(take()).rejects.toMatchObject({ reason: 'no_space', needsPeople: true, retryAfterMs: 60_000 });
  expect(readdirSync(folder)).toEqual([]);
  roomBytes = 1;
  expect((await take()).status).toBe('taken');
});
