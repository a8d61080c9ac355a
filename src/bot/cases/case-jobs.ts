import type { Job, JobContext, JobHandler, JobOutcome, Json, NewJob } from '#jobs/queue.ts';
import type { AskCommand, DigestPress, HomePress, NewSetting, Press } from '../intake/intake.ts';
import type { SharedLinks } from '../intake/read-slack-event.ts';
import { placeKey, type ReplyPlace, type ThreadPlace } from './place.ts';
import type { MessageRef } from './ports.ts';
import type { Asker } from './privacy.ts';

/** Every kind of job of the flow with its payload. The key of a job follows from its payload, so that it can be found. */
export interface CaseJobs {
  /** `editedTs`: the edit that asks something else. */
  'read-message': { ref: MessageRef; editedTs?: string };
  'find-shares': { team: string; fileId: string; channel: string | null };
  /** `attachmentIds` null: every attachment it has. */
  'read-ticket': {
    issueId: string;
    attachmentIds: string[] | null;
    delivery: string;
    /** Somebody asked for this ticket: the filter does not count. */
    isAsked?: boolean;
    /** A backfill found it: the filter does not count, and nobody waits at the ticket to be asked for a capture. */
    isOld?: boolean;
    /** Only files attached since. */
    sinceMs?: number;
  };
  /** `change` names the event that told of its being edited or deleted. */
  'read-comment': { issueId: string; commentId: string; change?: string };
  'run-label': { issueId: string; labels: string[]; delivery: string };
  /** Writes the cause of an answer onto the ticket it stands on. */
  'mark-ticket': { questionId: string; placeKey: string };
  'run-command': { command: Kept<AskCommand, 'ask'> };
  'run-action': { press: Kept<Press, 'act'> };
  'home-action': { press: HomePress };
  'digest-action': { press: DigestPress };
  'set-policy': { setting: NewSetting };
  'show-home': { team: string; user: string; delivery: string };
  unfurl: { shared: SharedLinks; delivery: string };
  'leave-workspace': { team: string; organisation: string | null; reason: string; delivery: string };
  'end-workspace': { team: string; reason: string; round: string };
  cancel: Cancellation & { delivery: string };
  'end-content': { sha256: string; reason: string; round: string };
  forget: { caseId: string; isPlaceGone: boolean };
  /** `key`: of the notice that is to tell of the offers; the case brought some of them. */
  'offer-removal': { key: string; caseId: string };
  'forget-in-digests': { caseId: string; team: string; channel: string };
  'forget-content': { sha256: string; round: string };
  nudge: { ids: string[]; delivery: string };
  /** `asker`: who named the ticket. */
  tie: { threadKey: string; issueKey: string; asker: Asker };
  collect: { caseId: string; generation: number };
  upload: { sha256: string; generation: number };
  await: AwaitPayload;
  /** `progress`: as the service told it last. */
  investigate: { questionId: string; polls?: number; ambiguousEnds?: number; progress?: number | undefined };
  /** `round`: of the lines it has posted so far. `words`: what the line says; empty: there is none. */
  'show-status': { questionId: string; place: ThreadPlace; round: number; words: string };
  'tell-waiting': { askKey: string; place: ReplyPlace };
  conclude: { questionId: string; round: string };
  settle: { caseId: string };
  'tell-related': { questionId: string };
  /** `key`: of the comment that is to tell the answers; `batch`: what else may still come. */
  'tell-gathered': { batch: string; key: string };
  probe: { round: string };
  'sweep-channel': { team: string; channel: string; isDirect: boolean; sinceMs: number; round: string };
  backfill: { query: string; after?: string; round: string };
}

/** One field of it, which holds what somebody wrote, is sealed. */
type Kept<Request, Field extends keyof Request> = Omit<Request, Field> & Record<Field, string | Request[Field]>;

export type Cancellation =
  | { what: 'message'; team: string; channel: string; ts: string }
  /** Without a team: stored when there was one workspace. */
  | { what: 'chat-file'; team?: string; fileId: string }
  | { what: 'attachment'; attachmentId: string }
  | { what: 'ticket'; issueId: string };

export interface AwaitPayload {
  sha256: string;
  generation: number;
  polls?: number;
  sinceMs?: number;
  missing?: { polls: number; sinceMs: number };
  failed?: { polls: number; sinceMs: number };
}

type Keys = { [Kind in keyof CaseJobs]: (payload: CaseJobs[Kind]) => string };

