import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from './endpoint.ts';

/** What a request carries through the routes: node's own objects where there is a server, and who asks. */
export interface ServiceBindings {
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse };
  Variables: { caller: Caller; closing?: AbortSignal; limitHeaders: Record<string, string>; requestId: string };
}
