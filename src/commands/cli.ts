import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '#core/errors.ts';
import { nearest } from '#core/nearest.ts';
import { printable } from '#core/printable.ts';
import { settingsFile } from './setup/settings-file.ts';
import { wrapWords } from './wrap-words.ts';

export interface Command {
  usage: string;
  /** What it does, in one sentence. */
  about: string;
  /** The exit code: 0 done, 1 something could not be. Throws UsageError for wrong usage. */
  run(args: readonly string[]): Promise<number>;
}

/** Every command by its name; loaded when asked for. */
const commands: Record<string, () => Promise<Command>> = {
  start: () => import('./start.ts'),
  analyze: () => import('./analyze.ts'),
  templates: () => import('./templates.ts'),
  lines: () => import('./lines.ts'),
  diff: () => import('./diff.ts'),
  manifest: () => import('./manifest.ts'),
  connect: () => import('./connect.ts'),
  setup: () => import('./setup/setup.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  webhook: () => import('./jira-webhook.ts'),
  backfill: () => import('./backfill.ts'),
  user: () => import('./user.ts'),
  forget: () => import('./forget.ts'),
  sandbox: () => import('./sandbox.ts'),
  backup: () => import('./backup.ts'),
  conformance: () => import('./conformance.ts'),
};

// What commands write is for the account that runs them: databases, backups, keys.
process.umask(0o077);
// What `setup` wrote; a variable of the shell counts before it.
if (existsSync(settingsFile)) process.loadEnvFile(settingsFile);
process.exitCode = await dispatch(process.argv.slice(2));

async function dispatch([name, ...args]: readonly string[]): Promise<number> {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (name !== undefined && asksForHelp(name)) return print(await overview());
    if (name === '--version' || name === '-v') return print(version());
    if (!load) throw new UsageError(name === undefined ? await overview() : unknownCommand(name));
    const command = await load();
    if (args.length === 1 && asksForHelp(args[0]!)) return print(`usage: ${command.usage}\n\n${command.about}`);
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${wrapWords(printable(error.message), process.stderr.columns)}\n`);
    return 2;
  }
}

function unknownCommand(name: string): string {
  const meant = nearest(name, Object.keys(commands));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `There is no command ${JSON.stringify(name)}.${hint}\nlogtriage --help lists them.`;
}

function version(): string {
  const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return own;
}

function asksForHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

function print(text: string): number {
  process.stdout.write(`${wrapWords(text, process.stdout.columns)}\n`);
  return 0;
}

async function overview(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  return ['usage:', ...loaded.map(({ usage, about }) => `  ${usage}\n      ${about}`)].join('\n');
}
