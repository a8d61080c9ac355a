import { type KeptText, keepText } from '#core/kept-text.ts';
import type { Statement } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { JobHandler, NewJob } from './queue.ts';

/** A table whose rows an earlier version of the program stored as people wrote them. */
export interface KeptTexts {
  /** Of rows that hold nothing sealed, by id, those after the given one. */
  plainAfter(id: string, limit: number): Promise<{ id: string; text: string }[]>;
  /** Changes the row where it is still as it was read. */
  mask(row: { id: string; text: string }, kept: KeptText): Statement;
}

const batch = 100;
/** Between two batches, so that a long table leaves room for the work. */
const breathMs = 500;

/**
 * Goes once through the rows of a table and masks what an upgrade found unmasked. Its job keeps how far it came: a row
 * with nothing to mask looks the same before and after. Enqueue `job` at each start.
 */
export function maskKeptTexts(
  kind: string,
  { vault, clock }: { vault: Vault; clock: { now(): number } },
  texts: KeptTexts,
): { job: NewJob & { dedupKey: string }; handler: JobHandler } {
  return {
    job: { kind, payload: { after: '' }, dedupKey: kind },
    handler: {
      kind,
      concurrency: 1,
      isStanding: true,
      async run({ payload }) {
        const { after } = payload as { after: string };
        const rows = await texts.plainAfter(after, batch);
        const writes: Statement[] = [];
        for (const row of rows) {
          const kept = await keepText(vault, row.text);
          if (kept.whole !== null) writes.push(texts.mask(row, kept));
        }
        const last = rows.at(-1);
        if (!last || rows.length < batch) return { status: 'done', writes };
        return { status: 'later', runAtMs: clock.now() + breathMs, payload: { after: last.id }, writes };
      },
    },
  };
}
