export const usage = 'logtriage start';

/** Runs the whole program until a signal ends it. */
export async function run(): Promise<number> {
  const program = await import('../main.ts');
  return program.run();
}
