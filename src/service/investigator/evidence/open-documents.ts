import type { DocumentInfo } from '../../formats/reading.ts';
import { type LineLayout, layoutOf, layoutOfHeads } from '../../lines/layouts/line-layout.ts';
import type { OpenDocument, OpenLines } from '../../lines/open-document.ts';
import type { ReadFile } from '../report.ts';
import { headOf, withoutSecretCells } from './secrets.ts';

/** A document whose lines may be read alike, by columns that it names itself or its writer is known for. */
export interface ReadDocument extends OpenDocument {
  layout?: LineLayout;
}

/** The documents of a run, opened when first needed and closed together. */
export interface OpenDocuments extends AsyncDisposable {
  /** Named as they are cited: two files of a comparison may hold documents of one name, then the file is named too. */
  infos: readonly DocumentInfo[];
  /** By name as cited. Undefined where there is none or it cannot be opened. */
  open(name: string): Promise<ReadDocument | undefined>;
  /** The same, its lines as they stand in the file, also with codes for a terminal's colours. */
  verbatim(name: string): Promise<OpenDocument | undefined>;
  /** As cited, of a document of the n-th file. */
  citedName(fileIndex: number, document: string): string;
  /** Which file a cited document is of. */
  fileOf(citedName: string): number;
}

export function openDocuments(files: readonly ReadFile[], openLines: OpenLines): OpenDocuments {
  const citedName = naming(files);
  const homes = new Map<string, { folder: string; info: DocumentInfo; fileIndex: number }>();
  for (const [fileIndex, file] of files.entries()) {
    for (const info of file.reading.documents) {
      const name = citedName(fileIndex, info.name);
      if (!homes.has(name)) homes.set(name, { folder: file.folder, info: { ...info, name }, fileIndex });
    }
  }
  const infos = [...homes.values()].map((home) => home.info);
  // Texts of several zones are told on one clock.
  if (new Set(infos.filter((info) => info.clock === 'absolute').map((info) => info.zoneMinutes)).size > 1)
    for (const info of infos) delete info.zoneMinutes;
  const asWritten = new Map<string, Promise<OpenDocument | undefined>>();
  const opened = new Map<string, Promise<ReadDocument | undefined>>();
  const verbatim = (name: string) =>
    once(asWritten, name, async () => {
      const home = homes.get(name);
      // A document that cannot be opened is one that cannot be cited: its claims are dropped and counted.
      const document = home && (await openLines(home.folder, home.info).catch(() => undefined));
      return home && document && withoutSecretCells({ ...document, info: home.info });
    });
  return {
    infos,
    citedName,
    fileOf: (name) => homes.get(name)?.fileIndex ?? 0,
    verbatim,
    open: (name) =>
      once(opened, name, async () => {
        const document = await verbatim(name);
        return document && withLayout(await withoutColours(document));
      }),
    async [Symbol.asyncDispose]() {
      for (const opening of asWritten.values()) await (await opening)?.[Symbol.asyncDispose]();
    },
  };
}

function once<Opened>(known: Map<string, Opened>, name: string, open: () => Opened): Opened {
  const opened = known.get(name) ?? open();
  known.set(name, opened);
  return opened;
}

const layoutTypes = /^(?:log|capture)$/;
const colours = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g;

/** What a line says, without what a terminal takes for colours. */
export const withoutCodes = (line: string): string => (line.includes('\u001b') ? line.replace(colours, '') : line);

/** Lines written for a terminal say the same without its colours. */
async function withoutColours(document: OpenDocument): Promise<OpenDocument> {
  const head = document.info.fileType === 'log' ? await headOf(document) : [];
  if (!head.some((text) => text.includes('\u001b['))) return document;
  const lines = async (from: number, to: number) => (await document.lines(from, to)).map(withoutCodes);
  return { ...document, lines };
}

async function withLayout(document: OpenDocument): Promise<ReadDocument> {
  if (!layoutTypes.test(document.info.fileType) || document.info.lines < 2) return document;
  const head = await headOf(document);
  const layout = layoutOf(head) ?? layoutOfHeads(head);
  return layout === undefined ? document : { ...document, layout };
}

function naming(files: readonly ReadFile[]): OpenDocuments['citedName'] {
  const holders = new Map<string, number>();
  for (const file of files) {
    for (const name of new Set(file.reading.documents.map((info) => info.name)))
      holders.set(name, (holders.get(name) ?? 0) + 1);
  }
  const hasSameNames = new Set(files.map((file) => file.name)).size < files.length;
  return (fileIndex, document) => {
    if ((holders.get(document) ?? 0) < 2) return document;
    const name = files[fileIndex]?.name ?? '';
    if (hasSameNames) return `#${fileIndex + 1} › ${document}`;
    return document === name ? name : `${name} › ${document}`;
  };
}
