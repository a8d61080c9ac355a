import { bytesToHex } from '@noble/hashes/utils.js';
import type { Clock } from '#core/clock.ts';
import { sealData } from '#core/kept-text.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Policy } from '#core/policy.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { Json, NewJob, Queue } from '#jobs/queue.ts';
import { asJson, newJob } from '../cases/case-jobs.ts';
import type { WorkAsk } from '../cases/commands/run-ask.ts';
import { askerFairKey, chatFairKey, type ThreadPlace, trackerFairKey } from '../cases/place.ts';
import type { MessageRef } from '../cases/ports.ts';
import type { CaseStore } from '../store/case-store.ts';
import { findIds } from './find-ids.ts';
import { issueNamedIn, type JiraWish, readJiraWebhook } from './read-jira-webhook.ts';
import { readSlackEvent, type SlackWish } from './read-slack-event.ts';

/**
 * What became of a request that proved itself. All three are answered 200; a throw means that the work could not be
 * stored: answer 503 so that the sender tries again.
 */
export type Acceptance =
  | { status: 'accepted' }
  | { status: 'duplicate' }
  /** Nothing for us; the reason is logged here. */
  | { status: 'ignored'; reason: string };

/** A slash command, parsed. Help, status and settings never come here: they are the ack. */
export interface AskCommand {
  /** The same for each delivery of one invocation: Slack's `trigger_id`. */
  commandId: string;
  team: string;
  channel: string;
  user: string;
  /** Sealed: whoever has it may speak in the channel for half an hour. */
  responseUrl: string;
  /** Where the answer goes, where it was asked for at a message; a typed command knows no thread. */
  threadTs?: string;
  ask:
    | { kind: 'ticket'; issueKey: string; question: string }
    | { kind: 'message'; ref: MessageRef; question: string }
    | { kind: 'file'; fileId: string; question: string }
    | { kind: 'work'; work: WorkAsk };
}

/** A press of a button below an answer, or what was written in the form it opened. */
export interface Press {
  /** The same for each press that is to act once. */
  key: string;
  team: string;
  channel: string;
  user: string;
  /** Sealed. Empty: there is none. */
  responseUrl: string;
  /** The thread the answer stands in or begins; undefined: it is no message that all see, and in no thread. */
  threadTs?: string;
  /** The answer was shown to one person alone. */
  isEphemeral: boolean;
  questionId: string;
  act:
    | { do: 'ask'; question: string }
    | { do: 'around' | 'compare' | 'show' | 'stop' | 'link' }
    | { do: 'say-cause'; word: 'same' | 'other' }
    | { do: 'judge'; word: 'right' | 'wrong' }
    | { do: 'file'; projectKey: string; summary: string; text: string; evidence: string };
}

/** A press on the page of one's own. */
export interface HomePress {
  /** The same for a press delivered twice. */
  key: string;
  team: string;
  user: string;
  caseId: string;
  do: 'retry' | 'cancel';
}

/** A press of a button below a line of a digest. */
export interface DigestPress {
  /** The same for a press delivered twice. */
  key: string;
  team: string;
  channel: string;
  /** The digest's message. */
  ts: string;
  user: string;
  /** Sealed. Empty: there is none. */
  responseUrl: string;
  do: 'retry' | 'dismiss';
  /** As the line names it. */
  about: string;
}

/** What somebody set for a channel, or from there for a project of the tracker. */
export interface NewSetting {
  /** The same for a form delivered twice. */
  key: string;
  team: string;
  channel: string;
  user: string;
  /** By its key, upper case. */
  project?: string;
  policy: Policy;
}

