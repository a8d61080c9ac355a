/**
 * Where a program of ours lies that runs beside this one: among the sources, or beside the module that starts it where
 * that was built. `from`: the module's `import.meta`; `source`: the program's path from there.
 */
export function ownProgram(from: Pick<ImportMeta, 'filename' | 'url'>, source: string): URL {
  const isBuilt = from.filename.endsWith('.js');
  const built = `./${source.slice(source.lastIndexOf('/') + 1).replace(/\.ts$/, '.js')}`;
  return new URL(isBuilt ? built : source, from.url);
}
