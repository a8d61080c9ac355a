import type { HttpAnswer, SendHttp } from '../../../src/bot/analysis/http.ts';
import { RemoteError } from '../../../src/core/errors.ts';
import type { TestClock } from '../test-clock.ts';
import type { Chance } from './chance.ts';

/** What a vendor or the service does wrong with one call: before it took effect, or after. */
const faults = [
  '500',
  'reset',
  'limited',
  'applied, then 500',
  'applied, then reset',
  'applied late',
  'silence',
] as const;
type Fault = (typeof faults)[number];

export interface FaultyCalls {
  /** A fault for the call of this name, or none. Counted in `dealt`. */
  take(name: string): Fault | undefined;
  /** `fetch` with faults, spoken of as fetch speaks: an answer, or a TypeError. */
  fetch(name: string, call: () => Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response>;
  send(name: string, call: () => ReturnType<SendHttp>, signal: AbortSignal): Promise<HttpAnswer>;
  /** A body that breaks off in its middle, or as it is. */
  body(name: string, whole: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  dealt: Record<string, number>;
}

/** How long after its connection was lost a vendor may still carry a call out. */
const lateMs = 12_000;
/** The longest that the bot waits for an answer of a vendor. */
const callLimitMs = 15_000;

export function createFaultyCalls({
  chance,
  clock,
  rate,
}: {
  chance: Chance;
  clock: TestClock;
  /** The share of calls that fail, now. */
  rate: () => number;
}): FaultyCalls {
  const dealt: Record<string, number> = {};

  function take(name: string): Fault | undefined {
    if (chance.of(`fault ${name}`) >= rate()) return undefined;
    const fault = chance.pick(`which ${name}`, faults);
    dealt[fault] = (dealt[fault] ?? 0) + 1;
    return fault;
  }

  /** `applied`: the call, and what the caller hears of it; a throw is a lost connection. */
  async function deal<T>(
    fault: Fault,
    call: () => Promise<T>,
    answer: (status: 429 | 500) => T,
    signal: AbortSignal | null | undefined,
  ): Promise<T> {
    switch (fault) {
      case '500':
        return answer(500);
      case 'limited':
        return answer(429);
      case 'reset':
        throw new Error('ECONNRESET');
      case 'applied, then 500':
        await call();
        return answer(500);
      case 'applied, then reset':
        await call();
        throw new Error('ECONNRESET');
      case 'applied late':
        clock.after(lateMs, () => void call().catch(() => {}));
        throw new Error('ECONNRESET');
      case 'silence':
        await call();
        return await new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          // Clients limit their calls by real time, which does not pass here.
          clock.after(callLimitMs, () => reject(new DOMException('no answer in time', 'TimeoutError')));
        });
    }
  }

  return {
    take,
    dealt,
    async fetch(name, call, signal) {
      const fault = take(name);
      if (!fault) return await call();
      const answer = (status: number) => new Response('{}', { status, headers: { 'retry-after': '3' } });
      return await deal(fault, call, answer, signal).catch((cause: unknown) => {
        throw new TypeError('fetch failed', { cause });
      });
    },
    async send(name, call, signal) {
      const fault = take(name);
      // The deep search may be held open for many minutes: silence there is a deadline, not a fault of the network.
      if (!fault || fault === 'silence') return await call();
      const headers = new Headers({ 'retry-after': '3' });
      return await deal(fault, call, (status) => ({ status, headers, text: '{}' }), signal).catch((cause: unknown) => {
        throw new RemoteError('unavailable', 'the connection was reset', { isAmbiguous: true, cause });
      });
    },
    body(name, whole) {
      if (chance.of(`body ${name}`) >= rate()) return whole;
      dealt['body cut'] = (dealt['body cut'] ?? 0) + 1;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk.subarray(0, chunk.length >> 1));
          controller.error(new Error('ECONNRESET'));
        },
      });
      return whole.pipeThrough(cut);
    },
  };
}
