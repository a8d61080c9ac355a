// Gathers in a folder what the image holds of this program: the whole build, what it reads beside it, and the packages
// that are more than JavaScript, for this platform alone. `node .ci/image.js FOLDER`, after `npm ci`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notJavaScript } from './not-javascript.js';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node .ci/image.js FOLDER');
const here = dirname(fileURLToPath(import.meta.url));
process.chdir(join(here, '..'));
execFileSync(process.execPath, [join(here, 'build.js'), '--whole'], { stdio: 'inherit' });

const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const path of ['package.json', 'LICENSE', ...globSync(files)]) copy(path);

const native = readdirSync('node_modules/@resvg').map((name) => `@resvg/${name}`);
for (const name of new Set([...notJavaScript, ...native])) copy(`node_modules/${name}`);
const sqlite = join(folder, 'node_modules/better-sqlite3');
const isMusl = !process.report.getReport().header.glibcVersionRuntime;
const own = `${process.platform}${isMusl ? 'musl' : ''}-${process.arch}.node`;
for (const name of readdirSync(join(sqlite, 'prebuilds'))) {
  if (name !== own) rmSync(join(sqlite, 'prebuilds', name));
}
for (const name of ['deps', 'src']) rmSync(join(sqlite, name), { recursive: true, force: true });

function copy(path) {
  if (!existsSync(path)) return;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(path, join(folder, path), { recursive: true, dereference: true });
}
