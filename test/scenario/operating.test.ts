import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runNode, startNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

it('alert rules name what /metrics tells, each promise has a value, and a backup is its owner’s alone', async () => {
  const folder = temporaryFolder().path;
  const env = { DATA_DIR: join(folder, 'data'), PORT: '0' };
  const [, origin] = await startNode(['src/main.ts'], { env }).prints(/"origin":"([^"]+)".*"msg":"ready"/);
  const text = await (await fetch(`${origin}/metrics`)).text();
  const told = new Set(Array.from(text.matchAll(/^# TYPE (\S+) /gm), ([, name]) => name));
  const { groups } = parse(readFileSync('.github/alerts.yml', 'utf8')) as Rules;
  const named = groups.flatMap(({ rules }) =>
    rules.flatMap(({ expr }) => expr.match(/\b[a-z]+(?:_[a-z]+)+\b(?!\s*=)/g) ?? []),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !told.has(name))).toEqual([]);
  for (const name of ['bot_oldest_due_job_seconds', 'bot_sweep_lag_seconds', 'deliveries_unknown', 'disk_room_bytes']) {
    expect(Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])).toBeGreaterThanOrEqual(0);
  }
  await expect.poll(async () => await (await fetch(`${origin}/readyz?verbose`)).text()).toContain('slack: ok');

  const copy = join(folder, 'copy');
  mkdirSync(join(env.DATA_DIR, 'spool'), { recursive: true });
  execFileSync('mkfifo', [join(env.DATA_DIR, 'spool', 'pipe')]);
  expect(await runNode(['src/commands/cli.ts', 'backup', copy], { env })).toMatchObject({ code: 0 });
  for (const name of ['bot.db', 'service.db']) expect(statSync(join(copy, name)).mode & 0o077).toBe(0);
});
