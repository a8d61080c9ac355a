import type { Clock, Timers } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import { type Log, redact } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { JobHandler, JobOutcome, NewJob } from '#jobs/queue.ts';
import { isFinal, isRefusal, tryCall } from './bounded-call.ts';
import type { Destination, PlannedPart, Post } from './destination.ts';
import { createEditAnswer } from './edit-answer.ts';
import { createLedger, type Delivery, type Part, postOf } from './ledger.ts';
import { type DeliverPayload, deliverKind, stampOf } from './plan-delivery.ts';
import { createRemoveAnswer } from './remove-answer.ts';
import { createRemoveDuplicates, removeDuplicatesJobs } from './remove-duplicates.ts';

/** Longer than a call may take plus what a vendor may need to show the message. */
const settleMs = 20_000;
const firstRetryMs = 2_000;
const longestRetryMs = 5 * 60_000;
const shortestHoldMs = 500;
/** A vendor that is down for so long gets no more of this delivery. */
const patienceMs = 24 * 60 * 60_000;
/** A refused token, a missing permission or invitation is mended by people, who may be away for a weekend. */
const mendingMs = 7 * patienceMs;

export interface FailedDelivery {
  delivery: Delivery;
  /** The vendor's own word where there is one. */
  reason: string;
}

interface DeliveryDeps {
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  metrics: Metrics;
  destinations: readonly Destination[];
  /** What else is written when a delivery is given up: a word to the operator. Commits with the failure. */
  onFailed?(failed: FailedDelivery): Effects;
  /** What else is written when a delivery is out. */
  onSent?(delivery: Delivery): readonly Statement[];
  /** What else is written when a vendor refuses what people can mend, while the delivery waits for that. */
  onRefused?(error: RemoteError, place: unknown): Promise<Effects>;
}

interface Effects {
  writes?: readonly Statement[];
  enqueue?: readonly NewJob[];
}

/** One part on its way. `group`: what it shares a rate limit with. */
interface Attempt {
  destination: Destination;
  group: string;
  part: Part;
  post: Post;
}

/** What to do after a step of a delivery. */
type Step = { next: 'part' } | { next: 'wait'; untilMs: number; effects?: Effects } | { next: 'fail'; reason: string };

/**
 * The handlers that post each planned delivery once. No vendor can be told not to post twice, so a post is written down
 * as `sending` before the call. Where its fate is unknown (a timeout, a reset, a 5xx, a death of the process), the message
 * is looked up by its key once it must have landed, and sent again only where it is absent.
 */