const keys: Keys = {
  'read-message': ({ ref, editedTs }) => `${ref.team}:${ref.channel}:${ref.ts}${editedTs ? `:${editedTs}` : ''}`,
  'find-shares': ({ team, fileId, channel }) => `${team}:${fileId}:${channel ?? ''}`,
  'read-ticket': ({ delivery }) => delivery,
  'read-comment': ({ issueId, commentId, change }) => [issueId, commentId, ...(change ? [change] : [])].join(':'),
  'run-label': ({ delivery }) => delivery,
  'mark-ticket': ({ questionId, placeKey }) => `${questionId}:${placeKey}`,
  'run-command': ({ command }) => command.commandId,
  'run-action': ({ press }) => press.key,
  'home-action': ({ press }) => press.key,
  'digest-action': ({ press }) => press.key,
  'set-policy': ({ setting }) => setting.key,
  'show-home': ({ delivery }) => delivery,
  unfurl: ({ delivery }) => delivery,
  'leave-workspace': ({ delivery }) => delivery,
  'end-workspace': ({ team, round }) => `${team}:${round}`,
  cancel: ({ delivery }) => delivery,
  'end-content': ({ sha256, round }) => `${sha256}:${round}`,
  forget: ({ caseId }) => caseId,
  'offer-removal': ({ key, caseId }) => `${key}:${caseId}`,
  'forget-in-digests': ({ caseId }) => caseId,
  'forget-content': ({ sha256, round }) => `${sha256}:${round}`,
  nudge: ({ delivery }) => delivery,
  tie: ({ threadKey, issueKey, asker }) => `${threadKey}:${issueKey}:${asker.user ?? ''}`,
  collect: ({ caseId, generation }) => `${caseId}:${generation}`,
  upload: ({ sha256, generation }) => `${sha256}:${generation}`,
  await: ({ sha256, generation }) => `${sha256}:${generation}`,
  investigate: ({ questionId }) => questionId,
  'show-status': ({ place, questionId }) => `${placeKey(place)}:${questionId}`,
  'tell-waiting': ({ askKey }) => askKey,
  conclude: ({ questionId, round }) => `${questionId}:${round}`,
  settle: ({ caseId }) => caseId,
  'tell-related': ({ questionId }) => questionId,
  'tell-gathered': ({ key }) => key,
  probe: ({ round }) => round,
  'sweep-channel': ({ team, channel, round }) => `${team}:${channel}:${round}`,
  backfill: ({ round }) => round,
};

export function jobKey<Kind extends keyof CaseJobs>(kind: Kind, payload: CaseJobs[Kind]): string {
  return `${kind}:${keys[kind](payload)}`;
}

/** What fetches a case's file and brings it to the service, by the keys of its jobs. */
export function intakeJobKeys(caseId: string, file: { sha256: string; generation: number } | undefined): string[] {
  const fetching = jobKey('collect', { caseId, generation: 1 });
  if (!file) return [fetching];
  const upload = { sha256: file.sha256, generation: file.generation };
  return [fetching, jobKey('upload', upload), jobKey('await', upload)];
}

export function newJob<Kind extends keyof CaseJobs>(kind: Kind, payload: CaseJobs[Kind], runAtMs?: number): NewJob {
  return {
    kind,
    payload: asJson(payload),
    dedupKey: jobKey(kind, payload),
    ...(runAtMs === undefined ? {} : { runAtMs }),
  };
}

interface CaseHandler<Kind extends keyof CaseJobs> extends Omit<JobHandler, 'kind' | 'run' | 'onDead'> {
  kind: Kind;
  run(payload: CaseJobs[Kind], job: Job, context: JobContext): Promise<JobOutcome>;
  onDead?(payload: CaseJobs[Kind], reason: string): ReturnType<NonNullable<JobHandler['onDead']>>;
}

/** A handler that is given the payload of its kind, in the form that `newJob` gave it. */
export function caseHandler<Kind extends keyof CaseJobs>({ run, onDead, ...handler }: CaseHandler<Kind>): JobHandler {
  const payloadOf = (job: Job) => job.payload as unknown as CaseJobs[Kind];
  return {
    ...handler,
    run: (job, context) => run(payloadOf(job), job, context),
    ...(onDead ? { onDead: (job: Job, reason: string) => onDead(payloadOf(job), reason) } : {}),
  };
}

/** Payloads are plain data: an interface merely lacks the index signature that Json asks for. */
export function asJson(payload: object): Json {
  return payload as Json;
}
