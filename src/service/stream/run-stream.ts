import { eq } from 'drizzle-orm';
import type { RawData, WebSocket } from 'ws';
import { newId } from '#core/ids.ts';
import { ApiError } from '../api/errors.ts';
import type { InvestigationEvent } from '../investigator/report.ts';
import { cancelSearch } from '../search/cancel-search.ts';
import { startSearch } from '../search/start-search.ts';
import type { User } from '../store/accounts.ts';
import { type SearchRow, searches } from '../store/searches.ts';
import { findEntity } from './find-entity.ts';
import { createMessageSender, type MessageSender } from './message-sender.ts';
import { parseRequestFrame } from './request-frame.ts';
import { type StreamDeps, type StreamPath, streamPaths } from './stream-deps.ts';
import { StreamError, toStreamErrorCode } from './stream-error.ts';
import { completeMessage, errorMessage, toMessage } from './stream-message.ts';

const frameTimeoutMs = 10_000;

export interface Stream {
  /** Ends it with an error, because of something outside: the shutdown of the service. */
  abort(error: StreamError): void;
}

/** One connection from its frame to its end. A quick search goes with the connection, a deep one goes on without. */
export function runStream(
  deps: StreamDeps,
  socket: WebSocket,
  { user, sessionId, path }: { user: User; sessionId: string; path: StreamPath },
): Stream {
  const { timers, log } = deps.search;
  const { targetKind, mode } = streamPaths[path];
  const sender = createMessageSender(socket, timers);
  const gone = new AbortController();
  const cancelFrameTimeout = timers.after(frameTimeoutMs, () =>
    fail(new StreamError('request_timeout', 'No request frame came within ten seconds.')),
  );

  socket.once('close', () => {
    cancelFrameTimeout();
    gone.abort();
  });
  // Any frame after the first is ignored: a stray newline must not end a run that costs something.
  socket.once('message', (data: RawData, isBinary: boolean) => {
    cancelFrameTimeout();
    serve(data, isBinary).catch(fail);
  });

  async function serve(data: RawData, isBinary: boolean): Promise<void> {
    if (isBinary) throw new StreamError('binary_frame', 'The request frame is text.');
    const frame = parseRequestFrame(data.toString(), deps.types.all);
    if (!(await deps.sessions.findById(sessionId))) throw new StreamError('session_ended', 'The session has ended.');
    await findEntity(deps, targetKind, user.id, frame);
    deps.limiter.take({ user, limitKey: user.id, isUnlimited: false }, mode);
    const question = { ownerId: user.id, targetKind, targetId: frame.entityId, mode, query: frame.query };
    const ended = await follow(deps, sender, question, gone.signal);
    if (!ended) return;
    if (ended.status === 'COMPLETED') sender.end(completeMessage(ended), 1000, 'complete');
    else throw new StreamError(toStreamErrorCode(ended.errorCode), ended.errorMessage ?? 'The search failed.');
  }

  function fail(error: unknown): void {
    const known = toStreamError(error);
    if (known.code === 'internal_error') log.error('stream failed', { path, error });
    sender.end(errorMessage(known), known.closeCode, known.code);
  }

  return { abort: fail };
}

/** Runs the search and passes on what it tells. Undefined where the client left first. */
async function follow(
  { search: deps }: StreamDeps,
  sender: MessageSender,
  question: Parameters<typeof startSearch>[1],
  gone: AbortSignal,
): Promise<SearchRow | undefined> {
  const id = newId(deps.clock);
  const told = { text: '', chunks: 0 };
  let started: SearchRow | undefined;
  const early: InvestigationEvent[] = [];
  let isIntentTold = false;
  const stopListening = deps.live.listen(id, (event) => {
    early.push(event);
    if (started) passEarly(started);
  });
  try {
    const end = deps.live.untilEnd(id, gone);
    started = await startSearch(deps, question, id);
    passEarly(started);
    await end;
    const [row] = await deps.sql.select().from(searches).where(eq(searches.id, id));
    if (gone.aborted) {
      if (row && question.mode === 'quick') await cancelSearch(deps, row);
      return undefined;
    }
    if (!row) throw new StreamError('not_found', 'The search was deleted.');
    for (const event of early.splice(0)) pass(event, row);
    if (row.status === 'COMPLETED') sendRest(row);
    return row;
  } finally {
    stopListening();
  }

  /** What the question was taken to mean comes first: stages that begin before it is known wait for it. */
  function passEarly(search: SearchRow): void {
    const at = early.findIndex(({ type }) => type === 'query_intent');
    if (!isIntentTold && at > 0) early.unshift(...early.splice(at, 1));
    isIntentTold ||= early.some(({ type }) => type !== 'stage');
    if (!isIntentTold) return;
    for (const event of early.splice(0)) pass(event, search);
  }

  function pass(event: InvestigationEvent, search: SearchRow): void {
    if (event.type === 'report_chunk') {
      // A run that started over tells its chunks again.
      if (event.index !== told.chunks) return;
      told.chunks += 1;
      told.text += event.text;
    }
    const message = toMessage(event, search);
    if (message) sender.send(message);
  }

  /** The chunks add up to the answer, whatever was told before. */
  function sendRest(row: SearchRow): void {
    const answer = row.report?.answer ?? '';
    if (!answer.startsWith(told.text)) throw new Error('the chunks told are not the answer');
    const text = answer.slice(told.text.length);
    if (text !== '') pass({ type: 'report_chunk', index: told.chunks, text }, row);
  }
}

function toStreamError(error: unknown): StreamError {
  if (error instanceof StreamError) return error;
  if (error instanceof ApiError) return new StreamError(toStreamErrorCode(error.code), error.message, error.extra);
  return new StreamError('internal_error', 'The service failed.');
}
