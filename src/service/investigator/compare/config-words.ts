import type { ConfigChange } from '../../formats/config/diff/compare-configs.ts';
import type { LineRange } from '../../formats/reading.ts';
import { join, say, type Text, words } from '../wording/say.ts';

/** Where it is, what changed, and what that may mean; follows the name of what it is of. */
export function sentenceOf({ kind, place, before = '', after = '', impact }: ConfigChange): Text {
  const around = place.filter((part) => part !== '' && !before.startsWith(part) && !after.startsWith(part));
  const where =
    around.length === 0
      ? words('')
      : say` in ${join(
          around.map((part) => say`${part}`),
          ' › ',
        )}`;
  const meaning = impact === undefined ? words('') : say`. ${words(impact.replace(/\.$/, ''))}`;
  return say`${where}: ${whatOf(kind, before, after)}${meaning}`;
}

function whatOf(kind: ConfigChange['kind'], before: string, after: string): Text {
  switch (kind) {
    case 'added':
      return say`added: ${after}`;
    case 'removed':
      return say`removed: ${before}`;
    case 'moved':
      return say`moved: ${after}`;
    case 'renamed':
      return say`renamed: ${after}, was ${before}`;
    case 'changed':
    case 'same value':
      // Both masked alike: what changed is the secret.
      return before === after ? say`${after}, a secret that was replaced` : say`${after}, was ${before}`;
  }
}

/** The lines that show it, but those with secrets. */
export function rangesOf(change: ConfigChange, old: string, now: string): LineRange[] {
  return [
    { document: old, line: change.lineBefore, end: change.endBefore, isSecret: change.isSecretBefore },
    { document: now, line: change.lineAfter, end: change.endAfter, isSecret: change.isSecretAfter },
  ].flatMap(({ document, line, end, isSecret }) =>
    line === undefined || isSecret ? [] : [{ document, lineStart: line, lineEnd: end ?? line }],
  );
}
