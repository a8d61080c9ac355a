import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const script = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
await Promise.all([import('./src/service/child/detect-upload.ts'), import('./src/service/child/read-upload.ts')]);
process.stdout.write(JSON.stringify(loaded));
`;

/** Every file is looked at in a process of its own: what it loads is most of what a small file costs. */
test('a process that looks at a file has not loaded what reads each type', { timeout: 60_000 }, () => {
  const told = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module'], {
    input: script,
  });
  const loaded = JSON.parse(told.toString()) as string[];
  expect(loaded.some((url) => url.endsWith('/formats/registry.ts'))).toBe(true);
  expect(loaded.filter((url) => /\/node_modules\/yaml\/|\/formats\/[a-z]+\/read-/.test(url))).toEqual([]);
});
