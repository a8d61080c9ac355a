import { describe } from '../grade/truth.ts';
import { gradeValue } from '../grade/value.ts';
import type { Item, Sheet } from '../item.ts';
import { type MadeLog, makeWorld, type World } from './make-world.ts';
import type { Asked } from './world.ts';

/** The worlds of a run: the seed gives the first, each further one is its own. */
export function makeWorlds(seed: number, count: number): World[] {
  return Array.from({ length: count }, (_, index) => makeWorld(seed * 1000 + index));
}

export function madeSheets(worlds: readonly World[]): Sheet[] {
  return worlds.map(({ seed, log, asked }) => valueSheet('made', `made-${seed}`, log, asked));
}

/** Questions whose answers are values: the wordings of each share their truth. */
export function valueSheet(
  set: string,
  fileKey: string,
  { name, text, style }: Pick<MadeLog, 'name' | 'text'> & { style?: string },
  asked: readonly Asked[],
): Sheet {
  const items = asked.flatMap(({ key, class: kind, texts, truth }, index) =>
    texts.map(
      (question, wording): Item => ({
        id: `${fileKey}/${key ?? index}/${wording}`,
        set,
        class: kind,
        group: `${fileKey}/${key ?? index}`,
        ...(style === undefined ? {} : { style }),
        fileKey,
        question,
        expected: describe(truth),
        grade: (told) => gradeValue(told, question, truth),
      }),
    ),
  );
  return { fileKey, files: () => [{ name, content: text }], items };
}
