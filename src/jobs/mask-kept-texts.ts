import type { Statement } from '#core/sql.ts';
import type { JobHandler, NewJob } from './queue.ts';

/** A table whose rows an earlier version of the program stored as people wrote them. */
export interface KeptTexts<Row extends { id: string }> {
  /** By id, those after the given one that may hold something in the open. */
  plainAfter(id: string, limit: number): Promise<Row[]>;
  /** Change the row where it is still as it was read; none where there is nothing to mask in it. */
  mask(row: Row): Promise<Statement[]>;
  /** How many rows are looked at together. */
  batch?: number;
}

const usualBatch = 100;
/** Between two batches, so that a long table leaves room for the work. */
const breathMs = 500;

/**
 * Goes once through the rows of a table and masks what an upgrade found unmasked. Its job keeps how far it came: a row
 * with nothing to mask looks the same before and after. Enqueue `job` at each start.
 */
export function maskKeptTexts<Row extends { id: string }>(
  kind: string,
  clock: { now(): number },
  { plainAfter, mask, batch = usualBatch }: KeptTexts<Row>,
): { job: NewJob & { dedupKey: string }; handler: JobHandler } {
  return {
    job: { kind, payload: { after: '' }, dedupKey: kind },
    handler: {
      kind,
      concurrency: 1,
      isStanding: true,
      async run({ payload }) {
        const { after } = payload as { after: string };
        const rows = await plainAfter(after, batch);
        const writes: Statement[] = [];
        for (const row of rows) writes.push(...(await mask(row)));
        const last = rows.at(-1);
        if (!last || rows.length < batch) return { status: 'done', writes };
        return { status: 'later', runAtMs: clock.now() + breathMs, payload: { after: last.id }, writes };
      },
    },
  };
}
