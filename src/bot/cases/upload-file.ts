import type { JobHandler } from '#jobs/queue.ts';
import type { FileRecord } from '../analysis/read-file-record.ts';
import type { FileRow } from '../store/case-store.ts';
import type { ForgetRows } from '../store/forget-rows.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { failContent } from './end-cases.ts';
import { done, type Planned } from './planned.ts';
import { sentences } from './sentences.ts';

/** Brings one content to the service, once. */
export function createUploadFile(deps: CaseDeps & { rows: ForgetRows }): JobHandler {
  const { store, spool, analysis, log } = deps;
  return caseHandler({
    kind: 'upload',
    concurrency: 2,
    leaseMs: 60_000,
    async run({ sha256, generation }, job, { signal }) {
      const file = await store.findFile(sha256);
      if (!file || file.generation !== generation || (file.state !== 'spooled' && file.state !== 'uploading')) {
        return { status: 'done' };
      }
      // Everybody who had the file deleted it meanwhile.
      if (!(await deps.rows.isHeld(sha256))) {
        return { status: 'done', enqueue: [newJob('forget-content', { sha256, round: `upload:${job.id}` })] };
      }
      if (file.state === 'uploading') {
        // An earlier try ended without a word: the service may have the file.
        const [found] = await analysis.filesWithHash(sha256, signal);
        if (found) return done(planUploaded(deps, file, found));
      }
      const spooled = await spool.find(sha256);
      if (!spooled) return done(await fetchAgain(deps, sha256, generation));
      await store.updateFile(sha256, generation, { state: 'uploading' });
      const body = { sizeBytes: spooled.sizeBytes, open: () => spool.open(sha256) };
      const uploaded = await analysis.upload(file.name, body, signal, job.fairKey);
      if (uploaded.status === 'uploaded') return done(planUploaded(deps, file, uploaded.record));
      log.warn('upload refused', { sha256, httpStatus: uploaded.httpStatus, message: uploaded.message });
      const reason =
        uploaded.httpStatus === 413 ? sentences.refusedSize(uploaded.maxBytes) : sentences.refused(uploaded.httpStatus);
      return done(await failContent(deps, file, reason));
    },
    onDead: (content) => failContent(deps, content, sentences.notUploaded()),
  });
}

/** The service has the bytes: from now on its record of them is watched. */
function planUploaded({ store, clock }: CaseDeps, { sha256, generation }: FileRow, record: FileRecord): Planned {
  return {
    writes: [
      store.updateFile(sha256, generation, {
        state: 'analysing',
        serviceId: record.id,
        fileType: record.fileType ?? null,
        record: record.raw,
        analysisSinceMs: clock.now(),
      }),
      store.updateCasesOfContent(sha256, 'analysing'),
    ],
    enqueue: [newJob('await', { sha256, generation })],
  };
}

/** The bytes are gone from here: whoever still waits for them has them fetched once more. */
export async function fetchAgain(deps: Pick<CaseDeps, 'store'>, sha256: string, generation: number): Promise<Planned> {
  const rows = (await deps.store.casesOfContent(sha256)).filter(({ state }) => state !== 'cancelled');
  const newest = rows.at(-1);
  return {
    writes: [deps.store.updateFile(sha256, generation, { state: 'failed', failure: null })],
    enqueue: newest ? [newJob('collect', { caseId: newest.id, generation: generation + 1 })] : [],
  };
}
