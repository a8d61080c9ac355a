import { UsageError } from '#core/errors.ts';

export const usage = 'logtriage start';
export const about = 'Runs the bot with the Log Analysis Service in one process, at PORT.';

/** Runs the whole program until a signal ends it. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`Settings are variables, in .env.example.\nusage: ${usage}`);
  const program = await import('../main.ts');
  return program.run();
}
