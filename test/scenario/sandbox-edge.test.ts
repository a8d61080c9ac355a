import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { startNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function start(env: Record<string, string>): Promise<number> {
  const program = startNode(['src/main.ts'], { env: { DATA_DIR: temporaryFolder().path, PORT: '0', ...env } });
  const [, origin] = await program.prints(/"origin":"([^"]+)".*"msg":"ready"/);
  return Number(new URL(origin!).port);
}

function ask(
  port: number,
  path: string,
  options: { host?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request({
    host: options.host ?? '127.0.0.1',
    port,
    path,
    method: options.body === undefined ? 'GET' : 'POST',
    headers: options.headers ?? {},
  });
  call.on('response', (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  call.on('error', reject);
  call.end(options.body);
  return promise;
}

const otherAddress = Object.values(networkInterfaces())
  .flat()
  .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;

it('the stand-ins answer this machine alone, by its own names alone, and keep no endless body', async () => {
  const port = await start({ HOST: '0.0.0.0', PUBLIC_URL: 'https://triage.example' });
  expect(await ask(port, '/sandbox')).toBe(200);
  expect(await ask(port, '/sandbox', { headers: { host: `localhost:${port}` } })).toBe(200);
  expect(await ask(port, '/sandbox', { headers: { host: 'rebound.example' } })).toBe(421);
  expect(await ask(port, '/console/sign-in', { headers: { host: 'rebound.example' } })).toBe(421);
  expect(await ask(port, '/console/sign-in', { headers: { host: 'triage.example' } })).toBe(200);
  expect(await ask(port, '/sandbox', { headers: { 'x-forwarded-for': '203.0.113.7' } })).toBe(404);
  expect(await ask(port, '/sandbox/slack/api/auth.test', { headers: { origin: 'https://evil.example' } })).toBe(403);
  const body = 'x'.repeat(3_000_000);
  const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'application/x-www-form-urlencoded' };
  expect(await ask(port, '/sandbox/slack/api/auth.test', { headers: chunked, body })).toBe(413);
  if (otherAddress) expect(await ask(port, '/sandbox', { host: otherAddress })).toBe(404);
});

it('the stand-ins are open to others only where that is asked for', async () => {
  if (!otherAddress) return;
  const closed = await start({ HOST: otherAddress });
  expect(await ask(closed, '/sandbox', { host: otherAddress })).toBe(404);
  const open = await start({ HOST: '0.0.0.0', SANDBOX: 'public' });
  expect(await ask(open, '/sandbox', { host: otherAddress })).toBe(200);
});

it('beside a real Slack no Jira is played', async () => {
  const port = await start({
    SLACK_SIGNING_SECRET: 'secret',
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_API_URL: 'http://127.0.0.1:9/api/',
  });
  expect(await ask(port, '/sandbox')).toBe(404);
  expect(await ask(port, '/sandbox/jira/rest/api/3/myself')).toBe(404);
});
