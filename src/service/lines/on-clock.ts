import type { OpenDocument } from './open-document.ts';

/** The document with its times on another clock, this much later than the one its lines were written by. */
export function onClock(document: OpenDocument, offsetMs: number): OpenDocument {
  if (offsetMs === 0) return document;
  const later = (timeMs: number) => timeMs + offsetMs;
  const asWritten = <Query extends { fromTimeMs?: number; toTimeMs?: number }>(query: Query): Query => ({
    ...query,
    ...(query.fromTimeMs !== undefined && { fromTimeMs: query.fromTimeMs - offsetMs }),
    ...(query.toTimeMs !== undefined && { toTimeMs: query.toTimeMs - offsetMs }),
  });
  const { marks } = document;
  return {
    ...document,
    search({ over, ...query }) {
      const ownOver = over && { ...over, fromMs: over.fromMs - offsetMs, toMs: over.toMs - offsetMs };
      return document.search({ ...asWritten(query), ...(ownOver && { over: ownOver }) });
    },
    async meta(line) {
      const meta = await document.meta(line);
      return meta.timeMs === undefined ? meta : { ...meta, timeMs: later(meta.timeMs) };
    },
    ...(marks && {
      async marks(from: number, to: number) {
        const found = await marks(from, to);
        return { ...found, timesMs: found.timesMs.map(later) };
      },
    }),
    async templates() {
      const templates = await document.templates();
      return templates.map((template) => ({
        ...template,
        ...(template.firstTimeMs !== undefined && { firstTimeMs: later(template.firstTimeMs) }),
        ...(template.lastTimeMs !== undefined && { lastTimeMs: later(template.lastTimeMs) }),
      }));
    },
    async histogram(buckets, query) {
      const counts = await document.histogram(buckets, query && asWritten(query));
      return counts.map((bucket) => ({ ...bucket, startMs: later(bucket.startMs) }));
    },
  };
}
