import { expect, it } from 'vitest';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import { createPlainReadingRoom } from '../../support/plain-reading-room.ts';
import { startService } from '../../support/service-under-test.ts';

it('shows what tshark said as text, marked as not checked', async () => {
  const plain = createPlainReadingRoom();
  const lines = ['  1  Sequence  HTTP  GET /<img src=x onerror=alert(1)>'];
  const readingRoom: ReadingRoom = {
    ...plain,
    async read(input, options) {
      const result = await plain.read(input, options);
      if (!result.ok) return result;
      const tshark = { version: '4.0.17', note: 'It <stopped>.', parts: [{ title: 'Expert information', lines }] };
      return { ok: true, reading: { ...result.reading, tshark } };
    },
  };
  await using under = await startService({}, { readingRoom });
  const { cookie, user } = await under.addSignedIn();
  const key = (await under.callSignedIn(cookie, 'POST', '/console/api/keys', { name: user.email })).body.data.key;
  const id = await under.completed(key, 'a.log', 'first\nsecond\n');
  const { body } = await under.call(undefined, 'GET', `/console/files/${id}`, { headers: { cookie } });
  expect(body).toContain('From tshark 4.0.17 (not checked by logtriage)');
  expect(body).toContain('GET /&lt;img src=x onerror=alert(1)&gt;');
  expect(body).toContain('It &lt;stopped&gt;.');
});
