import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startArguments } from './run-program.ts';
import { newApiKey } from './sign-in.ts';

/**
 * Memory of a whole service process under mixed work: `node test/bench/memory.ts [minutes] [largest file in MiB]`. Prints what it takes
 * at its worst and at rest, after uploads small and large, bombs and searches. Linux only: it reads /proc.
 */
const [minutes = 2, largestMiB = 256] = process.argv.slice(2).map(Number);
const restMs = 60_000;
const blockBytes = 256 * 1024;
const email = 'bench@example.org';
const password = 'a password for measuring';
const folder = mkdtempSync(join(tmpdir(), 'logtriage-memory-'));
const program = spawn(process.execPath, startArguments, {
  env: {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    PORT: '0',
    RUN: 'service',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    RATE_LIMIT_UPLOADS: '0',
    RATE_LIMIT_REQUESTS: '0',
    RATE_LIMIT_QUICK: '0',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => {
  program.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const origin = await new Promise<string>((resolve) => {
  let printed = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-20_000);
    const [, found] = /"origin":"([^"]+)".*"msg":"ready"/.exec(printed) ?? [];
    if (found) resolve(found);
  });
});
const key = await newApiKey(origin, { email, password });
let worstMiB = 0;
const watch = setInterval(() => {
  worstMiB = Math.max(worstMiB, residentMiB());
}, 100);

tell('started');
await upload('large.log', largestMiB);
tell(`read a log of ${largestMiB} MiB`);
const until = Date.now() + minutes * 60_000;
for (let round = 0; Date.now() < until; round++) {
  const id = await upload(`small-${round}.log`, round % 10 === 9 ? 32 : 1);
  await call('POST', `/api/v1/files/${id}/search`, { query: 'which request failed most?', mode: 'quick' });
}
tell('after mixed work');
await wait(restMs);
tell('at rest');
clearInterval(watch);
process.exit(0);

function tell(what: string): void {
  process.stdout.write(`${what}: ${residentMiB()} MiB now, ${worstMiB} MiB at its worst\n`);
}

function residentMiB(): number {
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kibibytes) / 1024);
}

async function call(method: string, path: string, body?: unknown): Promise<{ data: { id: string; status: string } }> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `API_KEY ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { data: { id: string; status: string } };
}

/** Sends a made log without ever holding it, and waits until it is read. */
async function upload(name: string, sizeMiB: number): Promise<string> {
  const boundary = 'measured';
  const sent = request(`${origin}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `API_KEY ${key}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sent.once('error', reject).once('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve(text);
    });
  });
  sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`);
  let line = 0;
  for (let written = 0, isMore = true; isMore; ) {
    let text = '';
    while (text.length < blockBytes && written + text.length + 200 < sizeMiB * 1024 * 1024) {
      const second = new Date(1_700_000_000_000 + line * 10).toISOString();
      const outcome = line % 97 === 0 ? 'ERROR upstream timed out' : 'INFO request done';
      text += `${second} web-${line % 7} ${outcome} id=${line * 7919} ms=${(line * 31) % 900}\n`;
      line++;
    }
    written += text.length;
    isMore = text.length >= blockBytes;
    if (!sent.write(text)) await new Promise((resolve) => sent.once('drain', resolve));
  }
  sent.end(`\r\n--${boundary}--\r\n`);
  const answer = await answered;
  const { id } = (JSON.parse(answer) as { data?: { id?: string } }).data ?? {};
  if (id === undefined) throw new Error(`the log of ${sizeMiB} MiB was refused: ${answer}`);
  while (!/COMPLETED|FAILED/.test((await call('GET', `/api/v1/files/${id}`)).data.status)) await wait(300);
  return id;
}
