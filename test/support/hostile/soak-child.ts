import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildWord } from './run-subject.ts';
import type { Subject } from './subjects.ts';

// Runs a subject on a range of inputs and tells its parent of each, so that the parent knows which one it hangs on.
const [module, name, from, to] = process.argv.slice(2);
const { hostileSubjects }: { hostileSubjects(): Promise<Subject[]> } = await import(module!);
const subject = (await hostileSubjects()).find((each) => each.name === name);
if (!subject) throw new Error(`nothing is called ${name}`);
const folder = mkdtempSync(join(tmpdir(), 'logtriage-hostile-'));
process.once('SIGTERM', () => process.exit(1));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const say = (word: ChildWord) => process.send!(word);
say({ isReady: true });

for (let number = Number(from); number <= Number(to); number++) {
  const input = await subject.input(number);
  say({ begins: number, rssBytes: process.memoryUsage.rss() });
  try {
    await subject.run(input, folder, number);
  } catch (error) {
    say({ fails: number, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
say({ ends: true, rssBytes: process.memoryUsage.rss() });
process.disconnect();
