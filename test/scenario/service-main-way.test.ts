import { expect, it } from 'vitest';
import { startService } from '../support/service-under-test.ts';

const log = 'boot\nlink up\nerror: disk sda failed\nbye\n';

it('takes a file from upload to dashboard, quick and deep search over HTTP', async () => {
  await using under = await startService();
  const { key } = await under.addUserWithKey();

  const uploaded = await under.upload(key, 'журнал.log', log);
  expect(uploaded.status).toBe(201);
  expect(uploaded.body).toMatchObject({
    code: 201,
    data: { name: 'журнал.log', file_type: 'log', status: 'INDEXING', size: Buffer.byteLength(log) },
  });
  const id: string = uploaded.body.data.id;
  expect(uploaded.body.data).not.toHaveProperty('can_retry');

  await under.service.drain();
  const record = await under.call(key, 'GET', `/api/v1/files/${id}`);
  expect(record.body.data.status).toBe('COMPLETED');

  const dashboard = await under.call(key, 'GET', `/api/v1/files/${id}/dashboard`);
  expect(dashboard.body.data).toMatchObject({ file_id: id, format: 'vega-lite' });

  for (const mode of ['quick', 'deep']) {
    const answer = await under.call(key, 'POST', `/api/v1/files/${id}/searches/${mode}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'why did the disk fail?' }),
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ mode, status: 'COMPLETED', citations: [{ line_start: 3 }] });
  }
});
