import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Metrics } from '#core/metrics.ts';
import { isFromThisMachine, type NodeBindings } from './local-request.ts';

/**
 * `/healthz` while the process lives, `/readyz` 200 once requests are taken (`?verbose`: and what works less well), `/metrics` for this machine itself or with
 * the operator's password; 404 where there is none.
 */
export function createOperatorRoutes(deps: {
  metrics: Metrics;
  isReady(): boolean;
  password: string | undefined;
  /** What works less well than it could here, in plain sentences. */
  notes?(): readonly string[];
}): Hono<NodeBindings> {
  const { metrics, isReady, password, notes = () => [] } = deps;
  const routes = new Hono<NodeBindings>();
  routes.get('/healthz', (c) => c.text('ok'));
  routes.get('/readyz', (c) => {
    const told = c.req.query('verbose') === undefined ? [] : notes().map((note) => `\n- ${note}`);
    return isReady() ? c.text(`ready${told.join('')}`) : c.text('starting or stopping', 503);
  });
  routes.get('/metrics', async (c) => {
    if (!isFromThisMachine(c)) {
      if (password === undefined) return c.notFound();
      if (!isOperator(c.req.header('authorization'), password)) {
        return c.text('The operator’s password is needed.', 401, {
          'www-authenticate': 'Basic realm="logtriage", charset="UTF-8"',
        });
      }
    }
    return c.text(await metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  return routes;
}

function isOperator(header: string | undefined, password: string): boolean {
  const [, encoded] = /^basic\s+([\w+/=-]+)$/i.exec(header ?? '') ?? [];
  if (!encoded) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(Buffer.from(encoded, 'base64').toString('utf8')), hash(`operator:${password}`));
}
