// `npx logtriage` looks in node_modules/.bin first; npm links a project's own command there only for its dependants.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, '..', '..', 'node_modules', '.bin');
mkdirSync(bin, { recursive: true });
rmSync(join(bin, 'logtriage'), { force: true });
symlinkSync(relative(bin, join(here, 'logtriage.js')), join(bin, 'logtriage'));
