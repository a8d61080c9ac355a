#!/usr/bin/env node
// Plain JavaScript for any Node: goes on in this one where it runs TypeScript (24 or newer), or finds one that does.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const here = dirname(fileURLToPath(import.meta.url));
/** The sources in a checkout; what was built of them in a package. */
const sources = join(here, 'cli.ts');
const program = existsSync(sources) ? sources : join(here, '..', '..', 'dist', 'cli.js');

function bundledNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  } catch {
    process.stderr.write(
      `logtriage needs Node 24 or newer, this is ${process.version}. Run npm ci in a checkout, or install without --omit=optional.\n`,
    );
    process.exit(2);
  }
}

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Before anything is loaded: loading makes garbage, and memory once taken for it stays.
  setFlagsFromString(`--max-semi-space-size=${process.argv[2] === 'start' ? 16 : 8}`);
  // In this process: another one would keep its memory only to wait. Node tells of its own experiments to nobody.
  process.removeAllListeners('warning').on('warning', ({ name, stack }) => {
    if (name !== 'ExperimentalWarning') process.stderr.write(`${stack}\n`);
  });
  await import(pathToFileURL(program).href);
} else {
  const child = spawn(bundledNode(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
