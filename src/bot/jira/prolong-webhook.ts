import { z } from 'zod';
import { RemoteError } from '#core/errors.ts';
import type { JobHandler, JobOutcome } from '#jobs/queue.ts';
import type { CaseDeps } from '../cases/case-deps.ts';
import { tellOperator } from '../cases/end-cases.ts';
import type { WebhookRegistry } from './webhook-registry.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Of the thirty days Jira gives, the rest at which it is asked for thirty more. */
const soonMs = 20 * dayMs;
/** The rest at which the operator hears that Jira does not give more. */
const urgentMs = 7 * dayMs;

export const prolongWebhookJob = { kind: 'prolong-webhook', payload: {}, dedupKey: 'prolong-webhook' };
/** When the first of them ended as it was seen last. */
const payloadSchema = z.object({ expiresMs: z.number().optional() }).catch({});

/** Looks each day at the webhooks an app registered for this address, which end by themselves. */
export function createProlongWebhook(
  deps: CaseDeps & { registry: Pick<WebhookRegistry, 'list' | 'refresh'>; url: string },
): JobHandler {
  const { registry, url, clock, log } = deps;

  async function prolong(seenMs: number | undefined): Promise<JobOutcome> {
    const ending = (await registry.list()).flatMap(({ id, url: known, expiresMs }) =>
      known === url && expiresMs !== undefined ? [{ id, expiresMs }] : [],
    );
    if (ending.length === 0) return await sayGone(seenMs);
    const due = ending.filter(({ expiresMs }) => expiresMs - clock.now() < soonMs);
    if (due.length > 0) {
      await registry.refresh(due.map(({ id }) => id));
      log.info('webhook prolonged', { count: due.length });
    }
    const left = ending.filter((hook) => !due.includes(hook)).map(({ expiresMs }) => expiresMs);
    const expiresMs = Math.min(...left, clock.now() + 30 * dayMs);
    return { status: 'later', runAtMs: clock.now() + dayMs, payload: { expiresMs } };
  }

  async function sayGone(seenMs: number | undefined): Promise<JobOutcome> {
    const again = { status: 'later', runAtMs: clock.now() + dayMs, payload: {} } as const;
    if (seenMs === undefined) return again;
    const words = 'The Jira webhook is gone: it expired, or somebody removed it. Run npx logtriage webhook jira.';
    return { ...again, ...(await tellOperator(deps, `webhook-gone:${seenMs}`, [words])) };
  }

  /** Where none was ever seen, an administrator keeps the webhook, and the app may lack the scope to look. */
  async function fail({ reason, code }: RemoteError, expiresMs: number | undefined): Promise<JobOutcome> {
    log.info('webhook not renewed', { reason: reason ?? code });
    const again = { status: 'later', runAtMs: clock.now() + hourMs } as const;
    const leftMs = expiresMs === undefined ? Number.POSITIVE_INFINITY : expiresMs - clock.now();
    if (leftMs > urgentMs) return again;
    const when = leftMs > 0 ? `expires in ${Math.ceil(leftMs / dayMs)} days` : 'has ended';
    const words = `The Jira webhook ${when}, and Jira does not renew it (${reason ?? code}). Run npx logtriage webhook jira, or ask an administrator to register one.`;
    return { ...again, ...(await tellOperator(deps, `webhook:${expiresMs}`, [words])) };
  }

  return {
    kind: prolongWebhookJob.kind,
    isStanding: true,
    async run(job) {
      const { expiresMs } = payloadSchema.parse(job.payload);
      try {
        return await prolong(expiresMs);
      } catch (error) {
        if (!(error instanceof RemoteError)) throw error;
        return await fail(error, expiresMs);
      }
    },
  };
}
