import type { Timers } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';

/** How long a call to a vendor may take. What is posted later than this after its attempt began is not ours. */
export const callTimeoutMs = 15_000;

/**
 * Ends a call after its time, whether it heeds the signal or not, and gives every failure the form of a RemoteError.
 * One that says nothing of the message's fate counts as ambiguous.
 */
export async function boundedCall<T>(timers: Timers, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let cancel = () => {};
  const timeout = new Promise<never>((_, reject) => {
    cancel = timers.after(callTimeoutMs, () => {
      const error = new RemoteError('unavailable', 'no answer in time', { reason: 'timeout', isAmbiguous: true });
      abort.abort(error);
      reject(error);
    });
  });
  try {
    return await Promise.race([call(abort.signal), timeout]);
  } catch (error) {
    if (error instanceof RemoteError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new RemoteError('unavailable', message, { isAmbiguous: true, cause: error });
  } finally {
    cancel();
  }
}

export type Called<T> = { status: 'ok'; value: T } | { status: 'failed'; error: RemoteError };

/**
 * The same with the vendor's failure as a value, so that nobody takes an error of our own, such as a full disk while
 * the outcome is written down, for the vendor's answer.
 */
export async function tryCall<T>(timers: Timers, call: (signal: AbortSignal) => Promise<T>): Promise<Called<T>> {
  try {
    return { status: 'ok', value: await boundedCall(timers, call) };
  } catch (error) {
    if (error instanceof RemoteError) return { status: 'failed', error };
    throw error;
  }
}

/** The place takes no such message. */
export function isRefusal({ code, isAmbiguous }: RemoteError): boolean {
  if (isAmbiguous) return false;
  return code === 'forbidden' || code === 'not_found' || code === 'rejected';
}

/** Trying again changes nothing, whatever people do. */
export function isFinal(error: RemoteError): boolean {
  return isRefusal(error) && !error.needsPeople;
}
