import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '#core/log.ts';
import { readConfig } from '../../src/config.ts';
import { startProgram } from '../../src/program/start-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const admin = { email: 'admin@example.org', password: 'a long enough password' };
const starts = ['/', '/console', '/console/settings/password', '/sandbox', '/docs/errors', '/openapi.json', '/healthz'];
const astray = ['/nowhere', '/console/nowhere', '/api/v1/nowhere', '/auth/nowhere', '/ws/v1/search/quick', '/board'];

it('every page and answer forbids what it does not need, whichever link leads there', async () => {
  const { path } = temporaryFolder();
  const { origin, stop } = await startProgram(
    readConfig({ DATA_DIR: path, PORT: '0', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
    silentLog,
  );
  onTestFinished(stop);
  const signedIn = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
  const waiting = [...starts, ...astray];
  const seen = new Set(waiting);
  const lax: string[] = [];
  const policies = new Set<string>();
  for (let at = 0; at < waiting.length && at < 200; at += 1) {
    const target = waiting[at]!;
    const answer = await fetch(`${origin}${target}`, { headers: { cookie }, redirect: 'manual' });
    const policy = answer.headers.get('content-security-policy') ?? '';
    const isStrict = policy.includes("default-src 'none'") && !/script-src[^;]*unsafe|unsafe-eval/.test(policy);
    const isFramed = !policy.includes("frame-ancestors 'none'") && answer.headers.get('x-frame-options') === null;
    const isGuessed = answer.headers.get('x-content-type-options') !== 'nosniff';
    if (!isStrict || isFramed || isGuessed || !answer.headers.get('referrer-policy')) lax.push(`${target}: ${policy}`);
    if (answer.headers.get('content-type')?.startsWith('text/html')) policies.add(policy);
    const found = [answer.headers.get('location') ?? '', ...linksIn(await answer.text())];
    for (const link of found) {
      const url = URL.parse(link, `${origin}${target}`);
      if (!url || url.origin !== origin || seen.has(url.pathname)) continue;
      seen.add(url.pathname);
      waiting.push(url.pathname);
    }
  }
  expect(lax).toEqual([]);
  expect([...policies]).toHaveLength(1);
  expect(seen.size).toBeGreaterThan(starts.length + astray.length + 5);
});

function linksIn(page: string): string[] {
  return Array.from(page.matchAll(/(?:href|src|action)="([^"#]+)"/g), ([, link]) => link ?? '');
}
