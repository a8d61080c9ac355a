import { type Context, Hono } from 'hono';
import { answerFault, type Faults } from '../faults.ts';
import { createRateLimits } from './rate-limits.ts';
import { refusalOf, type SlackToken, type Workspace } from './workspace.ts';

export type Arguments = Record<string, unknown>;

/** Thrown by a method: the API answers 200 with `ok: false`. */
export class SlackProblem extends Error {
  readonly reply: Record<string, unknown>;

  constructor(error: string, extra: Record<string, unknown> = {}) {
    super(error);
    this.reply = { ok: false, error, ...extra };
  }
}

export interface SlackMethod {
  name: string;
  /** One of these is enough; none: any token may call it. */
  scopes: readonly string[];
  /** Calls a minute by Slack's tiers; `channel`: one message a second and channel. */
  tier: 1 | 2 | 3 | 4 | 'channel';
  needsNoToken?: true;
  run(args: Arguments, caller: SlackToken): Record<string, unknown> | Promise<Record<string, unknown>>;
}

/** A method by what is said of it, and what it does. */
export function method(about: Omit<SlackMethod, 'run'>, run: SlackMethod['run']): SlackMethod {
  return { ...about, run };
}

export interface RecordedCall {
  method: string;
  args: Arguments;
  /** The token it was made with; undefined: none. */
  token: string | undefined;
  atMs: number;
}

interface WebApi {
  app: Hono;
  calls: RecordedCall[];
  /** Calls no real workspace would understand: a test that finds one here has found a mistake. */
  unexpected: string[];
}

/** `POST /api/<method>` and `GET` alike, form or JSON body, bearer token or `token` argument. */
export function createWebApi(options: {
  workspace: Workspace;
  methods: readonly SlackMethod[];
  faults: Faults;
  hasRateLimits: () => boolean;
}): WebApi {
  const { workspace, faults } = options;
  const methods = new Map(options.methods.map((method) => [method.name, method]));
  const limits = createRateLimits(workspace.clock);
  const calls: RecordedCall[] = [];
  const unexpected: string[] = [];
  const app = new Hono();

  app.all('/:method', async (c) => {
    const name = c.req.param('method');
    const args = await readArguments(c).catch((error: unknown) => {
      if (error instanceof SlackProblem) return error;
      throw error;
    });
    if (args instanceof SlackProblem) return c.json(args.reply);
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    const { token: tokenArgument, ...rest } = args;
    const given = bearer ?? (typeof tokenArgument === 'string' ? tokenArgument : undefined);
    calls.push({ method: name, args: rest, token: given, atMs: workspace.clock.now() });
    const method = methods.get(name);
    if (!method) {
      unexpected.push(name);
      return c.json({ ok: false, error: 'unknown_method', req_method: name });
    }
    const refused = method.needsNoToken ? { caller: noCaller } : authorize(workspace, method, given);
    if ('reply' in refused) return c.json(refused.reply);

    const fault = faults.take(name);
    if (fault?.kind === 'rate-limited') return rateLimited(c, fault.retryAfterS);
    if (fault?.kind === 'error') return c.json({ ok: false, error: fault.error });
    if (fault && !fault.after) return await answerFault(c, fault);
    if (options.hasRateLimits()) {
      const waitS = limits.take(method, typeof rest.channel === 'string' ? rest.channel : '');
      if (waitS > 0) return rateLimited(c, waitS);
    }
    const reply = await run(method, rest, refused.caller);
    if (fault) return await answerFault(c, fault);
    c.header('x-oauth-scopes', [...refused.caller.scopes].join(','));
    c.header('x-accepted-oauth-scopes', method.scopes.join(','));
    return c.json(reply);
  });
  return { app, calls, unexpected };
}

async function run(method: SlackMethod, args: Arguments, caller: SlackToken): Promise<Record<string, unknown>> {
  try {
    return { ok: true, ...(await method.run(args, caller)) };
  } catch (error) {
    if (error instanceof SlackProblem) return error.reply;
    throw error;
  }
}

function authorize(
  workspace: Workspace,
  method: SlackMethod,
  token: unknown,
): { caller: SlackToken } | { reply: Record<string, unknown> } {
  if (typeof token !== 'string') return { reply: { ok: false, error: 'not_authed' } };
  const caller = workspace.tokens.get(token);
  if (!caller) return { reply: { ok: false, error: 'invalid_auth' } };
  const refusal = refusalOf(caller, workspace.clock.now());
  if (refusal) return { reply: { ok: false, error: refusal } };
  if (method.scopes.length > 0 && !method.scopes.some((scope) => caller.scopes.has(scope))) {
    const provided = [...caller.scopes].join(',');
    return { reply: { ok: false, error: 'missing_scope', needed: method.scopes.join(','), provided } };
  }
  return { caller };
}

function rateLimited(c: Context, retryAfterS: number): Response {
  return c.json({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': String(retryAfterS) });
}

const noCaller: SlackToken = { token: '', userId: '', botId: '', scopes: new Set(), isRevoked: false };

async function readArguments(c: Context): Promise<Arguments> {
  const query = c.req.query();
  if (c.req.method === 'GET') return query;
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'multipart/form-data') {
    const form = await c.req.formData().catch(() => undefined);
    if (!form) throw new SlackProblem('invalid_form_data');
    return { ...query, ...Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) };
  }
  const text = await c.req.text();
  if (type === 'application/json') return { ...query, ...readJsonObject(text) };
  if (text !== '' && type !== 'application/x-www-form-urlencoded') throw new SlackProblem('invalid_post_type');
  return { ...query, ...Object.fromEntries(new URLSearchParams(text)) };
}

function readJsonObject(text: string): Arguments {
  const value = nested(text || '{}', 'invalid_json');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Arguments;
  throw new SlackProblem('json_not_object');
}

/** A nested argument: a form carries it as JSON text, a JSON body as it is. */
export function nested(value: unknown, error: string): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new SlackProblem(error);
  }
}

export function textArgument(args: Arguments, name: string, error = 'invalid_arguments'): string {
  const value = args[name];
  if (typeof value !== 'string' || value === '') throw new SlackProblem(error);
  return value;
}

export function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === '1' || value === 1;
}
