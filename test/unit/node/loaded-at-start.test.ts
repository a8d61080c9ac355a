import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const script = `
import { registerHooks } from 'node:module';
const packages = new Set();
registerHooks({
  load(url, context, next) {
    const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name) packages.add(name);
    return next(url, context);
  },
});
await import('./src/program/start-program.ts');
process.stdout.write(JSON.stringify([...packages]));
process.exit(0);
`;

/** A restart acknowledges nothing while these load, and Slack asks again after three seconds. */
test('what only the work needs is not loaded before the program listens', { timeout: 60_000 }, () => {
  const told = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module'], {
    input: script,
  });
  const packages = JSON.parse(told.toString()) as string[];
  expect(packages).toContain('hono');
  for (const late of ['jira.js', 'vega', 'vega-lite', 'ai']) expect(packages).not.toContain(late);
});
