import type { OpenDocuments, ReadDocument } from '../evidence/open-documents.ts';
import { inAll } from '../words/line-list.ts';
import type { LinesByDocument } from '../words/unit.ts';

const mostMatches = 2_000_000;

/** The documents as if they had only these lines, by their own numbers; to be read around and cited they are whole. */
export function scopedDocuments(documents: OpenDocuments, lines: LinesByDocument): OpenDocuments {
  const scoped = new Map<string, Promise<ReadDocument | undefined>>();
  return {
    ...documents,
    open(name) {
      const known = scoped.get(name);
      if (known !== undefined) return known;
      const opening = documents
        .open(name)
        .then((document) => (document === undefined ? undefined : scopedTo(document, lines.get(name))));
      scoped.set(name, opening);
      return opening;
    },
  };
}

function scopedTo(document: ReadDocument, lines: Uint32Array | undefined): ReadDocument {
  const only = lines ?? new Uint32Array();
  return {
    ...document,
    only,
    async search(query) {
      const { enough: _, ...whole } = query;
      const found = await document.search({ ...whole, limit: mostMatches });
      const within = inAll([Uint32Array.from(found.lines), only]);
      const { firstLine: _first, lastLine: _last, ...rest } = found;
      return {
        ...rest,
        lines: [...within.subarray(0, query.limit)],
        total: within.length,
        ...(within.length === 0 ? {} : { firstLine: within[0]!, lastLine: within.at(-1)! }),
      };
    },
  };
}
