import type { RemoteError } from '#core/errors.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { JobHandler, NewJob } from '#jobs/queue.ts';
import { createForgetRows } from '../store/forget-rows.ts';
import { createJobControl } from '../store/job-control.ts';
import { createJudgementStore } from '../store/judgement-store.ts';
import { findAnswers, findPostedKey } from '../store/posted-answers.ts';
import { createServiceStore } from '../store/service-store.ts';
import { createRunAction } from './actions/run-action.ts';
import { createAwaitFile } from './await-file.ts';
import { bePatient } from './be-patient.ts';
import { createCancelWork } from './cancel-work.ts';
import type { CaseDeps } from './case-deps.ts';
import {
  type Connection,
  type ConnectionState,
  checkConnectionsJob,
  createCheckConnections,
} from './check-connections.ts';
import { createCollectFile } from './collect-file.ts';
import { createRunHomeAction } from './commands/run-home-action.ts';
import { createConclude } from './conclude.ts';
import { createEndContent, tellOperator } from './end-cases.ts';
import { createEndWorkspace } from './end-workspace.ts';
import { createFindShares } from './find-shares.ts';
import { createForgetCase, createForgetContent } from './forget-case.ts';
import { createTellGathered } from './gather-answers.ts';
import { createInvestigate } from './investigate.ts';
import { createMarkTicket } from './mark-ticket.ts';
import type { StatusReport } from './messages.ts';
import { createNudge } from './nudge.ts';
import { createOfferRemoval } from './offer-removal.ts';
import type { Place } from './place.ts';
import { type Planned, together } from './planned.ts';
import { createReadComment } from './read-comment.ts';
import { readExpiries } from './read-expiries.ts';
import { createReadMessage } from './read-message.ts';
import { createReadTicket } from './read-ticket.ts';
import { createRunCommand } from './run-command.ts';
import { createRunLabel } from './run-label.ts';
import { createServiceGate, type ServiceGate } from './service-gate.ts';
import { createSetPolicy } from './set-policy.ts';
import { createSettleProgress } from './settle-progress.ts';
import { createShowStatus } from './status/show-status.ts';
import { createTellWaiting } from './status/tell-waiting.ts';
import { readStatus } from './status-report.ts';
import { createSweepLeftovers, sweepLeftoversJob } from './sweep-leftovers.ts';
import { createBackfill } from './sweeps/backfill.ts';
import { createSweeps } from './sweeps/create-sweeps.ts';
import { createTellRefusal } from './tell-refusal.ts';
import { createTellRelated } from './tell-related.ts';
import { createThreadHome, type ThreadHome } from './thread-home.ts';
import { createTieTicket } from './tie-ticket.ts';
import { createUploadFile } from './upload-file.ts';
import { createWatchKey, watchKeyJob } from './watch-key.ts';

export interface CaseEngine {
  handlers: readonly JobHandler[];
  /** Jobs that go on for ever; enqueued at each start, there once. */
  standingJobs: readonly NewJob[];
  /** Of the jobs among them that look for what was missed: to be run at once after a start. */
  sweepKeys: readonly string[];
  home: ThreadHome;
  gate: ServiceGate;
  /** A word to the operator about a refusal that people can mend; `place`: where something was to be posted. */
  tellRefusal(error: RemoteError, place?: Place): Promise<Planned>;
  /** How the vendors and the service answered last. */
  connections(): ConnectionState[];
  /** Keys and tokens that end within a fortnight. */
  expiries(): Promise<{ what: string; atMs: number }[]>;
  /** What goes on in a channel. */
  status(channel: { team: string; channel: string }): Promise<StatusReport>;
}

interface CaseEngineDeps extends CaseDeps {
  sql: Sql;
  /** What is configured and tried in the background. */
  connections: readonly Connection[];
  /** Names the current key without telling it; changes when the key does. */
  fingerprint(): Promise<string>;
  /** Undefined: counted from when the key was first seen. Null: nobody need watch it, it is replaced by itself. */
  keyCreatedMs: number | undefined | null;
  /** No channel of the workspace gets another digest. */
  stopDigests(team: string): Statement;
}