/** What the HTTP receivers call once a request has proved itself: one inbox row and its job in one commit. */
export interface Intake {
  /** `envelope`: the parsed JSON body of an `event_callback`, otherwise unread. */
  acceptSlackEvent(envelope: unknown): Promise<Acceptance>;
  acceptSlackCommand(command: AskCommand): Promise<Acceptance>;
  acceptSlackPress(press: Press): Promise<Acceptance>;
  acceptHomePress(press: HomePress): Promise<Acceptance>;
  acceptDigestPress(press: DigestPress): Promise<Acceptance>;
  acceptSetting(setting: NewSetting): Promise<Acceptance>;
  /** `deliveryId`: `X-Atlassian-Webhook-Identifier`, or undefined where the sender gives none: the body is hashed then. */
  acceptJiraWebhook(webhook: ReceivedWebhook & { issueHint?: string | undefined }): Promise<Acceptance>;
  /** Only ever a nudge. `deliveryId`: `webhook-id`. */
  acceptServiceHook(hook: ReceivedWebhook): Promise<Acceptance>;
}

interface ReceivedWebhook {
  body: unknown;
  rawBody: Uint8Array<ArrayBuffer>;
  deliveryId: string | undefined;
}

interface IntakeDeps {
  sql: Sql;
  clock: Clock;
  queue: Queue;
  store: CaseStore;
  log: Log;
  metrics: Metrics;
  /** Seals what people wrote. */
  vault: Vault;
  /** Whether the bot has posted in this thread or knows a file of it. Reads the database only. */
  isAtHome(place: ThreadPlace): Promise<boolean>;
  /** New tickets without files are looked at, to ask for some. */
  asksForCaptures?: boolean;
}

export function createIntake({
  sql,
  clock,
  queue,
  store,
  log,
  metrics,
  vault,
  isAtHome,
  asksForCaptures = false,
}: IntakeDeps): Intake {
  const total = metrics.counter('intake_requests_total', 'Requests that proved themselves, by what became of them.');

  async function keep(
    source: 'slack' | 'command' | 'jira' | 'service',
    key: string,
    payload: Json,
    jobs: readonly NewJob[],
  ): Promise<Acceptance> {
    // A key that is there proves that its jobs are: both are committed together, the jobs first, to see whether it is.
    const results = await atomic(sql, [
      ...queue.enqueueStatements(jobs, store.isNewRequest, { key }),
      store.insertInbox({ key, source, payload, receivedAtMs: clock.now() }),
    ]);
    if ((results.at(-1) as unknown[]).length === 0) return tell(source, { status: 'duplicate' });
    queue.wake();
    return tell(source, { status: 'accepted' });
  }

  function ignore(source: string, reason: string): Acceptance {
    // Most of what is said in a workspace is not for the bot; a tracker's webhook was registered for it.
    log[source === 'slack' ? 'debug' : 'info']('request ignored', { source, reason });
    return tell(source, { status: 'ignored', reason });
  }

  function tell(source: string, acceptance: Acceptance): Acceptance {
    total.add({ source, status: acceptance.status });
    return acceptance;
  }

  return {
    async acceptSlackEvent(envelope) {
      const event = readSlackEvent(envelope);
      if (!event) return ignore('slack', 'not an event');
      const { key, wish, asker } = event;
      if (wish.do === 'ignore') return ignore('slack', wish.reason);
      if (wish.do === 'read-reply' && !(await isAtHome({ kind: 'thread', ...wish.ref }))) {
        return ignore('slack', 'talk between people');
      }
      const fairKey = fairKeyOfWish(wish, asker);
      const jobs = slackJobs(key, wish).map((job) => ({ ...job, fairKey }));
      return keep('slack', key, asJson(wish), jobs);
    },

    async acceptSlackCommand(command) {
      const payload = { commandId: command.commandId, team: command.team, channel: command.channel };
      const kept = { ...command, ask: await sealData(vault, command.ask) };
      const job = { ...newJob('run-command', { command: kept }), fairKey: askerFairKey(command) };
      return keep('command', `command:${command.commandId}`, payload, [job]);
    },

    async acceptSlackPress(press) {
      const payload = { key: press.key, team: press.team, channel: press.channel };
      const kept = { ...press, act: await sealData(vault, press.act) };
      const job = { ...newJob('run-action', { press: kept }), fairKey: askerFairKey(press) };
      return keep('command', `press:${press.key}`, payload, [job]);
    },

    acceptHomePress(press) {
      const payload = { key: press.key, team: press.team };
      return keep('command', `press:${press.key}`, payload, [newJob('home-action', { press })]);
    },

    acceptDigestPress(press) {
      const payload = { key: press.key, team: press.team, channel: press.channel };
      const job = { ...newJob('digest-action', { press }), fairKey: chatFairKey(press) };
      return keep('command', `press:${press.key}`, payload, [job]);
    },

    acceptSetting(setting) {
      const payload = { key: setting.key, team: setting.team, channel: setting.channel };
      return keep('command', `setting:${setting.key}`, payload, [newJob('set-policy', { setting })]);
    },

    async acceptJiraWebhook({ body, rawBody, deliveryId, issueHint }) {
      const { read, removedAttachmentIds, removedIssueId, comment, labelled, reason } = readJiraWebhook(
        body,
        issueHint,
        asksForCaptures,
      );
      if (reason !== null) return ignore('jira', reason);
      const key = `jira:${deliveryId ?? (await sha256Hex(rawBody))}`;
      const jobs = [
        ...(read ? [newJob('read-ticket', { ...read, delivery: key })] : []),
        ...(comment ? [newJob('read-comment', readingOf(comment, key))] : []),
        ...(labelled ? [newJob('run-label', { ...labelled, delivery: key })] : []),
        ...removedAttachmentIds.map((attachmentId) =>
          newJob('cancel', { what: 'attachment', attachmentId, delivery: `${key}:${attachmentId}` }),
        ),
        ...(removedIssueId ? [newJob('cancel', { what: 'ticket', issueId: removedIssueId, delivery: key })] : []),
      ];
      const fairKey = trackerFairKey(issueNamedIn(body, issueHint));
      const fairJobs = jobs.map((job) => ({ ...job, fairKey }));
      return keep('jira', key, asJson({ read, removedAttachmentIds, removedIssueId, comment, labelled }), fairJobs);
    },

    async acceptServiceHook({ body, rawBody, deliveryId }) {
      const ids = findIds(body);
      const key = `service:${deliveryId ?? (await sha256Hex(rawBody))}`;
      return keep('service', key, ids, [newJob('nudge', { ids, delivery: key })]);
    },
  };
}

