import type { LineQuery } from '../../src/service/lines/open-document.ts';
import { openLines } from '../../src/service/lines/open-lines.ts';

const [path, indexPath, query] = process.argv.slice(2);
await using document = await openLines('/', {
  name: 'sample',
  fileType: 'log',
  path: path!,
  indexPath: indexPath!,
  sizeBytes: 0,
  lines: 0,
  clock: 'absolute',
});
const startedAtMs = performance.now();
await document.search({ ...(JSON.parse(query!) as Omit<LineQuery, 'limit'>), limit: 100 });
process.stdout.write(String(performance.now() - startedAtMs));
