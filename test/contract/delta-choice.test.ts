import { expect, it } from 'vitest';
import type { CaseBook } from '#core/pages/case-record.ts';
import { startService } from '../support/service-under-test.ts';

const calm = '2026-11-01T10:00:00Z INFO orders: stored\n'.repeat(40);
const broken = `2026-11-01T09:00:00Z ERROR orders: the disk is full\n${calm}`;

it('offers a delta what the viewer may see, and nothing else, for as long as they may', async () => {
  const seen = new Map<string, string>();
  const caseBook: CaseBook & { knowsPerson(): Promise<boolean> } = {
    knowsPerson: async () => true,
    read: async () => undefined,
    readBehind: async () => ({ context: undefined, charts: [] }),
    judge: async () => false,
    replay: async () => false,
    retry: async () => false,
    mayReadFile: async (id) => (seen.has(id) ? { name: seen.get(id) ?? '' } : undefined),
    filesOf: async () =>
      [...seen].map(([serviceId, name]) => ({ serviceId, name, state: 'answered', atMs: 0, place: '#bringup' })),
  };
  await using under = await startService({}, { caseBook: () => caseBook });
  const bot = await under.addUserWithKey();
  const shared = await under.completed(bot.key, 'layoffs-2027.log', broken);
  const secret = await under.completed(bot.key, 'secret.log', calm.replaceAll('orders', 'wages'));
  const viewer = await under.addSignedIn();
  const form = new FormData();
  form.set('file', new Blob([calm]), 'mine.log');
  const uploaded = await under.call(undefined, 'POST', '/console/api/upload', {
    headers: { cookie: viewer.cookie, origin: under.origin },
    body: form,
  });
  const own: string = uploaded.body.data.id;
  await under.service.drain();
  seen.set(shared, 'shared.log');

  const look = async (path: string) =>
    (await under.call(undefined, 'GET', path, { headers: { cookie: viewer.cookie } })).body as string;
  const choice = await look('/console/deltas');
  for (const words of ['mine.log', 'shared.log', '#bringup']) expect(choice).toContain(words);
  for (const words of ['secret.log', 'layoffs']) expect(choice).not.toContain(words);

  const make = (other: string) =>
    under.callSignedIn(viewer.cookie, 'POST', '/console/api/deltas', { file_ids: [own, other] });
  expect((await make(secret)).status).toBe(404);
  const made = await make(shared);
  expect(made.status).toBe(201);
  const delta: string = made.body.data.id;
  const different = async () => {
    await expect.poll(async () => await look(`/console/deltas/${delta}`)).toContain('the disk is full');
    return await look(`/console/deltas/${delta}`);
  };
  const page = await different();
  expect(page).toContain('shared.log');
  expect(page).not.toContain('layoffs');

  seen.clear();
  const closed = await look(`/console/deltas/${delta}`);
  expect(closed).toContain('may not see it any more');
  expect(closed).not.toContain('the disk is full');
});
