import type { WebSocket } from 'ws';
import type { Timers } from '#core/clock.ts';

const intervalMs = 25_000;
const maxMissed = 2;

/** Keeps proxies from closing a quiet connection, and ends one whose other side is gone. */
export function keepAlive(socket: WebSocket, timers: Timers): void {
  let missed = 0;
  let cancel = () => {};
  const next = () => {
    cancel = timers.after(intervalMs, () => {
      if (missed >= maxMissed) {
        socket.terminate();
        return;
      }
      missed += 1;
      socket.ping();
      next();
    });
  };
  socket.on('pong', () => {
    missed = 0;
  });
  socket.once('close', () => cancel());
  next();
}
