import type { JobHandler } from '#jobs/queue.ts';
import type { FileRecord } from '../analysis/read-file-record.ts';
import type { ForgetRows } from '../store/forget-rows.ts';
import type { CaseDeps } from './case-deps.ts';
import { type CaseJobs, newJob } from './case-jobs.ts';
import { endContent } from './end-cases.ts';
import { type Planned, together } from './planned.ts';
import { sentences } from './sentences.ts';

/** Brings one content to the service, once. */
export function createUploadFile(deps: CaseDeps & { rows: ForgetRows }): JobHandler {
  const { store, spool, analysis, log, clock } = deps;
  return {
    kind: 'upload',
    concurrency: 2,
    leaseMs: 60_000,
    async run(job, { signal }) {
      const { sha256, generation } = job.payload as CaseJobs['upload'];
      const file = await store.findFile(sha256);
      if (!file || file.generation !== generation || (file.state !== 'spooled' && file.state !== 'uploading')) {
        return { status: 'done' };
      }
      // Everybody who had the file deleted it meanwhile.
      if (!(await deps.rows.isHeld(sha256))) {
        return { status: 'done', enqueue: [newJob('forget-content', { sha256, round: `upload:${job.id}` })] };
      }
      const uploadedAs = (record: FileRecord): Planned => ({
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
      });
      if (file.state === 'uploading') {
        // An earlier try ended without a word: the service may have the file.
        const [found] = await analysis.filesWithHash(sha256, signal);
        if (found) return { status: 'done', ...uploadedAs(found) };
      }
      const spooled = await spool.find(sha256);
      if (!spooled) return { status: 'done', ...(await fetchAgain(deps, sha256, generation)) };
      await store.updateFile(sha256, generation, { state: 'uploading' });
      const body = { sizeBytes: spooled.sizeBytes, open: () => spool.open(sha256) };
      const uploaded = await analysis.upload(file.name, body, signal, job.fairKey);
      if (uploaded.status === 'uploaded') return { status: 'done', ...uploadedAs(uploaded.record) };
      log.warn('upload refused', { sha256, httpStatus: uploaded.httpStatus, message: uploaded.message });
      const reason =
        uploaded.httpStatus === 413 ? sentences.refusedSize(uploaded.maxBytes) : sentences.refused(uploaded.httpStatus);
      return {
        status: 'done',
        ...together(await endContent(deps, sha256, reason), {
          writes: [store.updateFile(sha256, generation, { state: 'failed' })],
          enqueue: [],
        }),
      };
    },
    async onDead(job) {
      const { sha256, generation } = job.payload as CaseJobs['upload'];
      return together(await endContent(deps, sha256, sentences.notUploaded()), {
        writes: [store.updateFile(sha256, generation, { state: 'failed' })],
        enqueue: [],
      });
    },
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
