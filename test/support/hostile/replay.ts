import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileSubjects } from './subjects.ts';

// node test/support/hostile/replay.ts SUBJECT NUMBER [FILE]: one input again, with its stack where it fails.
const [name, number, file] = process.argv.slice(2);
const subject = (await hostileSubjects()).find((each) => each.name === name);
if (!subject || !(Number(number) > 0)) throw new Error('usage: replay.ts SUBJECT NUMBER [FILE]');
const folder = mkdtempSync(join(tmpdir(), 'logtriage-hostile-'));
try {
  const input = file ? readFileSync(file) : await subject.input(Number(number));
  const startedMs = performance.now();
  await subject.run(input, folder, Number(number));
  console.log(`${input.length} bytes survived in ${Math.round(performance.now() - startedMs)} ms`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
