import { UsageError } from '#core/errors.ts';

export interface Command {
  usage: string;
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
  user: () => import('./user.ts'),
  backup: () => import('./backup.ts'),
  conformance: () => import('./conformance.ts'),
};

process.exitCode = await dispatch(process.argv.slice(2));

async function dispatch([name, ...args]: readonly string[]): Promise<number> {
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (!load) throw new UsageError(await overview());
    return await (await load()).run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function overview(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  return ['usage:', ...loaded.map(({ usage }) => `  ${usage}`)].join('\n');
}
