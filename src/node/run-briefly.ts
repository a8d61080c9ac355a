import { spawner } from './spawner.ts';

const mostOutputBytes = 64 * 1024;

/** Runs a program that is told nothing, not even an environment, and gives what it said; undefined where it failed, or took too long. */
export async function runBriefly(
  command: string,
  args: readonly string[],
  { cwd, deadlineMs }: { cwd: string; deadlineMs: number },
): Promise<string | undefined> {
  const child = spawner.start(command, args, { env: {}, cwd });
  const chunks: Uint8Array[] = [];
  let outputBytes = 0;
  child.hear((chunk) => {
    outputBytes += chunk.length;
    if (outputBytes <= mostOutputBytes) chunks.push(chunk);
    else child.kill();
  });
  child.tell('');
  const deadline = setTimeout(() => child.kill(), deadlineMs);
  // One that could not be started has failed too.
  const code = await child.ended.then(
    (exit) => exit.code,
    () => null,
  );
  clearTimeout(deadline);
  return code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined;
}
