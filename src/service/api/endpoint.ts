import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { User } from '../store/accounts.ts';
import type { Success } from './envelope.ts';
import type { ErrorCode } from './errors.ts';

/** Who asks: through an API key on /api/v1, through a session on the console's routes. */
export interface Caller {
  user: User;
  /** What rate limits count by. */
  limitKey: string;
  /** The embedded bot's key has no rate limits. */
  isUnlimited: boolean;
  sessionId?: string;
}

export interface Call<Query = unknown, Body = unknown> {
  caller: Caller;
  params: Record<string, string>;
  query: Query;
  body: Body;
  headers: Headers;
  request: Request;
  /** The node request where there is one: large bodies are read from it without copies. */
  incoming: IncomingMessage | undefined;
  /** The address this service was called at, or is known by: `https://logs.example.org`. */
  origin: string | undefined;
}

/** Whose work it is among all that wait: an account's, and for the embedded bot a channel's or a project's. */
export function fairKeyOf({ caller, headers }: Pick<Call, 'caller' | 'headers'>): string {
  const group = caller.isUnlimited ? headers.get('x-logtriage-group') : null;
  return group && /^[\da-f]{1,32}$/.test(group) ? `${caller.user.id}:${group}` : caller.user.id;
}

export type RateClass = 'uploads' | 'quick' | 'deep';

/** One operation: what the router, the validation and the OpenAPI document are all made from. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for parameters, below the prefix of its list. */
  path: string;
  operationId: string;
  summary: string;
  /** False for what the specification itself describes. */
  isExtension: boolean;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** A body the handler reads itself; its schema is for the document alone. */
  rawBody?: { contentType: string; schema: Record<string, unknown> };
  /** By status; the first one is the usual one. */
  success: { status: 200 | 201 | 202; data: z.ZodType }[];
  errors: ErrorCode[];
  rateClass?: RateClass;
  handle(call: Call): Promise<Success>;
}

interface TypedEndpoint<Q extends z.ZodObject, B extends z.ZodObject>
  extends Omit<Endpoint, 'query' | 'body' | 'handle'> {
  query?: Q;
  body?: B;
  handle(call: Call<z.infer<Q>, z.infer<B>>): Promise<Success>;
}

/** Ties the handler's types to its schemas; the router validates with the same ones before it calls. */
export function defineEndpoint<Q extends z.ZodObject = z.ZodObject, B extends z.ZodObject = z.ZodObject>(
  endpoint: TypedEndpoint<Q, B>,
): Endpoint {
  return endpoint as unknown as Endpoint;
}
