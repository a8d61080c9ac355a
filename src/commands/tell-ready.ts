import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What somebody who started the program in a terminal does next. Addresses alone on their part of a line can be clicked. */
export async function readyWords(options: {
  origin: string;
  sandbox: string | undefined;
  hasConsole: boolean;
  dataDir: string;
}): Promise<string> {
  const setupLink = await readFile(join(options.dataDir, 'setup-link'), 'utf8').catch(() => '');
  const rows: [string, string][] = [
    ...(options.sandbox ? [['Try it', options.sandbox] as [string, string]] : []),
    ...(options.hasConsole ? [['Console', `${options.origin}/console`] as [string, string]] : []),
    ...(setupLink === '' ? [] : [['Create the first account', setupLink.trim()] as [string, string]]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const told = rows.map(([name, address]) => `  ${name.padEnd(width)}${address}`);
  return ['logtriage is ready.', ...told, 'Ctrl-C stops it; LOG_LEVEL=info logs more of what it does.', ''].join('\n');
}
