import { expect, test } from 'vitest';
import type { SignIn } from '#bot/pages/sign-in.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const log = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR the disk is full\n' };
const publicUrl = 'http://bot.test';
const quote = { file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR the disk is full' };

const context = {
  evidence: [
    {
      ...quote,
      lines: [
        { line: 1, text: '09:00:01 start password=hunter2xyz', cited: false },
        { line: 2, text: '09:00:02 ERROR the disk is full', cited: true, severity: 'error' },
      ],
    },
  ],
  timeline: [
    { when: '09:00:01', file: 'app.log', line: 1, text: 'the disk is nearly full', cited: false, severity: 'warning' },
    { when: '09:00:02', file: 'app.log', line: 2, text: 'the disk is full', cited: true, severity: 'error' },
  ],
  unread: [],
};

/** A provider that vouches for whoever the answer names. */
const vouching: SignIn = {
  name: 'Slack',
  begin: async (callback) => ({
    url: `https://provider.test/?to=${callback}`,
    flow: { state: 's', nonce: 'n', verifier: 'v' },
  }),
  async end(answer, { state }) {
    if (answer.searchParams.get('state') !== state) throw new Error('not the browser that left');
    return { subject: answer.searchParams.get('user') ?? '', team: 'T0SANDBOX', emailAddress: undefined };
  },
};

async function answered(signIn?: SignIn): Promise<{ run: BotUnderTest; path: string }> {
  const run = await startBot({
    config: { publicUrl, knowsPeople: signIn !== undefined },
    ...(signIn ? { signIn } : {}),
  });
  run.slack.workspace.addUser({ id: 'U0EVE', name: 'eve' });
  run.slack.workspace.addChannel({
    id: 'G0SECRET',
    name: 'secret',
    kind: 'private',
    members: ['U0ADA', run.slack.bot.userId],
  });
  const data = { verdict: 'CONFIRMED', root_cause: 'the disk is full', answer: 'It is full.', citations: [quote] };
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
  await run.slack.people.say({ channel: 'G0SECRET', user: 'U0ADA', text: 'why?', files: [log] });
  await run.pass(40_000);
  const url = /http:\/\/bot\.test(\/console\/cases\/[\w-]+\/[\w-]+)/.exec(run.posts('G0SECRET')[0]?.blocks ?? '');
  return { run, path: url?.[1] ?? '' };
}

async function get(run: BotUnderTest, path: string, cookie = '') {
  const response = await run.request(path, { headers: { cookie } });
  return { status: response.status, text: await response.text() };
}

async function signIn(run: BotUnderTest, path: string, user: string): Promise<string> {
  const left = await run.request(`/auth/oidc?to=${encodeURIComponent(path)}`, {});
  expect(left.headers.get('location')).toContain(`${publicUrl}/auth/oidc/callback`);
  const flow = left.headers.get('set-cookie')!.split(';')[0]!;
  const back = await run.request(`/auth/oidc/callback?state=s&user=${user}`, { headers: { cookie: flow } });
  expect(back.headers.get('location')).toBe(path);
  const reader = back.headers.getSetCookie().find((one) => one.startsWith('logtriage_reader='));
  return reader!.split(';')[0]!;
}

test('without a console an answer links to its page, which shows what the service tells of its lines', async () => {
  const { run, path } = await answered();
  using _run = run;
  run.service.intercept = ({ url }) =>
    url.endsWith('/context') ? Response.json({ code: 200, message: 'ok', data: context }) : undefined;
  const page = await get(run, path);
  expect(page.status).toBe(200);
  for (const words of [
    'CONFIRMED',
    'the disk is full',
    'Where it was posted',
    'What led to it',
    '09:00:01 start',
    'nearly full',
  ]) {
    expect(page.text).toContain(words);
  }
  expect(page.text).not.toContain('hunter2xyz');
  expect((await get(run, '/console/assets/page.css')).status).toBe(200);
});

test('where the service tells no lines, the page shows the quotes', async () => {
  const { run, path } = await answered();
  using _run = run;
  const page = await get(run, path);
  expect(page.text).toMatch(/app\.log:2.*09:00:02 ERROR the disk is full/s);
  expect(page.text).not.toContain('What led to it');
});

test('an answer is judged and asked again on its page, and only from the page itself', async () => {
  const { run, path } = await answered();
  using _run = run;
  const post = (what: string, origin: string, body = '') =>
    run.request(`${path}/${what}`, {
      method: 'POST',
      body,
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await post('judge', 'https://elsewhere.test', 'word=wrong')).status).toBe(403);
  expect((await post('judge', publicUrl, 'word=right')).headers.get('location')).toBe(path);
  expect((await get(run, path)).text).toContain('aria-pressed="true">Right (1)');
  await post('replay', publicUrl);
  await run.pass(40_000);
  expect(run.posts('G0SECRET')).toHaveLength(2);
});

test('a wrong address is not told from that of another page', async () => {
  const { run, path } = await answered();
  using _run = run;
  const wrong = await get(run, path.replace(/[^/]+$/, 'A'.repeat(24)));
  const unknown = await get(run, `/console/cases/nothing/${'A'.repeat(24)}`);
  expect(wrong).toEqual(unknown);
  expect(wrong.status).toBe(404);
});

test('where a provider signs people in, the page opens for those who may see its place, and for nobody else', async () => {
  const { run, path } = await answered(vouching);
  using _run = run;
  const asked = await get(run, path);
  expect(asked.status).toBe(401);
  expect(asked.text).toContain('Sign in with Slack');
  expect(asked.text).not.toContain('the disk is full');
  const unknown = path.replace(/[^/]+\/[^/]+$/, `nothing/${'A'.repeat(24)}`);
  const without = (text: string, address: string) => text.replaceAll(encodeURIComponent(address), '');
  expect(without((await get(run, unknown)).text, unknown)).toBe(without(asked.text, path));

  const [ada, eve] = [await signIn(run, path, 'U0ADA'), await signIn(run, path, 'U0EVE')];
  expect((await get(run, path, ada)).text).toContain('the disk is full');
  const refused = await get(run, path, eve);
  expect(refused.status).toBe(404);
  expect(refused.text).not.toContain('the disk is full');
  expect((await get(run, path, ada.replace('U0ADA', 'U0BOB'))).status).toBe(401);
  run.clock.advance(13 * 3_600_000);
  expect((await get(run, path, ada)).status).toBe(401);
});

test('a public channel’s answer says so where signing in did not work', async () => {
  const { run } = await answered(vouching);
  using _run = run;
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [{ ...log, name: 'b.log' }] });
  await run.pass(40_000);
  const path = /http:\/\/bot\.test(\/console\/cases\/[\w-]+\/[\w-]+)/.exec(run.posts()[0]?.blocks ?? '')?.[1] ?? '';
  const left = await run.request(`/auth/oidc?to=${encodeURIComponent(path)}`, {});
  const cookie = left.headers.get('set-cookie')!.split(';')[0]!;
  const back = await run.request('/auth/oidc/callback?state=other', { headers: { cookie } });
  expect(back.headers.get('location')).toBe(`${path}?error=provider`);
  expect((await get(run, `${path}?error=provider`)).text).toContain('Signing in did not work');
});
