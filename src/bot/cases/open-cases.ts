import { newId } from '#core/ids.ts';
import type { Statement } from '#core/sql.ts';
import type { NewJob } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import { newJob } from './case-jobs.ts';
import { type Place, placeKey } from './place.ts';
import type { Planned } from './planned.ts';
import type { ListedFile } from './ports.ts';

/** Until a question looks by itself whether its file is ready; it is hastened when it is. */
export const restMs = 10_000;

export interface Opening {
  place: Place;
  files: readonly ListedFile[];
  source:
    | { vendor: 'slack'; team: string; channel: string; ts: string }
    | { vendor: 'jira'; site: string; issueId: string };
  /** What the message or ticket that brought them asks; null: somebody asks for them elsewhere. */
  question: string | null;
}

/** Opens a case for each file that has none yet at its place, with its own question, and starts the work on it. */
export async function openCases(
  deps: Pick<CaseDeps, 'store' | 'clock' | 'progress'>,
  { place, files, source, question }: Opening,
): Promise<Planned & { caseIds: string[] }> {
  const { store, clock, progress } = deps;
  const keyed = files.map((file) => ({ file, sourceKey: sourceKey(source, file.id) }));
  const known = new Map(
    (await store.casesBySource(keyed.map((item) => item.sourceKey))).map((row) => [row.sourceKey, row]),
  );
  const writes: Statement[] = [];
  const enqueue: NewJob[] = [];
  const caseIds: string[] = [];
  for (const { file, sourceKey } of keyed) {
    const existing = known.get(sourceKey);
    caseIds.push(existing?.id ?? newId(clock));
    if (existing) continue;
    const id = caseIds.at(-1)!;
    const now = clock.now();
    writes.push(
      store.insertCase({
        id,
        sourceKey,
        placeKey: placeKey(place),
        vendor: source.vendor,
        ...(source.vendor === 'slack'
          ? { team: source.team, channel: source.channel, messageTs: source.ts }
          : { team: source.site, channel: source.issueId }),
        fileId: file.id,
        name: file.name,
        sizeBytes: file.sizeBytes ?? null,
        state: 'queued',
        createdAtMs: now,
        updatedAtMs: now,
      }),
    );
    if (question !== null) {
      const questionId = newId(clock);
      writes.push(
        store.insertQuestion({
          id: questionId,
          askKey: `file:${sourceKey}`,
          caseId: id,
          placeKey: placeKey(place),
          kind: 'file',
          text: question,
          state: 'waiting',
          idempotencyKey: crypto.randomUUID(),
          posts: 0,
          createdAtMs: now,
          updatedAtMs: now,
        }),
      );
      enqueue.push(newJob('investigate', { questionId }, now + restMs));
    }
    enqueue.push(newJob('collect', { caseId: id, generation: 1 }));
    if (source.vendor === 'slack') writes.push(...progress.show(source));
  }
  return { writes, enqueue, caseIds };
}

function sourceKey(source: Opening['source'], fileId: string): string {
  return source.vendor === 'slack'
    ? `slack:${source.team}:${fileId}:${source.channel}`
    : `jira:${source.site}:${fileId}`;
}
