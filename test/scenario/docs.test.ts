import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { environmentSchema } from '../../src/config.ts';
import { runWrangler } from '../support/entries/wrangler.ts';
import { runNode, startNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = 'src/docs';
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const fences = (kind: string) => new RegExp(`^ *\`\`\`${kind}\\n([\\s\\S]*?)^ *\`\`\``, 'gm');
const commands = pages.flatMap((page) =>
  [...read(page).matchAll(fences('sh'))].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => line.trim() !== ''),
  ),
);
const logtriage = 'src/commands/logtriage.js';

async function startProgram(environment: Record<string, string> = {}) {
  const program = startNode([logtriage, 'start'], {
    env: { PORT: '0', DATA_DIR: temporaryFolder().path, ...environment },
  });
  onTestFinished(program.kill);
  const [, origin = ''] = await program.prints(/"origin":"([^"]+)".*"msg":"ready"/);
  return origin;
}

async function startSandbox(options: readonly string[]): Promise<string> {
  const sandbox = startNode([logtriage, 'sandbox', '--port', '0', ...options]);
  onTestFinished(sandbox.kill);
  const [origin] = await sandbox.prints(/http:\/\/127\.0\.0\.1:\d+/);
  return origin;
}

/** Words of a command, quoted ones whole. */
const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Runs a command of wrangler as far as that goes without an account: else it must know its options. */
async function tryWrangler(args: readonly string[]): Promise<void> {
  const place = temporaryFolder().path;
  const isDeploy = args[0] === 'deploy';
  const isMigration = args.join(' ').startsWith('d1 migrations apply');
  const { code, stdout, stderr } = isDeploy
    ? await runWrangler(['deploy', '--dry-run', '--outdir', place])
    : isMigration
      ? await runWrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', place])
      : await runWrangler([...args, '--help']);
  expect(code, stderr).toBe(0);
  if (isDeploy || isMigration) return;
  const named = args.filter((word) => /^[a-z][a-z0-9]*$/.test(word)).slice(0, args.length > 2 ? 2 : 1);
  expect(stdout).toContain(`wrangler ${named.join(' ')}`);
}

async function analyze(args: readonly string[]): Promise<void> {
  const { file } = temporaryFolder();
  const path = file('dmesg.txt', '[    1.000000] Kernel panic - not syncing: out of memory\n');
  const { code, stdout, stderr } = await runNode([
    logtriage,
    ...args.map((word) => (word === 'dmesg.txt' ? path : word)),
  ]);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('Kernel panic');
}

