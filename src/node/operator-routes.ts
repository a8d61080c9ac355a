import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createAttempts } from '#core/attempts.ts';
import { addressGroup, clientAddress } from '#core/client-address.ts';
import type { Clock } from '#core/clock.ts';
import type { Metrics } from '#core/metrics.ts';
import { isFromThisMachine, type NodeBindings } from './local-request.ts';

/** Wrong passwords within five minutes, from one address and from all of them. */
const mostOfAddress = 10;
const mostOfAll = 300;

/**
 * `/healthz` while the process lives, `/readyz` 200 once requests are taken (`?verbose`: and what works less well), `/metrics` for this machine itself or with
 * the operator's password; 404 where there is none.
 */
export function createOperatorRoutes(
  deps: {
    metrics: Metrics;
    isReady(): boolean;
    /** What works less well than it could here, in plain sentences. */
    notes?(): readonly string[];
  } & GateOptions,
): Hono<NodeBindings> {
  const { metrics, isReady, notes = () => [] } = deps;
  const refuseStranger = createOperatorGate(deps);
  const routes = new Hono<NodeBindings>();
  routes.get('/healthz', (c) => c.text('ok'));
  routes.get('/readyz', (c) => {
    const told = c.req.query('verbose') === undefined ? [] : notes().map((note) => `\n- ${note}`);
    return isReady() ? c.text(`ready${told.join('')}`) : c.text('starting or stopping', 503);
  });
  routes.get('/metrics', async (c) => {
    const refusal = refuseStranger(c);
    if (refusal) return refusal;
    return c.text(await metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  return routes;
}

interface GateOptions {
  password: string | undefined;
  clock: Clock;
  trustedProxies?: readonly string[];
}

/** Refuses whoever is not at this machine nor gives the operator's password, and guesses of it for long. */
export function createOperatorGate({ password, clock, trustedProxies = [] }: GateOptions) {
  const attempts = createAttempts(clock);
  return (c: Context<NodeBindings>): Response | Promise<Response> | undefined => {
    if (isFromThisMachine(c)) return undefined;
    if (password === undefined) return c.notFound();
    const authorization = c.req.header('authorization');
    const remote = c.env?.incoming?.socket.remoteAddress;
    const address = addressGroup(clientAddress(remote, c.req.header('x-forwarded-for'), trustedProxies));
    const attempt = attempts.take([
      { key: address, max: mostOfAddress },
      { key: 'all', max: mostOfAll },
    ]);
    if (!attempt.isTaken) {
      const seconds = Math.ceil(attempt.waitMs / 1000);
      return c.text(`Too many wrong passwords; try again in ${seconds} s.`, 429, { 'retry-after': String(seconds) });
    }
    const isRight = isOperator(authorization, password);
    attempt.end(isRight ? 'right' : authorization === undefined ? 'untried' : 'wrong');
    if (isRight) return undefined;
    return c.text('The operator’s password is needed.', 401, {
      'www-authenticate': 'Basic realm="logtriage", charset="UTF-8"',
    });
  };
}

function isOperator(header: string | undefined, password: string): boolean {
  const [, encoded] = /^basic\s+([\w+/=-]+)$/i.exec(header ?? '') ?? [];
  if (!encoded) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(Buffer.from(encoded, 'base64').toString('utf8')), hash(`operator:${password}`));
}
