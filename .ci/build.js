// Builds what is shipped into dist/: the program as JavaScript, since Node runs no TypeScript below node_modules.
// With `--whole` the packages it uses are in it too, but for those that are more than JavaScript: for the image.
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { notJavaScript } from './not-javascript.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outdir = join(root, 'dist');

/** Files beside a source are found where the source lay: they are shipped there. */
const placesOfSources = {
  name: 'places-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const place = JSON.stringify(relative(outdir, path));
      const contents = readFileSync(path, 'utf8');
      return {
        loader: 'ts',
        contents: contents.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
      };
    });
  },
};

const isWhole = process.argv.includes('--whole');
const requireForPackages =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";
rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: [
    'src/commands/cli.ts',
    'src/node/spawn-thread.ts',
    'src/service/child/child.ts',
    'src/service/child/compile-readers.ts',
    'src/service/log-view/view-thread.ts',
  ],
  entryNames: '[name]',
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  ...(isWhole
    ? { external: notJavaScript, banner: { js: requireForPackages }, minify: true, keepNames: true }
    : { packages: 'external' }),
  plugins: [placesOfSources],
  logLevel: 'warning',
});
