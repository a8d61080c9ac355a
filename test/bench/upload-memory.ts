import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram } from './run-program.ts';
import { signIn } from './sign-in.ts';

const admin = { email: 'admin@example.org', password: 'a password for the bench' };

/** The most memory the main process had from the upload of a file to its dashboard; undefined where there is no /proc. */
export async function uploadMemoryBytes(path: string): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'logtriage-memory-'));
  const program = await runProgram({
    DATA_DIR: folder,
    RUN: 'service',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  try {
    const headers = { cookie: await signIn(program.origin, admin), origin: program.origin };
    const form = new FormData();
    form.set('file', await openAsBlob(path), 'bench.log');
    const upload = await fetch(`${program.origin}/console/api/upload`, { method: 'POST', body: form, headers });
    const { data } = (await upload.json()) as { data: { id: string; status: string } };
    for (let { status } = data; status !== 'COMPLETED'; await pause(250)) {
      const answer = await fetch(`${program.origin}/console/api/files/${data.id}`, { headers });
      status = ((await answer.json()) as typeof upload & { data: typeof data }).data.status;
      if (status === 'FAILED') throw new Error('the sample could not be read');
    }
    return await peakOf(program.pid);
  } finally {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function peakOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

if (import.meta.main) console.log(await uploadMemoryBytes(process.argv[2] ?? ''));
