import { renameWord } from '#core/rename-word.ts';
import type { Reading } from '../formats/reading.ts';
import type { ReadFile } from '../investigator/report.ts';

/**
 * A file as it is called where somebody may see it. The same bytes may have been brought first elsewhere, perhaps in
 * private, under another name: that one is said nowhere.
 */
export function underName(file: ReadFile, name: string): ReadFile {
  if (file.name === name) return file;
  const { documents, ...rest } = file.reading;
  const rename = (text: string) => renameWord(text, file.name, name);
  return {
    ...file,
    name,
    reading: {
      // Where its bytes lie is not what it is called.
      documents: documents.map((document) => ({ ...document, name: rename(document.name) })),
      ...renamed(rest, rename),
    } satisfies Reading,
  };
}

/** The same with every text in it renamed. */
export function renamed<T>(value: T, rename: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_key, inner) => (typeof inner === 'string' ? rename(inner) : inner));
}
