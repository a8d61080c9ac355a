import { Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import { TurnstileFull } from '#core/turnstile.ts';
import type { ServiceBindings } from './bindings.ts';
import { drainRequest } from './drain-request.ts';
import { errorResponse } from './envelope.ts';
import { errorPagePath } from './error-page.ts';
import { ApiError } from './errors.ts';

export interface RoutesDeps {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  publicUrl: string | undefined;
}

/**
 * What all routes of the service share: a request id, one log line without the query (it may carry a token), and every
 * failure told in the envelope.
 */
export function createRoutes(deps: RoutesDeps): Hono<ServiceBindings> {
  const { clock, log, metrics } = deps;
  const requests = metrics.counter('service_http_requests_total', 'Requests to the service by status.');
  const app = new Hono<ServiceBindings>();

  app.use(async (c, next) => {
    const startedAtMs = clock.now();
    const requestId = newId(clock);
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('x-request-id', requestId);
    c.res.headers.set('x-content-type-options', 'nosniff');
    c.res.headers.set('referrer-policy', 'no-referrer');
    requests.add({ method: c.req.method, status: String(c.res.status) });
    log.info('request', {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      durationMs: clock.now() - startedAtMs,
      requestId,
    });
  });

  app.onError(async (error, c) => {
    const { incoming } = c.env ?? {};
    const isCutOff = incoming?.destroyed && !incoming.complete;
    const known = toApiError(error);
    if (isCutOff) log.info('request cut off', { path: c.req.path, requestId: c.get('requestId') });
    else if (known.code === 'internal_error')
      log.error('request failed', { path: c.req.path, requestId: c.get('requestId'), error });
    await drainRequest(incoming);
    const response = errorResponse(known, {
      requestId: c.get('requestId'),
      docsUrl: `${deps.publicUrl ?? ''}${errorPagePath}`,
      accept: c.req.header('accept') ?? '',
      path: c.req.path,
    });
    for (const [name, value] of Object.entries(c.get('limitHeaders') ?? {})) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  });
  return app;
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TurnstileFull) return new ApiError('rate_limited', { headers: { 'retry-after': '2' } });
  return new ApiError('internal_error');
}
