import { type Context, Hono } from 'hono';
import type { ServiceBindings } from './bindings.ts';
import type { Call, Caller, Endpoint } from './endpoint.ts';
import { successResponse } from './envelope.ts';
import { ApiError } from './errors.ts';
import { publicOrigin } from './public-origin.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { checkFields, readJson } from './read-json.ts';

export interface MountOptions {
  prefix: string;
  endpoints: readonly Endpoint[];
  /** Throws a 401 or a 403; runs before anything is said about path, method or body. */
  authenticate(request: Request): Promise<Caller>;
  limiter: RateLimiter;
  publicUrl: string | undefined;
}

/** Routes below one prefix: 401, then 403, then 429, then 404 and 405, then what is wrong with the request. */
export function mountEndpoints(options: MountOptions): Hono<ServiceBindings> {
  const { prefix, endpoints, limiter } = options;
  const app = new Hono<ServiceBindings>();

  app.use(`${prefix}/*`, async (c, next) => {
    const caller = await options.authenticate(c.req.raw);
    c.set('caller', caller);
    c.set('limitHeaders', limiter.take(caller, rateClassOf(c.req.method, c.req.path)));
    await next();
  });

  async function answer(c: Context<ServiceBindings>, endpoint: Endpoint): Promise<Response> {
    const call: Call = {
      caller: c.get('caller'),
      params: c.req.param() as Record<string, string>,
      query: endpoint.query ? checkFields(endpoint.query, c.req.query()) : {},
      body: endpoint.body ? await readJson(c.req.raw, endpoint.body) : {},
      headers: c.req.raw.headers,
      request: c.req.raw,
      incoming: c.env?.incoming,
      origin: publicOrigin(c.req.raw, options.publicUrl),
    };
    const result = await endpoint.handle(call);
    return successResponse(c.req.raw, { ...result, headers: { ...c.get('limitHeaders'), ...result.headers } });
  }

  function rateClassOf(method: string, path: string) {
    return endpoints.find(
      (endpoint) => endpoint.rateClass && endpoint.method === method && pathPattern(prefix + endpoint.path).test(path),
    )?.rateClass;
  }

  // Path by path, so that `searches/quick` is never taken for the id of a search.
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    for (const endpoint of ofPath) {
      app.on(endpoint.method, prefix + honoPath(path), async (c) => await answer(c, endpoint));
    }
    const methods = ofPath.map((endpoint) => endpoint.method);
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    app.all(prefix + honoPath(path), () => {
      throw new ApiError('method_not_allowed', { headers: { allow: allow.join(', ') }, extra: { allowed: allow } });
    });
  }
  app.all(`${prefix}/*`, () => {
    throw new ApiError('not_found', { message: 'There is no such path.' });
  });
  return app;
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
