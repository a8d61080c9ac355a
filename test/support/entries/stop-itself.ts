import { setTimeout } from 'node:timers/promises';
import { silentLog } from '#core/log.ts';
import { readConfig } from '../../../src/config.ts';
import { startProgram } from '../../../src/program/start-program.ts';

/** Looks at a log in a program of this process, stops the program and does nothing more: the process has to end by itself. */
const admin = { email: 'admin@example.org', password: 'a long enough password' };
const config = readConfig({ ...process.env, PORT: '0', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
const { origin, stop } = await startProgram(config, silentLog);

const json = { 'content-type': 'application/json', origin };
const signedIn = await fetch(`${origin}/auth/sign-in`, { method: 'POST', headers: json, body: JSON.stringify(admin) });
const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const made = await fetch(`${origin}/console/api/keys`, { method: 'POST', headers: { ...json, cookie }, body: '{}' });
const { data: key } = (await made.json()) as { data: { key: string } };
const authorization = `API_KEY ${key.key}`;

const form = new FormData();
form.set('file', new Blob(['2026-11-01T10:00:00Z ERROR disk full\n']), 'small.log');
const sent = await fetch(`${origin}/api/v1/upload`, { method: 'POST', headers: { authorization }, body: form });
const { data: file } = (await sent.json()) as { data: { id: string } };
for (let state = ''; state !== 'COMPLETED'; await setTimeout(100)) {
  const asked = await fetch(`${origin}/api/v1/files/${file.id}`, { headers: { authorization } });
  state = ((await asked.json()) as { data: { status: string } }).data.status;
}
const view = `/console/files/${file.id}/log/lines?document=small.log&from=1&to=1`;
const seen = await fetch(`${origin}${view}`, { headers: { cookie } });
process.stdout.write(`${seen.status} ${await seen.text()}\n`);
await stop();
