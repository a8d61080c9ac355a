import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Compiles what children load into the folder named by the first argument, and takes the right to write away from all
 * of it: children of hostile files read it, and no file may change what the next child runs. The second argument names
 * the file that says what made it, the third is what it says.
 */
const [, , folder = '', stampName = '', stamp = ''] = process.argv;

setModes(folder, 0o755, 0o644);
for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
enableCompileCache(folder);
const { formats } = await import('../formats/registry.ts');
await Promise.all([
  ...formats.map(({ load }) => load()),
  import('./read-upload.ts'),
  import('../investigator/choose-investigator.ts'),
  import('../lines/open-lines.ts'),
  import('./detect-upload.ts'),
]);
flushCompileCache();
writeFileSync(join(folder, stampName), stamp);
setModes(folder, 0o555, 0o444);

function setModes(path: string, folderMode: number, fileMode: number): void {
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) setModes(inner, folderMode, fileMode);
    else chmodSync(inner, fileMode);
  }
  chmodSync(path, folderMode);
}
