import { describe } from '../grade/truth.ts';
import { gradeValue } from '../grade/value.ts';
import type { Item, Sheet } from '../item.ts';
import { makeWorld, type World } from './make-world.ts';

/** The worlds of a run: the seed gives the first, each further one is its own. */
export function makeWorlds(seed: number, count: number): World[] {
  return Array.from({ length: count }, (_, index) => makeWorld(seed * 1000 + index));
}

export function madeSheets(worlds: readonly World[]): Sheet[] {
  return worlds.map(({ seed, log, asked }) => {
    const fileKey = `made-${seed}`;
    const items = asked.flatMap(({ class: kind, texts, truth }, index) =>
      texts.map(
        (question, wording): Item => ({
          id: `${fileKey}/${index}/${wording}`,
          set: 'made',
          class: kind,
          group: `${fileKey}/${index}`,
          style: log.style,
          fileKey,
          question,
          expected: describe(truth),
          grade: (told) => gradeValue(told, question, truth),
        }),
      ),
    );
    return { fileKey, files: () => [{ name: log.name, content: log.text }], items };
  });
}