export function createDeliveryHandlers(deps: DeliveryDeps): JobHandler[] {
  const { clock, timers, log } = deps;
  const ledger = createLedger(deps);
  const endsTotal = deps.metrics.counter('deliveries_total', 'Deliveries by destination and result.');
  const callsTotal = deps.metrics.counter('delivery_calls_total', 'Calls that post, by destination and result.');

  deps.metrics.gauge('deliveries_unknown', 'Messages that may or may not have arrived.', ledger.countUnknown);

  async function deliver(destination: Destination, { key }: DeliverPayload): Promise<JobOutcome> {
    const delivery = await ledger.find(destination.kind, key);
    if (!delivery || delivery.state === 'sent' || delivery.state === 'failed') return { status: 'done' };
    let parts = await ledger.parts(delivery);
    const prepared = prepare(destination, delivery, parts.length === 0);
    if (prepared.status === 'unfit') return fail(delivery, `cannot be rendered: ${prepared.reason}`);
    const { group, rendered } = prepared;
    if (rendered) {
      await ledger.addParts(delivery, rendered);
      parts = await ledger.parts(delivery);
    }
    for (;;) {
      const part = parts.find(({ state }) => state !== 'sent');
      if (!part) return close(delivery, parts);
      const post = postOf(delivery, parts, part);
      const step = await takeStep({ destination, group, part, post });
      if (step.next === 'fail') return fail(delivery, step.reason);
      if (step.next === 'wait') return { status: 'later', runAtMs: step.untilMs, ...step.effects };
      parts = await ledger.parts(delivery);
    }
  }

  async function takeStep(attempt: Attempt): Promise<Step> {
    const { part } = attempt;
    const settledAtMs = (part.attemptedAtMs ?? 0) + settleMs;
    switch (part.state) {
      case 'planned':
        return await send(attempt);
      case 'sending':
        // Only an earlier run that ended without a word leaves this behind.
        await ledger.toUnknown(part, part.attemptedAtMs ?? clock.now());
        return { next: 'part' };
      default:
        if (clock.now() < settledAtMs) return { next: 'wait', untilMs: settledAtMs };
        return await lookUp(attempt);
    }
  }

  async function send(attempt: Attempt): Promise<Step> {
    const { destination, group, part, post } = attempt;
    const heldUntilMs = await ledger.heldUntilMs(group);
    if (heldUntilMs > clock.now()) return { next: 'wait', untilMs: heldUntilMs };
    const sending = await ledger.beginSending(part, group, destination.gapMs ?? 0);
    if (!sending) return { next: 'part' };
    const calledAtMs = clock.now();
    const called = await tryCall(timers, (signal) => destination.post(post, signal));
    if (called.status === 'failed') return await afterCall({ ...attempt, part: sending }, called.error, calledAtMs);
    callsTotal.add({ destination: destination.kind, result: 'posted' });
    // Where this cannot be written down, the part stays `sending`, and the next run looks the message up.
    if (!(await ledger.toSent(sending, called.value)))
      log.warn('delivery taken over while it was posted', { key: post.key });
    return { next: 'part' };
  }

  async function afterCall(attempt: Attempt, failure: RemoteError, calledAtMs: number): Promise<Step> {
    const { destination, part, post } = attempt;
    const { code, reason, isAmbiguous } = failure;
    callsTotal.add({ destination: destination.kind, result: isAmbiguous ? 'ambiguous' : code });
    log[failure.needsPeople ? 'error' : 'info']('delivery attempt failed', {
      key: post.key,
      attempt: part.attempt,
      code,
      reason,
      isAmbiguous,
    });
    if (isAmbiguous) {
      await ledger.toUnknown(part, calledAtMs);
      return { next: 'part' };
    }
    return await afterFailure(attempt, failure);
  }

  async function afterFailure({ group, part, post }: Attempt, failure: RemoteError): Promise<Step> {
    const reason = failure.reason ?? failure.code;
    if (isRefusal(failure) && part.otherwise !== null) {
      await ledger.replace(part, part.otherwise);
      return { next: 'part' };
    }
    if (isFinal(failure)) return { next: 'fail', reason };
    await ledger.backToPlanned(part);
    return await waitOrGiveUp(failure, group, post);
  }

  async function lookUp({ destination, group, part, post }: Attempt): Promise<Step> {
    const called = await tryCall(timers, (signal) => destination.find(post, signal));
    if (called.status === 'failed') {
      const failure = called.error;
      const word = failure.reason ?? failure.code;
      log.info('delivery look-up failed', { key: post.key, code: failure.code, reason: failure.reason });
      if (isFinal(failure)) {
        return { next: 'fail', reason: `may have arrived, but looking it up failed: ${word}` };
      }
      return await waitOrGiveUp(failure, group, post);
    }
    const oldest = called.value.toSorted((a, b) => a.postedAtMs - b.postedAtMs)[0];
    if (oldest) {
      await ledger.toSent(part, oldest);
      return { next: 'part' };
    }
    await ledger.backToPlanned(part);
    // Once may be chance; a vendor that fails this message again and again is asked ever less often.
    if (part.attempt === 1) return { next: 'part' };
    return await waitOrGiveUp(new RemoteError('unavailable', 'posting failed repeatedly'), group, post);
  }

  /** The longer a vendor has been away, the rarer it is asked. A rate limit holds for all that share it. */
  async function waitOrGiveUp(failure: RemoteError, group: string, post: Post): Promise<Step> {
    const now = clock.now();
    const waitedMs = now - post.plannedAtMs;
    const reason = failure.reason ?? failure.code;
    if (waitedMs > (failure.needsPeople ? mendingMs : patienceMs)) {
      const what = failure.needsPeople ? 'refused for a week' : 'unreachable for a day';
      return { next: 'fail', reason: `${what}: ${reason}` };
    }
    const askedMs = failure.retryAfterMs ?? 0;
    if (failure.code === 'retry_later') {
      const untilMs = now + Math.max(askedMs, shortestHoldMs);
      await ledger.hold(group, untilMs);
      return { next: 'wait', untilMs };
    }
    const delayMs = Math.min(Math.max(firstRetryMs, waitedMs / 2), longestRetryMs);
    const untilMs = now + Math.round(Math.max(delayMs, askedMs));
    const effects = failure.needsPeople ? await deps.onRefused?.(failure, post.place) : undefined;
    return { next: 'wait', untilMs, ...(effects ? { effects } : {}) };
  }

  function close(delivery: Delivery, parts: readonly Part[]): JobOutcome {
    endsTotal.add({ destination: delivery.destination, end: 'sent' });
    const isDoubtful = parts.some((part) => part.isDoubtful);
    return {
      status: 'done',
      writes: [...ledger.closeStatements(delivery), ...(deps.onSent?.(delivery) ?? [])],
      enqueue: isDoubtful ? removeDuplicatesJobs(delivery, clock) : [],
    };
  }

  function fail(delivery: Delivery, cause: string): JobOutcome {
    const reason = redact(cause).slice(0, 300);
    endsTotal.add({ destination: delivery.destination, end: 'failed' });
    log.error('delivery failed', { destination: delivery.destination, key: delivery.key, reason });
    const more = deps.onFailed?.({ delivery, reason }) ?? {};
    return {
      status: 'done',
      writes: [...ledger.failStatements(delivery, reason), ...(more.writes ?? [])],
      enqueue: more.enqueue ?? [],
    };
  }

  return deps.destinations.flatMap((destination) => [
    {
      kind: deliverKind(destination.kind),
      concurrency: 8,
      leaseMs: 60_000,
      run: ({ payload }) => deliver(destination, payload as DeliverPayload),
      async onDead({ payload }, reason) {
        const delivery = await ledger.find(destination.kind, (payload as DeliverPayload).key);
        return delivery && delivery.state !== 'sent' ? fail(delivery, reason) : {};
      },
    },
    createRemoveDuplicates({ ...deps, ledger, destination }),
    createRemoveAnswer({ ...deps, ledger, destination }),
    createEditAnswer({ ...deps, ledger, destination }),
  ]);
}

type Prepared =
  | { status: 'fit'; group: string; rendered: readonly PlannedPart[] | undefined }
  | { status: 'unfit'; reason: string };

/** What only the adapter can say of a delivery; a message it cannot render never gets any better. */
function prepare(destination: Destination, delivery: Delivery, isNew: boolean): Prepared {
  const { place, message } = delivery;
  try {
    const group = `${destination.kind}:${destination.rateGroup(place)}`;
    return {
      status: 'fit',
      group,
      rendered: isNew ? destination.render(place, message, stampOf(delivery)) : undefined,
    };
  } catch (error) {
    return { status: 'unfit', reason: error instanceof Error ? error.message : String(error) };
  }
}