async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** A comment is read once for its being written, and once for each change. */
function readingOf({ isChanged, ...comment }: NonNullable<JiraWish['comment']>, delivery: string) {
  return isChanged ? { ...comment, change: delivery } : comment;
}

function slackJobs(delivery: string, wish: Exclude<SlackWish, { do: 'ignore' }>): NewJob[] {
  if (wish.do !== 'leave') return [slackJob(delivery, wish)];
  const { teams, organisation, reason } = wish;
  return teams.map((team) =>
    newJob('leave-workspace', { team, organisation, reason, delivery: `${delivery}:${team}` }),
  );
}

function slackJob(delivery: string, wish: Exclude<SlackWish, { do: 'ignore' | 'leave' }>): NewJob {
  switch (wish.do) {
    case 'read-message':
      return newJob('read-message', { ref: wish.ref, ...(wish.editedTs ? { editedTs: wish.editedTs } : {}) });
    case 'read-reply':
      return newJob('read-message', { ref: wish.ref });
    case 'find-shares':
      return newJob('find-shares', { team: wish.team, fileId: wish.fileId, channel: wish.channel });
    case 'cancel-message':
      return newJob('cancel', { what: 'message', team: wish.team, channel: wish.channel, ts: wish.ts, delivery });
    case 'cancel-file':
      return newJob('cancel', { what: 'chat-file', team: wish.team, fileId: wish.fileId, delivery });
    case 'show-home':
      return newJob('show-home', { team: wish.team, user: wish.user, delivery });
    case 'unfurl':
      return newJob('unfurl', { shared: wish.shared, delivery });
  }
}

function fairKeyOfWish(wish: Exclude<SlackWish, { do: 'ignore' }>, asker: string | undefined): string {
  if (wish.do === 'cancel-file' || wish.do === 'show-home' || wish.do === 'leave') return '';
  if ('ref' in wish && asker) return askerFairKey({ team: wish.ref.team, user: asker });
  if (wish.do === 'unfurl') return chatFairKey(wish.shared);
  return chatFairKey('ref' in wish ? wish.ref : wish);
}
