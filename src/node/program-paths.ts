import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/** What a child may read to run the program. Not the whole folder: data may lie in it. Packages may lie behind a link. */
export function programPaths(programFolder: string): string[] {
  const named = ['package.json', 'src', 'dist', 'node_modules'].map((name) => join(programFolder, name));
  // Installed, it lies among the packages it uses.
  const around = /^.*[\\/]node_modules(?=[\\/])/.exec(programFolder);
  return [...new Set([...named, ...(around ?? [])].flatMap((path) => [path, realPath(path)]))];
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
