import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Acceptance, Intake } from './intake.ts';
import { type CreateHmac, equalInConstantTime, isHubSignature, isStandardWebhook } from './proof.ts';
import { createReadBody, type ReadBody, type Refusal, refusalText } from './read-body.ts';

const jiraMaxBytes = 5_000_000;
const serviceMaxBytes = 262_144;

interface WebhookProofs {
  jiraSecret?: string | undefined;
  /** For senders that cannot sign: part of the path. */
  jiraToken?: string | undefined;
  /** All that are good now: the operator's own, and that of the embedded service. Read anew for each request. */
  serviceSecrets(): readonly string[];
  serviceToken?: string | undefined;
}

/**
 * `POST /jira/webhook` and `POST /hooks/log-service`, both also with `/{token}`. 401 without proof, 413 above the cap,
 * 400 for what is no JSON, 503 where the work could not be stored, else 200.
 */
export function createWebhookRoutes(deps: {
  intake: Intake;
  proofs: WebhookProofs;
  createHmac: CreateHmac;
  readBody?: ReadBody;
  clock: Clock;
  log: Log;
}): Hono {
  const { intake, proofs, createHmac, clock, log, readBody = createReadBody() } = deps;
  const routes = new Hono();

  routes.post('/jira/webhook/:token?', async (c) => {
    const rawBody = await readBody(c.req.raw, jiraMaxBytes);
    if (typeof rawBody === 'number') return turnAway(c, rawBody);
    const token = c.req.param('token');
    const isProven =
      token === undefined
        ? proofs.jiraSecret !== undefined &&
          isHubSignature(createHmac, proofs.jiraSecret, c.req.header('x-hub-signature'), rawBody)
        : isToken(token, proofs.jiraToken);
    if (!isProven) return refuse(c, 'jira');
    const deliveryId = c.req.header('x-atlassian-webhook-identifier');
    const issueHint = readIssueHint(c.req.query('issue') ?? c.req.query('issueKey'));
    return answer(c, rawBody, (body) => intake.acceptJiraWebhook({ body, rawBody, deliveryId, issueHint }));
  });

  routes.post('/hooks/log-service/:token?', async (c) => {
    const rawBody = await readBody(c.req.raw, serviceMaxBytes);
    if (typeof rawBody === 'number') return turnAway(c, rawBody);
    const token = c.req.param('token');
    const headers = {
      id: c.req.header('webhook-id'),
      timestamp: c.req.header('webhook-timestamp'),
      signature: c.req.header('webhook-signature'),
    };
    let isProven = token !== undefined && isToken(token, proofs.serviceToken);
    for (const secret of token === undefined ? proofs.serviceSecrets() : []) {
      if (isStandardWebhook(createHmac, secret, headers, rawBody, clock.now())) isProven = true;
    }
    if (!isProven) return refuse(c, 'service');
    return answer(c, rawBody, (body) => intake.acceptServiceHook({ body, rawBody, deliveryId: headers.id }));
  });

  function turnAway(c: Context, status: Refusal): Response {
    return c.text(refusalText(status), status);
  }

  function refuse(c: Context, source: string): Response {
    log.warn('webhook without proof refused', { source });
    return c.text('The request does not have the signature that this address requires.', 401);
  }

  async function answer(c: Context, rawBody: Uint8Array, accept: (body: unknown) => Promise<Acceptance>) {
    let body: unknown;
    try {
      body = JSON.parse(new TextDecoder().decode(rawBody));
    } catch {
      return c.text('The body is not valid JSON.', 400);
    }
    try {
      await accept(body);
      return c.body(null, 200);
    } catch (error) {
      log.error('webhook not stored', { error });
      return c.text('Not stored; send it again.', 503);
    }
  }

  return routes;
}

function isToken(given: string, expected: string | undefined): boolean {
  return expected !== undefined && equalInConstantTime(given, expected);
}

function readIssueHint(value: string | undefined): string | undefined {
  return value && /^[A-Za-z][\w]*-\d+$|^\d+$/.test(value) ? value : undefined;
}
