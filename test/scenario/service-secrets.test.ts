import { expect, it } from 'vitest';
import { createLog } from '../../src/node/logger.ts';
import { openStream, refusedUpgrade } from '../support/open-stream.ts';
import { startService } from '../support/service-under-test.ts';

it('N-14 AUTH-10 WS-21 writes no key, token, password or secret to the log at debug level', async () => {
  const lines: string[] = [];
  await using under = await startService({}, { log: createLog('debug', (line) => lines.push(line)) });
  const { key } = await under.addUserWithKey();
  const { cookie, token } = await under.addSignedIn();
  const json = { 'content-type': 'application/json' };
  const id = await under.completed(key, 'a.log', 'an error\n');
  await under.call(key, 'GET', `/api/v1/files?key=${key}`);
  await under.call(undefined, 'GET', '/api/v1/files', { headers: { authorization: `Bearer ${key}` } });
  const hook = await under.call(key, 'POST', '/api/v1/webhooks', {
    headers: json,
    body: JSON.stringify({ url: 'http://127.0.0.1:1/x' }),
  });
  await under.call(key, 'POST', `/api/v1/webhooks/${hook.body.data.id}/test`);
  await under.service.drain();
  under.room.beforeAnswer = (question) => {
    throw new Error(`failed on ${question} with ${key}`);
  };
  await under.call(key, 'POST', `/api/v1/files/${id}/searches/deep`, {
    headers: json,
    body: JSON.stringify({ query: 'x' }),
  });
  const url = `${under.origin.replace('http', 'ws')}/ws/v1/search/quick?token=`;
  await openStream(url + token, ['{}']);
  await refusedUpgrade(`${url}${token}x`);
  await under.callSignedIn(cookie, 'POST', '/auth/sign-out');
  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(8);
  for (const secret of [key, token, cookie.split('=')[1]!, hook.body.data.secret, 'a long enough password']) {
    expect(text).not.toContain(secret);
  }
});
