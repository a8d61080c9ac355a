import { RemoteError } from '#core/errors.ts';
import { countsInWords } from '#core/personal/mask-personal.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { JobHandler, JobOutcome } from '#jobs/queue.ts';
import { type CaseRow, endStates, type FileRow } from '../store/case-store.ts';
import type { JobControl } from '../store/job-control.ts';
import { nextLookMs } from './be-patient.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, jobKey, newJob } from './case-jobs.ts';
import { cancelCase, endCase, openQuestions, placesOf, tellOperator } from './end-cases.ts';
import { openGate } from './personal-gate.ts';
import { done, type Planned, planWrites, together } from './planned.ts';
import type { Download, MessageRef } from './ports.ts';
import { nameInWords, notice, sentences, skipWords } from './sentences.ts';
import { isLackOfRoom } from './tell-refusal.ts';

type Deps = CaseDeps & { control: JobControl; sql: Sql };

// A transfer that ends short this often is not going to end otherwise.
const mostTries = 3;

/** Fetches a file's bytes by its id; what is already known by its hash goes no further than here. */
export function createCollectFile(deps: Deps): JobHandler {
  const { store, slack, jira } = deps;
  return caseHandler({
    kind: 'collect',
    concurrency: 4,
    leaseMs: 60_000,
    async run({ caseId, generation }, job, { signal }) {
      const row = await store.findCase(caseId);
      if (!row || endStates.includes(row.state) || (row.sha256 && generation === 1)) return { status: 'done' };
      const download =
        row.vendor === 'slack'
          ? await slack.download({ team: row.team ?? '', fileId: row.fileId, ...messageOf(row) }, signal)
          : await jira.download({ attachmentId: row.fileId }, signal);
      if (download.status !== 'ok') {
        const runAtMs = missingScopeOf(download) ? nextLookMs(job, deps.clock.now()) : undefined;
        const planned = await explain(deps, row, download, runAtMs !== undefined);
        return runAtMs === undefined ? done(planned) : { status: 'later', runAtMs, ...planned };
      }
      return take(deps, row, download, job.attempt, signal);
    },
    async onDead({ caseId }) {
      const row = await store.findCase(caseId);
      return row ? endCase(deps, row, 'failed', sentences.notFetched()) : {};
    },
  });
}

async function take(
  deps: Deps,
  row: CaseRow,
  download: Extract<Download, { status: 'ok' }>,
  attempt: number,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { spool, settings, log } = deps;
  if ((download.sizeBytes ?? 0) > settings.maxFileBytes) {
    await download.stream.cancel();
    return done(await endCase(deps, row, 'skipped', sentences.tooLarge(settings.maxFileBytes)));
  }
  const gate = await openGate(deps, row, download);
  if (gate.status === 'refused') return done(await endCase(deps, row, 'skipped', gate.words));
  const taken = await spool
    .take(gate.stream, {
      maxBytes: settings.maxFileBytes,
      expectedBytes: download.sizeBytes,
      isNeeded: deps.store.isContentInUse,
      signal,
    })
    .catch(async (error: unknown) => {
      if (error instanceof RemoteError && isLackOfRoom(error)) await tellNoRoom(deps, row);
      throw error;
    });
  if (taken.status === 'too_large') {
    return done(await endCase(deps, row, 'skipped', sentences.tooLarge(settings.maxFileBytes)));
  }
  const { sha256 } = taken;
  const held = countsInWords(gate.found?.counts ?? {});
  if (gate.mode === 'block' && held !== '') {
    return done(await endCase(deps, row, 'skipped', sentences.keptFromService(held)));
  }
  // What was masked has another length than what was announced.
  const sizeBytes = gate.found?.bytesRead ?? taken.sizeBytes;
  const now = await deps.store.findCase(row.id);
  if (!now || now.state === 'cancelled') {
    return { status: 'done', enqueue: [newJob('forget-content', { sha256, round: `late:${row.id}` })] };
  }
  if (download.sizeBytes !== undefined && sizeBytes !== download.sizeBytes) {
    log.warn('file has another size than announced', { caseId: row.id, sizeBytes, announced: download.sizeBytes });
    if (sizeBytes < download.sizeBytes) {
      if (attempt < mostTries) throw new RemoteError('rejected', 'The download ended before the announced size');
      return done(await endCase(deps, row, 'failed', sentences.cutShort()));
    }
  }
  if (sizeBytes === 0) return done(await endCase(deps, row, 'skipped', sentences.empty()));
  const content = { sha256, sizeBytes: taken.sizeBytes, name: download.name || row.name };
  return done(await know(deps, row, { ...content, masked: gate.mode === 'mask' ? held : '' }));
}

