import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { and, eq } from 'drizzle-orm';
import type { Statement } from '#core/sql.ts';
import type { Job, JobHandler, NewJob } from '#jobs/queue.ts';
import type { Reading } from '../formats/reading.ts';
import { type FileRow, type FileStatus, files } from '../store/files.ts';
import { failFile } from './fail-file.ts';
import type { FileDeps } from './file-deps.ts';
import { moveFile } from './move-file.ts';
import { readUpload } from './read-stored-upload.ts';

export type StagePayload = { fileId: string; round: number };
type StageJob = Job<StagePayload>;

/** What one stage came to: on to the next state, or failed. */
type StageResult = 'done' | { code: string; message: string; isPermanent: boolean };

interface Stage {
  kind: string;
  /** The state the file is in while the stage runs. */
  during: FileStatus;
  after: FileStatus;
  next?: string;
  concurrency: number;
  takesRoom?: boolean;
  run(file: FileRow, signal: AbortSignal): Promise<StageResult>;
}

const roomLookMs = 60_000;

/** The way of a file from INDEXING to COMPLETED, one durable job a state. Every stage may run again from its start. */
export function analysisStages(deps: FileDeps): JobHandler<StagePayload>[] {
  const { sql, storage, announce } = deps;
  const stages: Stage[] = [
    {
      kind: 'file.index',
      during: 'INDEXING',
      after: 'ANALYZING',
      next: 'file.analyze',
      concurrency: 4,
      run: async (file) => await checkUpload(deps, file),
    },
    {
      kind: 'file.analyze',
      during: 'ANALYZING',
      after: 'VISUALIZING',
      next: 'file.visualize',
      // Readings give way to everything else by their priority, so every processor may have one.
      concurrency: availableParallelism(),
      takesRoom: true,
      run: async (file, signal) => await readUpload(deps, file, signal),
    },
    {
      kind: 'file.visualize',
      during: 'VISUALIZING',
      after: 'COMPLETED',
      concurrency: 2,
      async run(file) {
        const reading = (await storage.readJson(file.id, 'reading')) as Reading;
        await storage.writeJson(file.id, 'dashboard', {
          ...(await deps.buildDashboard(reading)),
          generated_at: new Date(deps.clock.now()).toISOString(),
        });
        return 'done';
      },
    },
  ];

  return stages.map((stage) => ({
    kind: stage.kind,
    concurrency: stage.concurrency,
    leaseMs: 60_000,
    maxAttempts: 3,
    async run(job: StageJob, { signal }) {
      const file = await currentFile(job.payload, stage.during);
      if (!file) return { status: 'done' };
      // Readings take room of their own: they wait until there is some.
      if (stage.takesRoom && (await deps.roomForFiles()) <= 0) {
        deps.log.error('a file waits for room on the disk', { file: file.id });
        return { status: 'later', runAtMs: deps.clock.now() + roomLookMs };
      }
      const result = await runGuarded(stage, file, signal);
      if (!(await currentFile(job.payload, stage.during))) {
        // Deleted in the meantime: what the stage wrote since has to go too.
        await storage.remove(file.id);
        return { status: 'done' };
      }
      if (result !== 'done') return { status: 'done', ...(await failFile(deps, file, result)) };
      const enqueue: NewJob[] = stage.next ? [{ kind: stage.next, payload: job.payload }] : [];
      const writes: Statement[] = moveFile(deps, file, stage.after);
      if (stage.after === 'COMPLETED') {
        const announced = await announce.fileEnded(file, 'COMPLETED');
        writes.push(...announced.writes);
        enqueue.push(...announced.enqueue);
      }
      return { status: 'done', writes, enqueue };
    },
    async onDead(job: StageJob) {
      const file = await currentFile(job.payload, stage.during);
      if (!file) return {};
      return await failFile(deps, file, {
        code: 'reader_failed',
        message: 'The file could not be read: the reader broke down on it.',
        isPermanent: true,
      });
    },
  }));

  /** Undefined where the file was deleted or moved on by another run. */
  async function currentFile({ fileId, round }: StagePayload, during: FileStatus): Promise<FileRow | undefined> {
    const [file] = await sql
      .select()
      .from(files)
      .where(and(eq(files.id, fileId), eq(files.round, round), eq(files.status, during)));
    return file;
  }

  async function runGuarded(stage: Stage, file: FileRow, signal: AbortSignal): Promise<StageResult> {
    try {
      return await stage.run(file, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      deps.log.warn('analysis stage failed', { stage: stage.kind, file: file.id, error });
      return { code: 'reader_failed', message: 'The service had trouble reading the file.', isPermanent: false };
    }
  }
}

async function checkUpload({ storage }: FileDeps, file: FileRow): Promise<StageResult> {
  const found = await stat(storage.place(file.id).upload).catch(() => undefined);
  if (found?.size === file.sizeBytes) return 'done';
  return { code: 'reader_failed', message: 'The stored bytes of the file are gone.', isPermanent: true };
}