/** The whole way of a file as job handlers, in the order a file takes them. */
export function createCaseEngine(deps: CaseEngineDeps): CaseEngine {
  const { sql, store, keyCreatedMs } = deps;
  const control = createJobControl(deps);
  const services = createServiceStore(deps);
  const home = createThreadHome({ store, findPostedKey: (message) => findPostedKey(sql, message) });
  const all = {
    ...deps,
    control,
    services,
    home,
    rows: createForgetRows(deps),
    judgements: createJudgementStore(deps),
    answersOf: (questionId: string) => findAnswers(sql, questionId),
    answersInChat: (questionId: string) => findAnswers(sql, questionId, 'slack'),
  };
  const fromChat = { ...all, jira: deps.ticketsForChat };
  const gate = createServiceGate(all);
  const tellRefusal = createTellRefusal(deps);
  deps.metrics.gauge('bot_sweep_lag_seconds', 'Delay of the hourly clean-up.', async () => {
    const dueMs = await control.dueMs(sweepLeftoversJob.dedupKey);
    return dueMs === undefined ? 0 : Math.max(0, deps.clock.now() - dueMs) / 1000;
  });
  const checking = createCheckConnections(all, deps.connections);
  const sweeps = createSweeps(all);
  const handlers = [
    checking.handler,
    createReadMessage(fromChat),
    createFindShares(all),
    createReadTicket(all),
    createReadComment(all),
    createRunLabel(all),
    createMarkTicket(all),
    createRunCommand(fromChat),
    createRunAction(fromChat),
    createRunHomeAction(fromChat),
    createSetPolicy(fromChat),
    createTieTicket(fromChat),
    createCollectFile(all),
    gate.guard(createUploadFile(all)),
    gate.guard(createAwaitFile(all)),
    gate.guard(createInvestigate(all)),
    createConclude(all),
    createTellRelated(all),
    createTellGathered(all),
    createSettleProgress(all),
    createShowStatus({ ...all, gate }),
    createTellWaiting({ ...all, gate }),
    createCancelWork(all),
    createEndContent(all),
    createEndWorkspace(all),
    createForgetCase(all),
    createForgetContent(all),
    createOfferRemoval(all),
    createNudge({ ...all, gate }),
    gate.probe,
    ...(keyCreatedMs === null ? [] : [createWatchKey({ ...all, keyCreatedMs })]),
    createSweepLeftovers(all),
    ...sweeps.handlers,
    createBackfill(all),
  ].map((handler) => reportDeath(bePatient(handler, { ...deps, onRefused: tellRefusal }), deps));
  return {
    handlers,
    standingJobs: [
      ...(keyCreatedMs === null ? [] : [watchKeyJob]),
      sweepLeftoversJob,
      checkConnectionsJob,
      ...sweeps.jobs,
    ],
    sweepKeys: sweeps.jobs.map(({ dedupKey }) => dedupKey),
    expiries: () =>
      readExpiries({
        ...all,
        fingerprint: deps.fingerprint,
        keyCreatedMs,
        tokenExpiresMs: deps.settings.tickets.tokenExpiresMs,
      }),
    connections: checking.states,
    home,
    gate,
    tellRefusal,
    status: (channel) => readStatus(all, gate, channel),
  };
}

/** A job that is given up is told to the operator; what it was for hears it from the handler itself. */
function reportDeath(handler: JobHandler, deps: CaseDeps): JobHandler {
  return {
    ...handler,
    async onDead(job, reason) {
      const own = (await handler.onDead?.(job, reason)) ?? {};
      const told = await tellOperator(deps, `dead:${job.id}`, [
        `A job of kind ${job.kind} failed after ${job.attempt} attempts: ${reason.slice(0, 300)}`,
      ]);
      return together({ writes: own.writes ?? [], enqueue: own.enqueue ?? [] }, told);
    },
  };
}
