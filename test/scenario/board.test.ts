import { expect, test } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';
import { openBoard } from '../support/open-board.ts';

const file = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR the disk is full\n' };

test('the board opens by its signed address for a quarter of an hour, and for nobody else', async () => {
  using run = await startBot({ config: { publicUrl: 'http://bot.test' } });
  expect((await run.request('/board', {})).status).toBe(403);
  const address = new URL((await run.bot.links.boardUrl())!);
  const first = await run.request(address.pathname + address.search, {});
  expect(first.status).toBe(303);
  const cookie = first.headers.get('set-cookie')!.split(';')[0]!;
  expect((await run.request('/board', { headers: { cookie } })).status).toBe(200);
  run.clock.advance(16 * 60_000);
  expect((await run.request('/board', { headers: { cookie } })).status).toBe(403);
  expect((await run.request(address.pathname + address.search, {})).status).toBe(403);
});

test('the board names why work is parked and what mends it', async () => {
  using run = await startBot({ config: { publicUrl: 'http://bot.test' }, key: { read: async () => 'wrong-key' } });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(20_000);
  const { text } = await openBoard(run);
  expect(text).toContain('no longer accepts the API key');
  expect(text).toContain('API_KEY_FILE');
  expect(text).toContain('The service does not accept it.');
  expect(text).not.toContain('Expires');
});

test('work that was given up is run again from the board, and its question is answered', async () => {
  using run = await startBot({ config: { publicUrl: 'http://bot.test' } });
  run.service.deep = () => new Response('', { status: 500 });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(30_000);
  const { sql } = run.database;
  await sql.run("update jobs set state = 'dead', last_error = 'gave up', ended_at_ms = 1 where kind = 'investigate'");
  await sql.run("update questions set state = 'failed'");
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { answer: 'the disk is full' } });
  const board = await openBoard(run);
  const [, id, token] =
    /action="\/board\/jobs\/([\w-]+)"><input type="hidden" name="token" value="([^"]+)"/.exec(board.text) ?? [];
  expect(board.text).toContain('gave up');
  const forged = await openBoard(run, 'POST', `/board/jobs/${id}`, new URLSearchParams({ token: 'guess' }));
  expect(forged.status).toBe(403);
  const again = await openBoard(run, 'POST', `/board/jobs/${id}`, new URLSearchParams({ token: token! }));
  expect(again.status).toBe(303);
  await run.pass(40_000);
  expect(run.posts().some(({ text }) => text.includes('the disk is full'))).toBe(true);
});

test('a message that was refused is posted again from the board, and is told as failed no longer', async () => {
  using run = await startBot({ config: { publicUrl: 'http://bot.test' } });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { answer: 'the disk is full' } });
  const refuse = () => run.slack.faults.add(/^chat\.postMessage$/, { kind: 'error', error: 'msg_blocks_too_long' }, 20);
  refuse();
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(40_000);
  const postAgain = async () => {
    const { text } = await openBoard(run);
    const [, id, token] =
      /action="\/board\/deliveries\/([\w-]+)"><input type="hidden" name="token" value="([^"]+)"/.exec(text) ?? [];
    const form = new URLSearchParams({ token: token ?? '' });
    expect((await openBoard(run, 'POST', `/board/deliveries/${id}`, form)).status).toBe(303);
    await run.pass(40_000);
  };
  const failures = async () => (await openBoard(run)).text.match(/action="\/board\/deliveries\//g)?.length ?? 0;
  expect(await failures()).toBe(1);
  const regions = (await openBoard(run)).text.match(/role="region" aria-label="[^"]+"/g) ?? [];
  expect(new Set(regions).size).toBe(regions.length);
  await postAgain();
  expect(await failures()).toBe(1);
  run.slack.faults.clear();
  await postAgain();
  expect(run.posts().filter(({ text }) => text.includes('the disk is full'))).toHaveLength(1);
  const board = await openBoard(run);
  expect(board.text).not.toContain('Not posted');
  expect(board.text).not.toContain('msg_blocks_too_long');
});

test('the board is told what changes while it is open, until the program ends', async () => {
  using run = await startBot({ config: { publicUrl: 'http://bot.test' } });
  const address = new URL((await run.bot.links.boardUrl())!);
  const cookie = `logtriage_board=${address.searchParams.get('until')}.${address.searchParams.get('token')}`;
  const headers = { cookie, accept: 'text/event-stream' };
  expect(await run.request('/board', { headers: { cookie } }).then((board) => board.text())).toContain(
    'data-live="/board/view"',
  );
  const stream = await run.request('/board/view', { headers });
  const events = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await events.read()).value).toContain('No files yet.');
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(40_000);
  expect((await events.read()).value).toContain('answered');
  await run.bot.stop();
  expect((await events.read()).done).toBe(true);
  expect((await run.request('/board/view', { headers: { accept: 'text/event-stream' } })).status).toBe(403);
});
