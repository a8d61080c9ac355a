import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Spool } from '../../src/bot/cases/spool.ts';
import { createR2Spool } from '../../src/cloudflare/r2-spool.ts';
import { createDiskSpool } from '../../src/node/disk-spool.ts';
import { startBindings } from '../support/d1-database.ts';
import { missingWorkerd } from '../support/entries/wrangler.ts';

interface SpoolUnderTest {
  spool: Spool;
  /** A spool over the same place that may take so much. */
  withQuota(quotaBytes: number): Spool;
  /** What lies there under any name. */
  count(): Promise<number>;
  empty(): Promise<void>;
  close(): unknown;
}

async function openDisk(): Promise<SpoolUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-spool-'));
  return {
    spool: createDiskSpool(folder),
    withQuota: (quotaBytes) => createDiskSpool(folder, { quotaBytes }),
    count: async () => readdirSync(folder).length,
    async empty() {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openR2(): Promise<SpoolUnderTest> {
  const { FILES, close } = await startBindings();
  const keys = async () =>
    (await FILES.list({ prefix: '', include: ['customMetadata'] })).objects.map(({ key }) => key);
  return {
    spool: createR2Spool(FILES),
    withQuota: (quotaBytes) => createR2Spool(FILES, { quotaBytes }),
    count: async () => (await keys()).filter((key) => !key.includes('/names/')).length,
    empty: async () => FILES.delete(await keys()),
    close,
  };
}

const { signal } = new AbortController();
const streamOf = (bytes: string | Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream();
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Times of files are told apart by the millisecond. */
async function untilLater() {
  for (const now = Date.now(); Date.now() < now + 2; ) await new Promise(setImmediate);
}
const soon = () => Date.now() + 60_000;

describe.each([
  { name: 'a disk', open: openDisk, missing: () => undefined },
  { name: 'R2', open: openR2, missing: missingWorkerd },
])('a spool on $name', ({ open, missing }) => {
  describe.skipIf(missing())('', () => {
    let subject: SpoolUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    beforeEach(() => subject.empty());
    afterAll(() => subject?.close());

    it('keeps a whole stream under its hash and gives it back, whole and in parts', async () => {
      const { spool, count } = subject;
      const sha256 = hashOf('the bytes');
      expect(await spool.take(streamOf('the bytes'), { maxBytes: 100, signal })).toEqual({
        status: 'taken',
        sha256,
        sizeBytes: 9,
      });
      expect(await spool.find(sha256)).toEqual({ sizeBytes: 9 });
      expect(await new Response(await spool.open(sha256)).text()).toBe('the bytes');
      expect(await new Response(await spool.open(sha256, 4, 7)).text()).toBe('byt');
      expect(await new Response(await spool.open(sha256, 4)).text()).toBe('bytes');
      expect(await new Response(await spool.open(sha256, 4, 100)).text()).toBe('bytes');
      expect(await new Response(await spool.open(sha256, 9)).text()).toBe('');
      expect(await count()).toBe(1);
    });

    it.each([0, 8 * 1024 * 1024, 20_000_001])('keeps %d bytes as they are', async (sizeBytes) => {
      const bytes = new Uint8Array(randomBytes(sizeBytes));
      const taken = await subject.spool.take(streamOf(bytes), { maxBytes: 30_000_000, signal });
      expect(taken).toEqual({ status: 'taken', sha256: hashOf(bytes), sizeBytes });
      expect(hashOf(await new Response(await subject.spool.open(hashOf(bytes))).bytes())).toBe(hashOf(bytes));
    });

    it('leaves nothing behind of what is too large, cut short or called off', async () => {
      const { spool, count } = subject;
      const large = new Uint8Array(9_000_000);
      expect(await spool.take(streamOf(large), { maxBytes: 8_900_000, signal })).toEqual({ status: 'too_large' });
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
      expect(await count()).toBe(0);
    });

    it('takes the same content twice, also at once, and forgets it at once', async () => {
      const { spool, count } = subject;
      const take = () => spool.take(streamOf('twice'), { maxBytes: 100, signal });
      await Promise.all([take(), take()]);
      expect(await new Response(await spool.open(hashOf('twice'))).text()).toBe('twice');
      await spool.remove(hashOf('twice'));
      expect(await spool.find(hashOf('twice'))).toBeUndefined();
      await spool.remove(hashOf('twice'));
      await spool.sweep(soon());
      expect(await count()).toBe(0);
    });

    it('refuses a name that is no hash, and knows nothing of what it never took', async () => {
      const { spool } = subject;
      await expect(spool.find('../../etc/passwd')).rejects.toThrow();
      expect(await spool.find(hashOf('never'))).toBeUndefined();
      await expect(spool.open(hashOf('never')).then((stream) => new Response(stream).text())).rejects.toThrow();
    });

    it('refuses what passes its quota, announced or not, and keeps nothing of it', async () => {
      const { withQuota, count } = subject;
      const spool = withQuota(10);
      await spool.take(streamOf('six by'), { maxBytes: 100, signal });
      const refused = { code: 'unavailable', reason: 'over_quota' };
      const stream = streamOf('unread');
      await expect(spool.take(stream, { maxBytes: 100, expectedBytes: 5, signal })).rejects.toMatchObject(refused);
      await expect(stream.getReader().read()).resolves.toMatchObject({ done: true });
      await expect(spool.take(streamOf('five5'), { maxBytes: 100, signal })).rejects.toMatchObject(refused);
      expect(await count()).toBe(1);
      await spool.take(streamOf('four'), { maxBytes: 100, expectedBytes: 4, signal });
      expect(await count()).toBe(2);
    });

    it('lets go of what nobody needs, the oldest first, where its quota is short', async () => {
      const { withQuota, count } = subject;
      const spool = withQuota(10);
      const isNeeded = async (sha256: string) => sha256 === hashOf('kept');
      for (const text of ['kept', 'old1', 'new2']) {
        await spool.take(streamOf(text), { maxBytes: 100, expectedBytes: 4, isNeeded, signal });
        await untilLater();
      }
      expect(await spool.find(hashOf('old1'))).toBeUndefined();
      for (const text of ['kept', 'new2']) expect(await spool.find(hashOf(text))).toEqual({ sizeBytes: 4 });
      expect(await count()).toBe(2);
    });

    it('sweeps what nobody used since, unless it is still needed', async () => {
      const { spool, count } = subject;
      await spool.take(streamOf('a'), { maxBytes: 10, signal });
      await spool.take(streamOf('b'), { maxBytes: 10, signal });
      expect(await spool.sweep(Date.now() - 60_000)).toBe(0);
      expect(await spool.sweep(soon(), async (sha256) => sha256 === hashOf('a'))).toBe(1);
      expect(await new Response(await spool.open(hashOf('a'))).text()).toBe('a');
      expect(await spool.find(hashOf('b'))).toBeUndefined();
      expect(await spool.sweep(soon())).toBe(1);
      expect(await count()).toBe(0);
    });
  });
});