/** How each command of the pages is tried. */
const trials: [RegExp, (command: string) => unknown][] = [
  [/^npm ci$/, () => execFileSync('npm', ['ci', '--dry-run', '--ignore-scripts', '--offline'], { stdio: 'pipe' })],
  [
    /^npm start$|^npx logtriage start$/,
    async () => expect((await fetch(`${await startProgram()}/sandbox`)).status).toBe(200),
  ],
  [/^npx logtriage analyze /, (command) => analyze(wordsOf(command).slice(2))],
  [
    /^PUBLIC_URL=\S+ npx logtriage manifest(?: --installable)?$/,
    async (command) => {
      const [, PUBLIC_URL = ''] = /^PUBLIC_URL=(\S+)/.exec(command) ?? [];
      const words = wordsOf(command).slice(command.split(' ').indexOf('manifest'));
      const { stdout } = await runNode([logtriage, ...words], { env: { PUBLIC_URL } });
      expect(stdout).toContain(`${PUBLIC_URL}/slack/events`);
      expect(stdout.includes(`${PUBLIC_URL}/slack/oauth_redirect`)).toBe(words.includes('--installable'));
    },
  ],
  [
    /^npx logtriage backup /,
    async () => {
      const DATA_DIR = temporaryFolder().path;
      await startProgram({ DATA_DIR });
      const target = join(temporaryFolder().path, 'copy');
      const { code, stderr } = await runNode([logtriage, 'backup', target], { env: { DATA_DIR } });
      expect(code, stderr).toBe(0);
      expect(readdirSync(target)).toContain('bot.db');
    },
  ],
  [
    /^npx logtriage forget /,
    async (command) => {
      const DATA_DIR = temporaryFolder().path;
      await startProgram({ DATA_DIR });
      const { code, stderr } = await runNode([logtriage, ...wordsOf(command).slice(2)], { env: { DATA_DIR } });
      expect([0, 1], stderr).toContain(code);
    },
  ],
  [
    /^npx logtriage sandbox /,
    async (command) =>
      expect((await fetch(`${await startSandbox(wordsOf(command).slice(3))}/sandbox`)).status).toBe(200),
  ],
  [
    /^curl -H 'content-type: application\/json' http:\/\/127.0.0.1:4100\//,
    async (command) => {
      const [, path = ''] = /:4100(\S+)/.exec(command) ?? [];
      const [, body = ''] = /-d '(.*)'$/.exec(command) ?? [];
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${await startSandbox([])}${path}`, { method: 'POST', headers, body });
      expect(response.ok, await response.text()).toBe(true);
    },
  ],
  [
    /^curl -fsS /,
    async (command) => {
      const address = new URL(wordsOf(command).at(-1) ?? '');
      const response = await fetch(`${await sharedProgram()}${address.pathname}${address.search}`);
      expect(response.status).toBe(200);
    },
  ],
  [/^npx wrangler /, (command) => tryWrangler(wordsOf(command).slice(2))],
  [/^openssl rand /, (command) => expect(execFileSync('sh', ['-c', command]).length).toBeGreaterThan(32)],
  [
    /^docker /,
    (command) => {
      const [, ...words] = wordsOf(command);
      expect(['build', 'run', 'compose']).toContain(words[0]);
      // No engine is needed to tell whether the build's file is there; its steps are followed by a test of their own.
      if (words[0] === 'build') expect(readFileSync('Dockerfile', 'utf8')).toContain('FROM ');
      if (words[0] === 'compose') expect(composeFile().services).toHaveProperty('logtriage');
    },
  ],
];

let shared: Promise<string> | undefined;
/** One program for all that only look at it. */
function sharedProgram(): Promise<string> {
  shared ??= (async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'logtriage-docs-'));
    const program = startNode([logtriage, 'start'], { env: { PORT: '0', DATA_DIR: dataDir }, isShared: true });
    close = async () => {
      await program.kill();
      rmSync(dataDir, { recursive: true, force: true });
    };
    const [, origin = ''] = await program.prints(/"origin":"([^"]+)".*"msg":"ready"/);
    return origin;
  })();
  return shared;
}
let close = async () => {};
afterAll(() => close());

it.each([...new Set(commands)])('%s', async (command) => {
  const found = trials.filter(([pattern]) => pattern.test(command));
  expect(found.length, 'a command that nothing tries').toBe(1);
  await found[0]?.[1](command);
});

it('finds commands on the pages', () => {
  expect(commands.length).toBeGreaterThan(20);
});

function composeFile() {
  const [, text = ''] = fences('yaml').exec(read('docker.md')) ?? [];
  return parse(text);
}

it('has a compose file that fits the image', () => {
  const image = imageOutline();
  const { logtriage: service } = composeFile().services;
  expect(service).toMatchObject({ read_only: true, user: String(image.user), cap_drop: ['ALL'] });
  expect(service.tmpfs).toEqual(['/tmp']);
  expect(service.volumes).toEqual([`data:${image.volume}`]);
  expect(service.ports[0].split(':').at(-1)).toBe(image.port);
  expect(service.environment.SANDBOX).toBe('off');
  expect(composeFile().services.litestream.profiles).toEqual(['backup']);
});

function imageOutline() {
  const text = readFileSync('Dockerfile', 'utf8');
  const last = (word: string) => [...text.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].at(-1)?.[1] ?? '';
  return { user: last('USER'), volume: last('VOLUME'), port: last('EXPOSE') };
}

it('names no variable that the program does not read', () => {
  const known = new Set([...Object.keys(environmentSchema.shape), 'TOKEN']);
  const named = pages.flatMap((page) =>
    [
      ...read(page).matchAll(
        /`?\b((?:SLACK|JIRA|LOG_SERVICE|API|PUBLIC|DATA|ADMIN|OPERATOR|LLM|STORAGE|RETENTION|MEMORY|ANSWERS|MAX|FILE|DEEP|TRUSTED|DOWNLOAD)_[A-Z_]+)\b/g,
      ),
    ].map(([, name = '']) => name),
  );
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('serves each page at /docs, its links leading to pages that are there', async () => {
  const origin = await sharedProgram();
  const looked = new Set<string>();
  const look = async (path: string): Promise<void> => {
    if (looked.has(path)) return;
    looked.add(path);
    const response = await fetch(`${origin}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return;
    const text = await response.text();
    expect(text).toContain('<h1>');
    for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/docs[^"#]*)/g)) await look(link);
  };
  await look('/docs');
  expect([...looked].filter((path) => !/\.(?:svg|webp|css)$/.test(path)).length).toBe(pages.length);
});
