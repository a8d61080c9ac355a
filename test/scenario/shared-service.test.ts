import { expect, onTestFinished, test } from 'vitest';
import { nodeEntry } from '../support/entries/node-entry.ts';
import { channel, openOutside } from '../support/entries/outside.ts';
import { workerEntry } from '../support/entries/worker-entry.ts';
import { missingWorkerd, startWorker } from '../support/entries/wrangler.ts';
import { startNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const admin = { email: 'admin@example.org', password: 'a long enough password' };

/** Our service in a process of its own, as on a machine of its own, and a key for each of the accounts. */
async function startSharedService(accounts: readonly string[]) {
  const service = startNode(['src/main.ts'], {
    env: {
      RUN: 'service',
      PORT: '0',
      DATA_DIR: temporaryFolder().path,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  });
  onTestFinished(service.kill);
  const [, origin = ''] = await service.prints(/"origin":"([^"]+)".*"msg":"ready"/);
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    return { response, data: ((await response.json()) as { data: Record<string, string> }).data };
  };
  const signIn = async (email: string) => {
    const { response } = await call('/auth/sign-in', { email, password: admin.password });
    return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const asAdmin = await signIn(admin.email);
  const keys: string[] = [];
  for (const email of accounts) {
    const { data: member } = await call(
      '/console/api/members',
      { email, password: admin.password, role: 'member' },
      asAdmin,
    );
    await fetch(`${origin}/console/api/members/${member.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', origin, ...asAdmin },
      body: JSON.stringify({ plan: 'enterprise', api_access: true }),
    });
    keys.push((await call('/console/api/keys', { name: 'bot' }, await signIn(email))).data.key ?? '');
  }
  return { baseUrl: `${origin}/api/v1`, keys };
}

test.skipIf(missingWorkerd())('a bot on Workers and one on Node share our service by two variables each', async () => {
  const { baseUrl, keys } = await startSharedService(['one@example.org', 'two@example.org']);
  const bots = await Promise.all(
    [workerEntry, nodeEntry].map(async (entry, index) => {
      const outside = await openOutside();
      const place = await entry.prepare();
      const service = { LOG_SERVICE_URL: baseUrl, API_KEY: keys[index] ?? '' };
      const running = await place.start({ ...outside.environment, ...service });
      outside.sendTo(running.origin);
      onTestFinished(async () => {
        await running.kill();
        await place[Symbol.asyncDispose]();
        await outside[Symbol.asyncDispose]();
      });
      return outside;
    }),
  );
  for (const [index, { slack }] of bots.entries()) {
    const bytes = `09:00:01 INFO start ${index}\n09:00:02 FATAL disk ${index} is full, cannot write\n09:00:03 INFO stop\n`;
    await slack.people.say({ channel, user: 'U0ADA', text: 'why did it stop?', files: [{ name: 'app.log', bytes }] });
  }
  // The first post tells of the work and becomes the answer.
  for (const [index, { posts }] of bots.entries())
    await expect
      .poll(() => posts().map(({ text }) => text))
      .toEqual([expect.stringContaining(`disk ${index} is full`)]);
});

test.skipIf(missingWorkerd())('a Worker that is not set up says so, and names in its log what is missing', async () => {
  const folder = temporaryFolder();
  const variables = folder.file(
    'variables',
    'SLACK_BOT_TOKEN="xoxb-test"\nLOG_SERVICE_URL="https://logs.example.org/api/v1"\n',
  );
  const worker = await startWorker(['--persist-to', folder.path, '--env-file', variables]);
  const response = await fetch(`${worker.origin}/healthz`);
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining('its log says what is missing'),
  ]);
  await expect.poll(() => worker.printed()).toContain('SLACK_SIGNING_SECRET: missing');
  expect(worker.printed()).toContain('API_KEY: missing');
  expect(worker.printed()).not.toContain('xoxb-test');
});
