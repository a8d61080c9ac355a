import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { hostileSubjects } from '../support/hostile/subjects.ts';
import { runProgram } from './run-program.ts';
import { newApiKey } from './sign-in.ts';

/**
 * How long `/healthz` waits while hostile files pass through the running program: `node test/bench/pause.ts [inputs]`.
 * They come from every generator of the soak, eight under way at a time, each followed to its end. Beside it stands the
 * same program with nothing to do, asked as often: what the machine alone makes a request wait. Interrupted once, it sends
 * no more and tells of what has passed.
 */
let inputs = Number(process.argv[2] ?? 500);
process.once('SIGINT', () => {
  inputs = next;
});
const underWay = 8;
const everyMs = 20;

const folder = await mkdtemp(join(tmpdir(), 'logtriage-pause-'));
const idle = await runProgram({ DATA_DIR: join(folder, 'idle'), RUN: 'service' });
const admin = { email: 'admin@example.org', password: 'a password for the bench' };
const program = await runProgram({
  DATA_DIR: join(folder, 'busy'),
  RUN: 'service',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_UPLOADS: '0',
  RATE_LIMIT_REQUESTS: '0',
});
const authorization = `API_KEY ${await newApiKey(program.origin, admin)}`;
const subjects = await hostileSubjects();
const before = processorMs(program.pid);
const ends = new Map<string, number>();
let next = 0;

// In a thread of its own: making the inputs holds this one up.
const watches = [program, idle].map(
  ({ origin }) => new Worker(new URL('./watch-health.ts', import.meta.url), { workerData: { origin, everyMs } }),
);
await Promise.all(Array.from({ length: underWay }, sendOn));
const [busy, nothing] = await Promise.all(watches.map(waits));
const after = processorMs(program.pid);
const processorMsPerFile = {
  program: perFile(after.own - before.own),
  children: perFile(after.children - before.children),
};
console.log({ inputs, ends: Object.fromEntries(ends), processorMsPerFile, busy, nothing, load: loadavg() });
await Promise.all([program.stop(), idle.stop()]);
await rm(folder, { recursive: true, force: true });

/** Of a process, and of those it started that have ended: the machine's other work does not count. */
function processorMs(pid: number): { own: number; children: number } {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.split(' ').slice(11, 15).map(Number);
  const perTick = 10;
  return { own: (user + system) * perTick, children: (childUser + childSystem) * perTick };
}

function perFile(ms: number): number {
  return Math.round(ms / inputs);
}

async function waits(watch: Worker) {
  watch.postMessage('end');
  const [waitsMs] = (await once(watch, 'message')) as [number[]];
  waitsMs.sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(waitsMs[Math.floor((waitsMs.length - 1) * share)] ?? Number.NaN)} ms`;
  const over = waitsMs.filter((ms) => ms > 250).length;
  return { asked: waitsMs.length, p50: at(0.5), p99: at(0.99), 'p99.9': at(0.999), worst: at(1), over250Ms: over };
}

async function sendOn(): Promise<void> {
  while (next < inputs) {
    const number = next++;
    const subject = subjects[number % subjects.length];
    if (!subject) return;
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await subject.input(number))]), `hostile-${number}.log`);
    const end = await followed(form);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
}

async function followed(form: FormData): Promise<string> {
  const headers = { authorization };
  const sent = await fetch(`${program.origin}/api/v1/upload`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data?: { id?: string } };
  if (!data?.id) return `refused with ${sent.status}`;
  // Less often the longer it takes: asking is not what is measured.
  for (let waitMs = 50; ; waitMs = Math.min(1000, waitMs * 1.5)) {
    const answer = await fetch(`${program.origin}/api/v1/files/${data.id}`, { headers });
    const { status } = ((await answer.json()) as { data: { status: string } }).data;
    if (status === 'COMPLETED' || status === 'FAILED') return status;
    await pause(waitMs);
  }
}
