import { Hono } from 'hono';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import { streamPaths } from './stream-deps.ts';

/** The streaming paths asked for without an upgrade. */
export function plainStreamRequests(): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  app.all('/ws/v1/*', (c) => {
    if (/^api_key\b/i.test(c.req.header('authorization') ?? '')) throw new ApiError('api_key_not_accepted');
    if (!(c.req.path in streamPaths)) throw new ApiError('not_found', { message: 'There is no such path.' });
    throw new ApiError('upgrade_required', { headers: { upgrade: 'websocket', connection: 'Upgrade' } });
  });
  return app;
}
