import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { newId } from '#core/ids.ts';
import { isOwnOrigin } from '../access/require-own-origin.ts';
import { errorBody } from '../api/envelope.ts';
import { ApiError } from '../api/errors.ts';
import type { User } from '../store/accounts.ts';
import { boundFrames } from './bound-frames.ts';
import { keepAlive } from './heartbeat.ts';
import { runStream, type Stream } from './run-stream.ts';
import { type StreamDeps, type StreamPath, streamPaths } from './stream-deps.ts';
import { StreamError } from './stream-error.ts';

const maxFrameBytes = 64 * 1024;
const maxStreamsPerUser = 5;

export interface Upgrade {
  /** False: not a path of the streams. Otherwise the socket is taken over, also to refuse it. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Tells every client that the service goes away. */
  close(): void;
}

/** The way into a stream. Refusals carry the envelope as body, which a WebSocket library's own would not. */
export function createUpgrade(deps: StreamDeps): Upgrade {
  const { log, clock } = deps.search;
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const open = new Map<WebSocket, { userId: string; stream: Stream }>();

  async function admit(request: IncomingMessage, url: URL): Promise<{ user: User; sessionId: string }> {
    if (/^api_key\b/i.test(request.headers.authorization ?? '')) throw new ApiError('api_key_not_accepted');
    if (!(url.pathname in streamPaths)) throw new ApiError('not_found', { message: 'There is no such path.' });
    const { origin, host } = request.headers;
    if (origin !== undefined && !isOwnOrigin(origin, host, deps.publicUrl)) throw new ApiError('origin_not_allowed');
    const verified = await deps.tokens.verify(url.searchParams.get('token') ?? '');
    const user = verified && (await deps.sessions.findById(verified.sessionId));
    if (!verified || user?.id !== verified.userId) throw new ApiError('session_token_invalid', challenge);
    return { user, sessionId: verified.sessionId };
  }

  function begin(socket: WebSocket, admitted: { user: User; sessionId: string }, path: StreamPath): void {
    keepAlive(socket, deps.search.timers);
    boundFrames(socket, clock);
    // A frame that is too large or malformed: ws answers with the close code itself.
    socket.on('error', () => {});
    const stream = runStream(deps, socket, { ...admitted, path });
    const ofUser = [...open.values()].filter(({ userId }) => userId === admitted.user.id);
    if (ofUser.length >= maxStreamsPerUser) {
      stream.abort(new StreamError('too_many_streams', `At most ${maxStreamsPerUser} streams at a time.`));
      return;
    }
    open.set(socket, { userId: admitted.user.id, stream });
    socket.once('close', () => open.delete(socket));
  }

  async function take(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const requestId = newId(clock);
    try {
      const admitted = await admit(request, url);
      log.info('stream opened', { path: url.pathname, requestId });
      server.handleUpgrade(request, socket, head, (webSocket) =>
        begin(webSocket, admitted, url.pathname as StreamPath),
      );
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError('internal_error');
      if (known !== error) log.error('stream not opened', { path: url.pathname, requestId, error });
      else log.info('stream refused', { path: url.pathname, requestId, status: known.status });
      refuse(socket, known, {
        requestId,
        accept: request.headers.accept ?? '',
        path: url.pathname,
        docsUrl: deps.docsUrl,
      });
    }
  }

  return {
    handle(request, socket, head) {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (!url.pathname.startsWith('/ws/v1/')) return false;
      socket.on('error', () => socket.destroy());
      void take(request, socket, head, url);
      return true;
    },
    close() {
      for (const { stream } of open.values()) {
        stream.abort(new StreamError('shutting_down', 'The service is restarting.'));
      }
      server.close();
    },
  };
}

const challenge = { headers: { 'www-authenticate': 'Token realm="logtriage"' } };

function refuse(socket: Duplex, error: ApiError, frame: Parameters<typeof errorBody>[1]): void {
  const { body, contentType } = errorBody(error, frame);
  const headers = {
    ...error.headers,
    'Content-Type': contentType,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': frame.requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // A client that keeps its half open would hold the connection, and the end of the process, for as long as it likes.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
}
