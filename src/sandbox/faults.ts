import type { Context } from 'hono';

/** What goes wrong with a call. `after`: the vendor has carried the call out before its answer is lost. */
export type Fault =
  | { kind: 'status'; status: number; body?: string; contentType?: string; after?: boolean }
  | { kind: 'hang'; after?: boolean }
  | { kind: 'reset'; after?: boolean }
  | { kind: 'rate-limited'; retryAfterS: number; reason?: string }
  | { kind: 'error'; error: string; status?: number };

export interface Faults {
  /** The next `times` calls whose name matches go wrong that way, first come first served. */
  add(match: string | RegExp, fault: Fault, times?: number): void;
  take(name: string): Fault | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  let planned: { match: string | RegExp; fault: Fault; left: number }[] = [];
  return {
    add(match, fault, times = 1) {
      planned.push({ match, fault, left: times });
    },
    take(name) {
      const found = planned.find(({ match }) => (typeof match === 'string' ? match === name : match.test(name)));
      if (!found) return undefined;
      found.left -= 1;
      if (found.left <= 0) planned = planned.filter((entry) => entry !== found);
      return found.fault;
    },
    clear() {
      planned = [];
    },
  };
}

const resetHeader = 'x-stand-in-reset';

/** Answers as the fault wants. Over a real socket a reset destroys it; without one `fetchStandIn` turns it into an error. */
export async function answerFault(
  c: Context,
  fault: Exclude<Fault, { kind: 'rate-limited' | 'error' }>,
): Promise<Response> {
  if (fault.kind === 'status') {
    const body = new TextEncoder().encode(fault.body ?? '');
    return new Response(body, {
      status: fault.status,
      headers: { 'content-type': fault.contentType ?? 'text/plain', 'content-length': String(body.length) },
    });
  }
  if (fault.kind === 'hang') {
    await new Promise<void>((resolve) => c.req.raw.signal.addEventListener('abort', () => resolve(), { once: true }));
    return new Response(null, { status: 504 });
  }
  const outgoing = (c.env as { outgoing?: { destroy?: () => void } } | undefined)?.outgoing;
  outgoing?.destroy?.();
  return new Response(null, { status: 503, headers: { [resetHeader]: '1' } });
}

/** Calls a stand-in without a socket, a lost connection being an error as it is for `fetch`. */
export async function fetchStandIn(
  app: { fetch(request: Request): Response | Promise<Response> },
  request: Request,
): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
  });
  const response = await Promise.race([app.fetch(request), aborted]);
  if (response.headers.has(resetHeader)) throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
  return response;
}
