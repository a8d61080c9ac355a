import type { Context } from 'hono';
import type { ServiceBindings } from '../api/bindings.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { publicOrigin } from '../api/public-origin.ts';
import type { RateLimiter } from '../api/rate-limiter.ts';
import { checkFields } from '../api/read-json.ts';

export interface OperationInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** What the pages do is what the API does: the same endpoints, called by the id they have in the OpenAPI document. */
export interface Operations {
  /** Throws ApiError like the endpoint. `next` is the cursor of the following page. */
  run<Data>(
    c: Context<ServiceBindings>,
    operationId: string,
    input?: OperationInput,
  ): Promise<{ data: Data; next: string | undefined }>;
}

export function createOperations(options: {
  endpoints: readonly Endpoint[];
  limiter: RateLimiter;
  publicUrl: string | undefined;
}): Operations {
  const known = new Map(options.endpoints.map((endpoint) => [endpoint.operationId, endpoint]));
  return {
    async run<Data>(c: Context<ServiceBindings>, operationId: string, input: OperationInput = {}) {
      const endpoint = known.get(operationId);
      if (!endpoint) throw new Error(`there is no operation ${operationId}`);
      const caller = c.get('caller');
      if (endpoint.rateClass) options.limiter.take(caller, endpoint.rateClass);
      const result = await endpoint.handle({
        caller,
        params: input.params ?? {},
        query: endpoint.query ? checkFields(endpoint.query, input.query ?? {}) : {},
        body: endpoint.body ? checkFields(endpoint.body, input.body ?? {}) : {},
        headers: new Headers(input.headers ?? { 'content-type': c.req.header('content-type') ?? '' }),
        request: c.req.raw,
        incoming: c.env?.incoming,
        origin: publicOrigin(c.req.raw, options.publicUrl),
      });
      return { data: result.data as Data, next: cursorOf(result.headers?.link) };
    },
  };
}

function cursorOf(link: string | undefined): string | undefined {
  const address = /^<([^>]*)>/.exec(link ?? '')?.[1];
  return address === undefined
    ? undefined
    : (new URL(address, 'http://localhost').searchParams.get('cursor') ?? undefined);
}
