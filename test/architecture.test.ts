import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const rule = `Who may import whom (src/):
  main → program, commands, node                    worker → app, cloudflare
  program → app, service, sandbox, commands, node
  app → bot, jobs; every adapter is handed in       service → jobs
  commands, sandbox → service                       commands → node, sandbox, jobs, app, main, config
  node, cloudflare → the port types they implement (type imports only), jobs' table
  everyone → core
  bot and service never import each other. bot/, jobs/ and core/ use web APIs only (no node:, no undici).
  @slack/* only in bot/slack, jira.js only in bot/jira, better-sqlite3 and undici only in node/.
  Other programs are started by node/spawn-thread.ts alone, off the first thread, and by the launcher.`;

const mayImport: Record<string, readonly string[]> = {
  main: ['program', 'commands', 'node', 'config'],
  program: ['app', 'service', 'sandbox', 'commands', 'node', 'config'],
  worker: ['app', 'cloudflare', 'config'],
  app: ['bot', 'jobs', 'config'],
  bot: ['jobs', 'config'],
  service: ['jobs', 'config'],
  commands: ['service', 'node', 'sandbox', 'jobs', 'app', 'main', 'bot', 'config'],
  sandbox: ['service', 'config'],
  node: ['config'],
  cloudflare: ['config'],
  jobs: [],
  core: [],
  config: [],
};

const packagesOnlyIn: [RegExp, RegExp][] = [
  [/^@slack\//, /^bot\/slack\//],
  [/^jira\.js/, /^bot\/jira\//],
  [/^better-sqlite3/, /^node\//],
  [/^undici/, /^node\//],
  [/^(?:node:)?child_process$/, /^(?:node\/spawn-thread\.ts|commands\/logtriage\.js)$/],
];

const root = resolve(import.meta.dirname, '..', 'src');

it('keeps every import within the rule', () => {
  expect(sourceFiles(root).flatMap(violationsOf), rule).toEqual([]);
});

it('finds the imports it judges', () => {
  expect(
    importsOf("import type { A } from '#core/a.ts';\nconst b = await import('./b.ts');\nexport { c } from 'c';"),
  ).toEqual([
    { specifier: '#core/a.ts', isTypeOnly: true },
    { specifier: 'c', isTypeOnly: false },
    { specifier: './b.ts', isTypeOnly: false },
  ]);
});

it('reads the text of a question in investigator/parse alone', () => {
  const readers = ['parse-question', 'frames', 'times-asked', 'time-phrases', 'words'];
  const outside = serviceImports('service/investigator/')
    .filter(({ from, to }) => to.startsWith('parse/') && !from.startsWith('parse/'))
    .filter(({ to }) => readers.includes(to.replace(/^parse\/|\.ts$/g, '')))
    .map(({ from }) => from);
  expect([...new Set(outside)].filter((from) => !/^(?:answer-question|settle-cause)\.ts$/.test(from))).toEqual([]);
});

it('lets no two rooms of the investigator need each other', () => {
  expect(circlesIn('service/investigator/')).toEqual([]);
});

it('lets no domain room of the service know the edges api/ and console/, but for those left', () => {
  const edges = ['api', 'console', 'stream', 'conformance'];
  const found = serviceImports('service/')
    .filter(({ from, to }) => from.includes('/') && !edges.includes(roomOf(from)) && /^(?:api|console)\//.test(to))
    .map(({ from, to }) => `${from} → ${to}`);
  expect([...new Set(found)].sort()).toEqual(knowsAnEdge);
});

/** May only become shorter: the domain throws errors of its own, and the edge answers them. */
const knowsAnEdge = [
  'access/authenticate-api-key.ts → api/endpoint.ts',
  'access/authenticate-api-key.ts → api/errors.ts',
  'access/authenticate-session.ts → api/endpoint.ts',
  'access/authenticate-session.ts → api/errors.ts',
  'access/require-own-origin.ts → api/errors.ts',
  'deltas/find-delta.ts → api/errors.ts',
  'files/add-file.ts → api/errors.ts',
  'files/find-file.ts → api/errors.ts',
  'files/receive-upload.ts → api/errors.ts',
  'search/answer-search.ts → api/endpoint.ts',
  'search/answer-search.ts → api/envelope.ts',
  'search/answer-search.ts → api/errors.ts',
  'search/start-search.ts → api/errors.ts',
  'webhooks/find-webhook.ts → api/endpoint.ts',
  'webhooks/find-webhook.ts → api/errors.ts',
];

function serviceImports(prefix: string): { from: string; to: string }[] {
  return sourceFiles(join(root, prefix)).flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')).flatMap(({ specifier }) => {
      const target = localTarget(file, specifier);
      return target?.startsWith(prefix)
        ? [{ from: relative(join(root, prefix), file), to: target.slice(prefix.length) }]
        : [];
    }),
  );
}

/** Each import between two rooms of which the second comes back to the first. */
function circlesIn(prefix: string): string[] {
  const needs = new Map<string, Set<string>>();
  for (const { from, to } of serviceImports(prefix)) {
    if (!from.includes('/') || !to.includes('/') || roomOf(from) === roomOf(to)) continue;
    needs.set(roomOf(from), (needs.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
  }
  const reaches = (room: string, wanted: string, seen = new Set<string>()): boolean =>
    [...(needs.get(room) ?? [])].some(
      (next) => next === wanted || (!seen.has(next) && reaches(next, wanted, seen.add(next))),
    );
  return [...needs].flatMap(([room, others]) =>
    [...others].filter((other) => reaches(other, room)).map((other) => `${room} → ${other}`),
  );
}

function violationsOf(file: string): string[] {
  const name = relative(root, file);
  const room = roomOf(name);
  return importsOf(readFileSync(file, 'utf8')).flatMap(({ specifier, isTypeOnly }) => {
    const local = localTarget(file, specifier);
    if (local === undefined)
      return isPackageAllowed(name, room, specifier, isTypeOnly) ? [] : [`${name}: ${specifier}`];
    const target = roomOf(local);
    if (target === room || target === 'core' || mayImport[room]?.includes(target)) return [];
    // An adapter knows the types of the port it implements, and nothing else of that room.
    if ((room === 'node' || room === 'cloudflare') && (isTypeOnly || target === 'jobs')) return [];
    return [`${name} → ${local}`];
  });
}

function isPackageAllowed(name: string, room: string, specifier: string, isTypeOnly: boolean): boolean {
  if (['bot', 'jobs', 'core'].includes(room) && specifier.startsWith('node:')) return false;
  if (isTypeOnly) return true;
  return packagesOnlyIn.every(([wanted, place]) => !wanted.test(specifier) || place.test(name));
}

function localTarget(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? relative(root, join(dirname(file), specifier)) : undefined;
}

function roomOf(name: string): string {
  return name.split('/')[0]!.replace(/\.\w+$/, '');
}

function importsOf(source: string): { specifier: string; isTypeOnly: boolean }[] {
  const statics = source.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"`;]*?from\s*)?'([^']+)'/gm);
  const dynamics = source.matchAll(/\bimport\('([^']+)'\)/g);
  return [
    ...Array.from(statics, (match) => ({ specifier: match[2]!, isTypeOnly: match[1] !== undefined })),
    ...Array.from(dynamics, (match) => ({ specifier: match[1]!, isTypeOnly: false })),
  ];
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.[jt]s$/.test(entry.name) ? [path] : [];
  });
}
