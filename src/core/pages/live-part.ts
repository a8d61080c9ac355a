import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Html } from './html.ts';

/** A part of a page as it is now. `againMs` undefined: it is final, else when it is worth another look. */
export interface LivePart {
  part: Html;
  againMs: number | undefined;
}

/** A stream ends after this and is asked for anew, with the session it belongs to. */
const longestMs = 5 * 60_000;
const heartbeatMs = 15_000;

/** What a stream tells, now. */
interface LiveText {
  text: string;
  againMs: number | undefined;
}

/** A part of a page: as server-sent events whenever it changes, where a browser listens, else once. */
export async function answerLive(
  c: Context,
  read: () => Promise<LivePart>,
  /** The program ends: streams do too. */
  closing?: AbortSignal,
): Promise<Response> {
  const first = await read();
  if (!wantsStream(c)) return c.html(first.part, 200, { 'cache-control': 'private, no-cache' });
  const textOf = async ({ part, againMs }: LivePart) => ({ text: JSON.stringify(String(await part)), againMs });
  return streamLive(c, await textOf(first), async () => textOf(await read()), closing);
}

export function wantsStream(c: Context): boolean {
  return /\btext\/event-stream\b/.test(c.req.header('accept') ?? '');
}

/** `part` whenever the text changes, `beat` where it does not for long, `final` where it never will. */
export function streamLive(
  c: Context,
  first: LiveText,
  read: () => Promise<LiveText>,
  closing?: AbortSignal,
): Response {
  c.header('cache-control', 'no-cache');
  c.header('x-accel-buffering', 'no');
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  closing?.addEventListener('abort', () => close(), { once: true });
  return streamSSE(c, async (stream) => {
    const endMs = performance.now() + longestMs;
    let { text, againMs } = first;
    let shown = '';
    let spokenMs = performance.now();
    for (;;) {
      const isNew = text !== shown;
      if (isNew) await stream.writeSSE({ event: 'part', data: text });
      else if (performance.now() - spokenMs > heartbeatMs) await stream.writeSSE({ event: 'beat', data: '' });
      if (isNew || performance.now() - spokenMs > heartbeatMs) spokenMs = performance.now();
      shown = text;
      if (againMs === undefined) return void (await stream.writeSSE({ event: 'final', data: '' }));
      await Promise.race([stream.sleep(againMs), closed]);
      if (stream.aborted || closing?.aborted || performance.now() > endMs) return;
      const next = await read().catch(() => undefined);
      // Gone, or not to be had now: the browser asks anew and is told which.
      if (!next) return;
      ({ text, againMs } = next);
    }
  });
}
