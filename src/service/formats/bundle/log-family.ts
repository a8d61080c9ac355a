import { posix } from 'node:path';
import type { DocumentInfo } from '../reading.ts';

/** The name of the log that a rotated file is a piece of: `var/log/app.log` for `var/log/app.log.2.gz`. */
export function familyOf(name: string): string {
  const folder = posix.dirname(name);
  const file = posix
    .basename(name)
    .replace(/\.(?:gz|bz2|xz|zst|zip|Z)$/, '')
    .replace(
      /[.-](?:\d{1,3}|\d{8}(?:[-T]?\d{2,6})?|\d{4}-\d\d-\d\d(?:[-_T.]?\d{2}(?:[-_:.]?\d\d){0,2})?|old|bak|prev(?:ious)?)$/,
      '',
    )
    .replace(/[._-](?:\d{1,3}|\d{8}|\d{4}-\d\d-\d\d)(\.(?:log|txt|out|err))$/, '$1');
  return folder === '.' ? file : `${folder}/${file}`;
}

/** Pieces of one log stand together, the oldest first, at the place of the first; the rest keeps its order. */
export function inOrderOfHistory(documents: readonly DocumentInfo[]): {
  documents: DocumentInfo[];
  /** By the log's name: its pieces in order, of logs with more than one. */
  families: Map<string, DocumentInfo[]>;
} {
  const families = Map.groupBy(documents, ({ name }) => familyOf(name));
  for (const [name, pieces] of families) {
    if (pieces.length < 2) families.delete(name);
    else pieces.sort((a, b) => (a.firstTimeMs ?? 0) - (b.firstTimeMs ?? 0) || ageOf(b.name) - ageOf(a.name));
  }
  const told = new Set<string>();
  const ordered = documents.flatMap((document) => {
    const family = familyOf(document.name);
    const pieces = families.get(family);
    if (!pieces) return [document];
    if (told.has(family)) return [];
    told.add(family);
    return pieces;
  });
  return { documents: ordered, families };
}

/** The higher the number, the older: `app.log.2` comes before `app.log.1`, and both before `app.log`. */
function ageOf(name: string): number {
  return Number(/\.(\d{1,3})(?:\.(?:gz|bz2|xz|zst|zip|Z))?$/.exec(name)?.[1] ?? 0);
}
