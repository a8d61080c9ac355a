import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hostileFiles } from '../support/hostile/hostile-files.ts';
import { openStream } from '../support/open-stream.ts';
import { runProgram } from './run-program.ts';
import { newApiKey, sessionToken, signIn } from './sign-in.ts';

/**
 * Memory of a whole service process under mixed work: `node test/bench/memory.ts [minutes] [largest file in MiB]`. Prints what it takes
 * at its worst and at rest, after uploads small and large, hostile files, searches and streams. Linux only: it reads /proc.
 */
const [minutes = 2, largestMiB = 256] = process.argv.slice(2).map(Number);
const restMs = 60_000;
const blockBytes = 256 * 1024;
const question = 'which request failed most?';
const account = { email: 'bench@example.org', password: 'a password for measuring' };
const folder = await mkdtemp(join(tmpdir(), 'logtriage-memory-'));
const program = await runProgram({
  DATA_DIR: folder,
  RUN: 'service',
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
  RATE_LIMIT_UPLOADS: '0',
  RATE_LIMIT_REQUESTS: '0',
  RATE_LIMIT_QUICK: '0',
  RATE_LIMIT_DEEP: '0',
});
const { origin } = program;
const key = await newApiKey(origin, account);
const cookie = await signIn(origin, account);
const done = new Map<string, number>();
let worstMiB = 0;
const watch = setInterval(() => {
  worstMiB = Math.max(worstMiB, residentMiB());
}, 100);

tell('started');
await readWhole(() => uploadLog('large.log', largestMiB));
tell(`read a log of ${largestMiB} MiB`);
const until = Date.now() + minutes * 60_000;
for (let round = 0; Date.now() < until; round++) {
  const id = await readWhole(() => uploadLog(`small-${round}.log`, round % 10 === 9 ? 32 : 1));
  await Promise.all([search(id, 'quick'), search(id, 'deep'), stream(id, 'quick'), stream(id, 'deep'), bomb(round)]);
}
console.log(Object.fromEntries(done));
tell('after mixed work');
await wait(restMs);
tell('at rest');
clearInterval(watch);
await program.stop();
await rm(folder, { recursive: true, force: true });

function tell(what: string): void {
  process.stdout.write(`${what}: ${residentMiB()} MiB now, ${worstMiB} MiB at its worst\n`);
}

function residentMiB(): number {
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kibibytes) / 1024);
}

async function call(method: string, path: string, body?: unknown): Promise<{ id: string; status: string }> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `API_KEY ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data } = (await answer.json()) as { data: { id: string; status: string } | null };
  return { id: '', status: `refused with ${answer.status}`, ...data };
}

function count(what: string): void {
  done.set(what, (done.get(what) ?? 0) + 1);
}

async function search(id: string, mode: 'quick' | 'deep'): Promise<void> {
  const { status } = await call('POST', `/files/${id}/searches/${mode}`, { query: question });
  count(`${mode} search: ${status}`);
}

async function stream(id: string, mode: 'quick' | 'deep'): Promise<void> {
  const token = await sessionToken(origin, cookie);
  const url = `${origin.replace('http', 'ws')}/ws/v1/search/${mode}?token=${token}`;
  const { closeReason, closeCode } = await openStream(url, [
    JSON.stringify({ query: question, entity_type: 'log', entity_id: id }),
  ]);
  count(`${mode} stream: ${closeCode} ${closeReason}`);
}

/** Hostile files, one after the other; what becomes of them is looked at elsewhere. */
async function bomb(round: number): Promise<void> {
  const file = hostileFiles[round % hostileFiles.length];
  if (!file) return;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await file.make(1))]), file.name);
  const headers = { authorization: `API_KEY ${key}` };
  const sent = await fetch(`${origin}/api/v1/upload`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data?: { id: string } | null };
  if (data) await readWhole(async () => data.id);
  else count('refused');
}

async function readWhole(upload: () => Promise<string>): Promise<string> {
  const id = await upload();
  for (;;) {
    const { status } = await call('GET', `/files/${id}`);
    if (status !== 'COMPLETED' && status !== 'FAILED') await wait(300);
    else {
      count(`upload: ${status}`);
      return id;
    }
  }
}

/** Sends a made log without ever holding it. */
async function uploadLog(name: string, sizeMiB: number): Promise<string> {
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
  return id;
}
