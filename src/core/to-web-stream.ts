/** Bytes as they come: a generator, or a stream of Node with its way of being ended. */
export interface EndableBytes extends AsyncIterable<Uint8Array> {
  destroy?(): unknown;
  on?(event: 'error', listener: () => void): unknown;
}

/**
 * The same bytes as a web stream that may be cancelled at any moment, also while a read is going on. Node's own
 * `Readable.toWeb` throws outside of every promise where a stream ends or breaks after it was cancelled.
 */
export function toWebStream(bytes: EndableBytes): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Whoever reads hears of an error by the iterator; one that comes after the end is nobody's.
  bytes.on?.('error', () => {});
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      },
      cancel() {
        bytes.destroy?.();
        // Not waited for: a read that is going on may hang for ever, and a generator ends behind it.
        iterator.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
