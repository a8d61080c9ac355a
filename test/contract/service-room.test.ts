import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#core/metrics.ts';
import { startService } from '../support/service-under-test.ts';

const mebi = 1024 * 1024;

async function startOnDisk() {
  const disk = { roomBytes: 100 * mebi };
  const metrics = createMetrics();
  const under = await startService({}, { roomForFiles: async () => disk.roomBytes, metrics });
  onTestFinished(() => under[Symbol.asyncDispose]());
  const { key } = await under.addUserWithKey();
  return { under, key, disk, metrics };
}

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.log"\r\n\r\n';
const headers = { 'content-type': 'multipart/form-data; boundary=b' };

test('uploads that come at one time do not share what room the disk has', async () => {
  const { under, key, disk, metrics } = await startOnDisk();
  disk.roomBytes = 1.5 * mebi;
  const content = 'a line of the log\n'.repeat(mebi / 18);
  const answers = await Promise.all(['a.log', 'b.log'].map((name) => under.upload(key, name, content)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503]);
  const refused = answers.find(({ status }) => status === 503)!;
  expect(refused.body.data).toMatchObject({ error_code: 'storage_full' });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await metrics.render()).toMatch(/uploads_refused_for_room_total 1\b/);
  disk.roomBytes = 3 * mebi;
  expect((await under.upload(key, 'b.log', content)).status).toBe(201);
});

test('an upload that nobody measured ends when the room does, and leaves nothing behind', async () => {
  const { under, key, disk } = await startOnDisk();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === 0) controller.enqueue(Buffer.from(head));
      sent += 1;
      if (sent === 20) disk.roomBytes = 0;
      if (sent < 60) return controller.enqueue(new Uint8Array(mebi).fill(65));
      controller.enqueue(Buffer.from('\r\n--b--\r\n'));
      controller.close();
    },
  });
  const init = { body, headers, duplex: 'half' } as RequestInit;
  const refused = await under.call(key, 'POST', '/api/v1/upload', init);
  expect(refused.body.data).toMatchObject({ error_code: 'storage_full' });
  expect(readdirSync(under.dataDir, { recursive: true }).filter((name) => String(name).includes('upload'))).toEqual([]);
});

test('a file waits to be read until there is room to read it in', async () => {
  const { under, key, disk } = await startOnDisk();
  const { body } = await under.upload(key, 'a.log', 'one line\n');
  const status = async () => (await under.call(key, 'GET', `/api/v1/files/${body.data.id}`)).body.data.status;
  disk.roomBytes = -1;
  await under.service.drain();
  expect(await status()).toBe('ANALYZING');
  disk.roomBytes = 100 * mebi;
  under.clock.advance(60_000);
  await under.service.drain();
  expect(await status()).toBe('COMPLETED');
});
