#!/usr/bin/env node
// Plain JavaScript for any Node: finds one that runs TypeScript (24 or newer) and hands over to it.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

function bundledNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  } catch {
    process.stderr.write(`logtriage needs Node 24 or newer, this is ${process.version}. Run: npm ci\n`);
    process.exit(2);
  }
}

const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24;
const child = spawn(
  isNewEnough ? process.execPath : bundledNode(),
  ['--disable-warning=ExperimentalWarning', join(here, 'cli.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
