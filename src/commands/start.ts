export const usage = 'logtriage start';
export const about = 'Runs the bot with the Log Analysis Service in one process, at PORT.';

/** Runs the whole program until a signal ends it. */
export async function run(): Promise<number> {
  const program = await import('../main.ts');
  return program.run();
}
