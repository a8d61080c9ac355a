import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { spoolStdin } from './spool-stdin.ts';

/** How standard input is named among files. */
export const standardInput = '-';

/** A file named on the command line: what it is called, and where its bytes are. */
interface Input extends Disposable {
  name: string;
  path: string;
}

/** Throws where there is no such file. */
export async function openInput(given: string): Promise<Input> {
  if (given === standardInput) {
    const stdin = await spoolStdin();
    return { name: 'stdin', path: stdin.path, [Symbol.dispose]: () => stdin[Symbol.dispose]() };
  }
  const path = resolve(given);
  if (!existsSync(path)) throw new Error('There is no such file.');
  return { name: given, path, [Symbol.dispose]() {} };
}