/** Ties the case to its content, and starts the upload where this content was never uploaded. */
async function know(
  deps: Deps,
  row: CaseRow,
  content: { sha256: string; sizeBytes: number; name: string; masked: string },
): Promise<Planned> {
  const { store, analysis, clock, control } = deps;
  const { sha256, sizeBytes, name, masked } = content;
  const known = await store.findFile(sha256);
  const next = decideContent(known, analysis.serviceName);
  const now = clock.now();
  const waiting = await openQuestions(store, [row.id]);
  const linked: Planned = planWrites(
    store.updateCase(row.id, {
      sha256,
      sizeBytes,
      masked: masked === '' ? null : masked,
      name,
      state: known?.state === 'completed' ? 'investigating' : 'uploading',
    }),
    ...control.hasten(waiting.map(({ id }) => jobKey('investigate', { questionId: id }))),
  );
  if (next.do === 'fail') return together(linked, await endCase(deps, row, 'failed', next.reason));
  if (next.do === 'wait')
    return together(linked, planWrites(store.updateFile(sha256, next.generation, { usedAtMs: now })));
  const fresh = {
    name,
    sizeBytes,
    state: 'spooled' as const,
    service: analysis.serviceName,
    serviceId: null,
    failure: null,
    usedAtMs: now,
  };
  const write =
    next.generation === 1
      ? store.insertFile({ sha256, ...fresh, generation: 1, createdAtMs: now })
      : store.updateFile(sha256, next.generation - 1, { ...fresh, generation: next.generation, analysisSinceMs: null });
  return together(linked, { writes: [write], enqueue: [newJob('upload', { sha256, generation: next.generation })] });
}

type ContentDecision =
  | { do: 'upload'; generation: number }
  /** Its upload or analysis is done, or under way. */
  | { do: 'wait'; generation: number }
  | { do: 'fail'; reason: string };

/** What becomes of bytes that were just taken in. */
export function decideContent(
  known: Pick<FileRow, 'state' | 'service' | 'generation' | 'failure'> | undefined,
  service: string,
): ContentDecision {
  if (!known) return { do: 'upload', generation: 1 };
  if (known.service !== service) return { do: 'upload', generation: known.generation + 1 };
  if (known.state !== 'failed') return { do: 'wait', generation: known.generation };
  // A verdict about the content holds for these bytes too; trouble on the way does not.
  if (known.failure) return { do: 'fail', reason: known.failure };
  return { do: 'upload', generation: known.generation + 1 };
}

/** Told at once and once: the job itself only waits. */
async function tellNoRoom(deps: Deps, row: CaseRow): Promise<void> {
  const { sql, store, deliver, queue } = deps;
  const found = await store.findPlace(row.placeKey);
  if (!found) return;
  const message = notice('waiting', [`${nameInWords(row.name)} ${sentences.noRoom()}`]);
  const planned = await deliver([{ key: `waits:${row.id}:room:${found.key}`, place: found.place, message }]);
  await atomic(sql, [...planned.writes, ...queue.enqueueStatements(planned.enqueue)]);
  queue.wake();
}

type NoDownload = Exclude<Download, { status: 'ok' }>;

function missingScopeOf(download: NoDownload): string | undefined {
  return download.status === 'signed_out' || download.status === 'forbidden' ? download.missingScope : undefined;
}

/** The message that brought the file. */
function messageOf({ team, channel, messageTs }: CaseRow): { message?: MessageRef } {
  return channel && messageTs ? { message: { team: team ?? '', channel, ts: messageTs } } : {};
}

/** `waits`: it is tried again once the permission is there, and nobody has to share it once more. */
async function explain(deps: Deps, row: CaseRow, download: NoDownload, waits: boolean): Promise<Planned> {
  switch (download.status) {
    case 'gone':
      return cancelCase(deps, row);
    case 'skipped':
      return endCase(deps, row, 'skipped', skipWords(download.reason));
    case 'not_the_file':
      return endCase(deps, row, 'failed', sentences.notTheFile(download.httpStatus));
    case 'blocked':
      return together(
        await endCase(deps, row, 'failed', sentences.blocked(download.host)),
        await tellOperator(deps, `blocked:${download.host}`, [
          `A file was not downloaded because ${nameInWords(download.host)} is not an allowed host. If it should be, add it to DOWNLOAD_ALLOW.`,
        ]),
      );
    case 'signed_out':
    case 'forbidden': {
      const scope = download.missingScope;
      if (!scope) return endCase(deps, row, 'failed', sentences.forbidden('reason' in download ? download.reason : ''));
      return together(
        waits ? await sayWaits(deps, row, scope) : await endCase(deps, row, 'failed', sentences.missingScope(scope)),
        await tellOperator(deps, `scope:${row.vendor}:${scope}`, [
          `Files cannot be downloaded: the app lacks the permission ${scope}, or was not reinstalled after it was added. ` +
            'Add it and reinstall the app. The files wait for up to a week, and are then processed automatically.',
        ]),
      );
    }
  }
}

async function sayWaits({ store, deliver }: Deps, row: CaseRow, scope: string): Promise<Planned> {
  const places = await placesOf(store, await openQuestions(store, [row.id]));
  const message = notice('waiting', [`${nameInWords(row.name)} ${sentences.waitsForScope(scope)}`]);
  return deliver(places.map(({ key, place }) => ({ key: `waits:${row.id}:${key}`, place, message })));
}
