import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readyWords } from './commands/tell-ready.ts';
import { type Config, readConfig } from './config.ts';
import { UsageError } from './core/errors.ts';
import type { Log } from './core/log.ts';
import { printable } from './core/printable.ts';
import { createLog } from './node/logger.ts';
import { createTerminalLog } from './node/terminal-log.ts';
import type { Program } from './program/start-program.ts';

/** Runs until a signal ends it; returns the exit code. Problems of the configuration are told all at once: 2. */
export async function run(environment: Record<string, string | undefined> = process.env): Promise<number> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const isTerminal = process.stdout.isTTY === true;
  const log = isTerminal
    ? createTerminalLog(environment.LOG_LEVEL ? config.LOG_LEVEL : 'warn')
    : createLog(config.LOG_LEVEL);
  process.umask(0o077);
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tell(signal));
  const program = await loadAndStart(config, log).catch((error: unknown) => tellWhyNot(config, log, error));
  if (!program) return 1;
  if (isTerminal) {
    const { origin, sandbox } = program;
    const hasConsole = config.RUN !== 'bot';
    process.stdout.write(await readyWords({ origin, sandbox, hasConsole, dataDir: config.DATA_DIR }));
  }
  const signal = await told;
  log.info('stopping', { signal });
  await program.stop();
  return 0;
}

function tellWhyNot(config: Config, log: Log, error: unknown): undefined {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    process.stderr.write(`PORT: ${config.HOST}:${config.PORT} cannot be listened on (${code}); choose another.\n`);
  } else if (error instanceof UsageError) process.stderr.write(`${error.message}\n`);
  else log.error('could not start', { error });
}

/**
 * The next start compiles nothing again. What was compiled lies in the data folder: code from a folder that others may
 * write to is not run.
 */
async function loadAndStart(config: Config, log: Log): Promise<Program> {
  // Not where children's lies: that is made anew with each version, and then nobody may write to it.
  const folder = join(config.DATA_DIR, 'compiled-program');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  enableCompileCache(folder);
  const { startProgram } = await import('./program/start-program.ts');
  return await startProgram(config, log);
}

/** Commands are reached another way: whoever names one here waits for it while the whole program starts. */
function refuse(words: readonly string[]): number {
  const [first = ''] = words;
  const meant = first.startsWith('-')
    ? 'Settings are variables, in .env.example; npx logtriage --help lists the commands.'
    : `The command is: npx logtriage ${printable(words.join(' '))}`;
  process.stderr.write(`This starts the whole program and takes no arguments. ${meant}\n`);
  return 2;
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  process.exit(words.length > 0 ? refuse(words) : await run());
}
