import type { WebSocket } from 'ws';
import type { Clock } from '#core/clock.ts';

const windowMs = 10_000;
const mostFrames = 200;
const policyViolation = 1008;
const goneMs = 2_000;

/**
 * A client has one question to send, and answers pings. One that floods is let go: each of its frames costs time, and
 * each of its pings an answer that it may never take.
 */
export function boundFrames(socket: WebSocket, clock: Clock): void {
  let sinceMs = clock.now();
  let frames = 0;
  const count = () => {
    if (clock.now() - sinceMs > windowMs) {
      sinceMs = clock.now();
      frames = 0;
    }
    frames += 1;
    if (frames !== mostFrames) return;
    socket.close(policyViolation, 'too_many_frames');
    setTimeout(() => socket.terminate(), goneMs).unref();
  };
  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, count);
}
