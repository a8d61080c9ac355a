import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let under: ServiceUnderTest;
let key: string;
let id: string;

beforeAll(async () => {
  under = await startService();
  ({ key } = await under.addUserWithKey());
  const lines = Array.from(
    { length: 30 },
    (_, n) => `2026-11-20T10:00:${String(n).padStart(2, '0')}Z INFO line ${n + 1}`,
  );
  lines[11] = '2026-11-20T10:00:11Z WARN disk nearly full, password=hunter2xyz';
  lines[19] = '2026-11-20T10:00:19Z ERROR disk full';
  id = await under.completed(key, 'app.log', `${lines.join('\n')}\n`);
});
afterAll(() => under[Symbol.asyncDispose]());

const ask = (places: unknown, as = key) =>
  under.call(as, 'POST', `/api/v1/files/${id}/context`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ places }),
  });
const place = (line_start: number, line_end = line_start) => ({ file: 'app.log', line_start, line_end });

it('tells the lines around citations, without secrets', async () => {
  const { status, body } = await ask([place(14), place(20)]);
  expect(status).toBe(200);
  const [block] = body.data.evidence;
  expect(block).toMatchObject({ file: 'app.log', line_start: 14, line_end: 20 });
  expect(block.lines.map(({ line }: { line: number }) => line)).toEqual(Array.from({ length: 15 }, (_, n) => 10 + n));
  expect(block.lines.filter(({ cited }: { cited: boolean }) => cited)).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain('hunter2xyz');
});

it('tells nothing of documents and lines that are not there', async () => {
  const { status, body } = await ask([{ ...place(1), file: 'other.log' }, place(4_000)]);
  expect([status, body.data.evidence]).toEqual([200, []]);
});

it.each([[[]], [[place(0)]], ['app.log:1'], [Array.from({ length: 51 }, () => place(1))]])(
  'refuses places that are none: %j',
  async (places) => {
    expect((await ask(places)).body.data.error_code).toBe('invalid_request');
  },
);

it("is the owner's alone", async () => {
  const { key: other } = await under.addUserWithKey('stranger@example.org');
  expect((await ask([place(1)], other)).status).toBe(404);
});
