import { resolve } from 'node:path';
import { maxQuestion } from '../../../src/service/investigator/parse/parse-question.ts';
import { builtBelow, type FoundPattern, literalsBelow } from './find-patterns.ts';
import { slowInputOf } from './try-pattern.ts';

/**
 * A process of its own, since a bad pattern cannot be interrupted: prints each pattern it begins and each slow one, so
 * that whoever ends it knows where it hung. Given `n/m`, it tries every m-th pattern from the n-th.
 */
const root = resolve(import.meta.dirname, '..', '..', '..', 'src');
const [part = 1, parts = 1] = (process.argv[2] ?? '1/1').split('/').map(Number);

/** The room that reads questions: a longer text is none, and never meets its patterns. */
const questions = 'service/investigator/parse/';

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const unique = new Map<string, FoundPattern>();
for (const found of [...literalsBelow(root), ...(await builtBelow(root))]) {
  unique.set(`/${found.source}/${found.flags}`, found);
}

let tried = 0;
for (const [index, [pattern, found]] of [...unique].entries()) {
  if (index % parts !== part - 1) continue;
  tried += 1;
  say({ begun: found.place, pattern });
  const slow = slowInputOf(found, found.place.startsWith(questions) ? maxQuestion : undefined);
  if (slow) say({ slow: `${found.place} ${pattern}`, ...slow.input, lineMs: Math.round(slow.lineMs) });
}
say({ tried });
process.exit(0);
