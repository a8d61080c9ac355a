import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const mebibyte = 1024 * 1024;
const account = { email: 'admin@example.org', password: 'correct horse' };
let dataDir: string;
let service: ChildProcess;
let origin: string;
let key: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'logtriage-soak-'));
  service = spawn(process.execPath, ['src/main.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      RUN: 'service',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  origin = await new Promise<string>((resolve) => {
    let text = '';
    service.stdout!.on('data', (chunk) => {
      text += chunk;
      const found = /"origin":"([^"]+)".*"msg":"ready"/.exec(text);
      if (found) resolve(found[1]!);
    });
  });
  const json = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  });
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const made = await fetch(`${origin}/console/api/keys`, {
    method: 'POST',
    headers: { ...json, cookie, origin },
    body: '{}',
  });
  key = ((await made.json()) as { data: { key: string } }).data.key;
  await upload(mebibyte);
});

afterAll(async () => {
  service.kill();
  await new Promise((resolve) => service.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
});

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024;
}

/** Sends so many bytes of log; breaks off after `cutAt` of them. */
async function upload(sizeBytes: number, cutAt = Number.POSITIVE_INFINITY): Promise<number | undefined> {
  const block = Buffer.from('2026-11-20T08:00:00Z host app[1]: all is well with request 12345\n'.repeat(1008)).subarray(
    0,
    64 * 1024,
  );
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="big.log"\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const sent = request(`${origin}/api/v1/upload`, {
    method: 'POST',
    headers: {
      authorization: `API_KEY ${key}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + sizeBytes + tail.length,
    },
  });
  const answered = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', () => resolve(undefined));
  });
  sent.write(head);
  for (let at = 0; at < sizeBytes; at += block.length) {
    if (at >= cutAt) {
      sent.destroy();
      return await answered;
    }
    if (!sent.write(block.subarray(0, Math.min(block.length, sizeBytes - at)))) {
      await new Promise((resolve) => sent.once('drain', resolve));
    }
  }
  sent.end(tail);
  return await answered;
}

it('UP-10 takes 1 GiB with less than 64 MiB more memory', async () => {
  const before = await residentBytes();
  let most = before;
  const sampler = setInterval(async () => {
    most = Math.max(most, await residentBytes());
  }, 50);
  const status = await upload(1024 * mebibyte);
  clearInterval(sampler);
  console.log(`resident memory grew by ${((most - before) / mebibyte).toFixed(1)} MiB`);
  expect(status).toBe(201);
  expect(most - before).toBeLessThan(64 * mebibyte);
}, 600_000);

it('UP-12 leaves nothing of 200 MiB that were cut off', async () => {
  const folder = join(dataDir, 'files');
  const before = await readdir(folder);
  await upload(400 * mebibyte, 200 * mebibyte);
  await expect.poll(async () => (await readdir(folder)).length, { timeout: 10_000 }).toBe(before.length);
}, 600_000);
