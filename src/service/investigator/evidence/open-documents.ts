import type { DocumentInfo } from '../../formats/reading.ts';
import type { OpenDocument, OpenLines } from '../../lines/open-document.ts';
import type { ReadFile } from '../report.ts';

/** The documents of a run, opened when first needed and closed together. */
export interface OpenDocuments extends AsyncDisposable {
  infos: readonly DocumentInfo[];
  /** By name as cited; the first where two share it. Undefined where there is none or it cannot be opened. */
  open(name: string): Promise<OpenDocument | undefined>;
}

export function openDocuments(files: readonly ReadFile[], openLines: OpenLines): OpenDocuments {
  const homes = new Map<string, { folder: string; info: DocumentInfo }>();
  for (const file of files) {
    for (const info of file.reading.documents) {
      if (!homes.has(info.name)) homes.set(info.name, { folder: file.folder, info });
    }
  }
  const opened = new Map<string, Promise<OpenDocument | undefined>>();
  return {
    infos: [...homes.values()].map((home) => home.info),
    open(name) {
      const known = opened.get(name);
      if (known !== undefined) return known;
      const home = homes.get(name);
      // A document that cannot be opened is one that cannot be cited: its claims are dropped and counted.
      const opening =
        home === undefined ? Promise.resolve(undefined) : openLines(home.folder, home.info).catch(() => undefined);
      opened.set(name, opening);
      return opening;
    },
    async [Symbol.asyncDispose]() {
      for (const opening of opened.values()) await (await opening)?.[Symbol.asyncDispose]();
    },
  };
}
