import { DamagedStream } from './damaged-stream.ts';

/** A piece of some decoders' input swells to a gigabyte. */
const mostHeldBytes = 4 * 1024 * 1024;

/** What Node's decoders have in common. */
export interface Decoder {
  /** Compressed bytes it has taken. */
  bytesWritten?: number;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown;
  write(chunk: Uint8Array, done?: () => void): unknown;
  end(): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy?(): unknown;
}

export interface Pumping {
  create(): Decoder;
  /** Another stream may follow the end of one, after any number of zero bytes. */
  joins: boolean;
  /** Counted up: compressed bytes of the pieces that went well, and what was handed out. */
  progress: Progress;
}

export interface Progress {
  packedBytes: number;
  bytes: number;
  /** All that went in was decoded, whatever is wrong. */
  isDrained: boolean;
}

/**
 * Feeds a decoder piece by piece and hands out what each piece gave, so that neither an error nor a fast
 * source can lose or pile up decoded bytes. Throws DamagedStream.
 */
export async function* pump(
  pumping: Pumping,
  source: AsyncIterable<Uint8Array>,
  pieceBytesAt: (offset: number) => number,
): AsyncGenerator<Uint8Array> {
  const { progress, joins } = pumping;
  let running: Running | undefined = start(pumping.create());
  let begin: Uint8Array | undefined;
  try {
    for await (const chunk of source) {
      for (let offset = 0; offset < chunk.length; ) {
        const isFresh: boolean = !running;
        if (!running) {
          while (offset < chunk.length && chunk[offset] === 0) offset++;
          if (offset === chunk.length) break;
          if (begin && isForeign(begin, chunk.subarray(offset))) {
            progress.isDrained = true;
            throw DamagedStream.behindEnd();
          }
          running = start(pumping.create());
        }
        begin ??= chunk.subarray(offset, offset + 2);
        const piece: Uint8Array = chunk.subarray(offset, offset + pieceBytesAt(progress.packedBytes));
        const taken: number = yield* decodedUntil(running, running.write(piece), progress);
        if (running.failure) throw failed(running.failure, progress);
        offset += taken;
        progress.packedBytes += taken;
        if (taken === piece.length) continue;
        // It took less than it was given: its stream has ended, and something follows.
        if (!joins) return;
        if (taken === 0 && isFresh) throw new DamagedStream('what follows its end cannot be read');
        running.decoder.destroy?.();
        running = undefined;
      }
    }
    progress.isDrained = true;
    if (!running) return;
    running.decoder.end();
    yield* decodedUntil(running, running.ended, progress);
    if (running.failure) throw new DamagedStream(running.failure.message);
  } finally {
    running?.decoder.destroy?.();
  }
}

/** Hands out what is decoded until something is done; the decoder rests while there is a lot of it. */
async function* decodedUntil<Value>(
  running: Running,
  done: Promise<Value>,
  progress: Progress,
): AsyncGenerator<Uint8Array, Value> {
  const isDone = done.then(() => true);
  while (true) {
    const isOver = await Promise.race([isDone, running.isFull()]);
    for (const bytes of running.decoded.splice(0)) {
      progress.bytes += bytes.length;
      yield bytes;
    }
    if (isOver) return await done;
    running.drained();
  }
}

/** Another stream of gzip begins as the first did; anything else behind it was put there by whoever stored the file. */
function isForeign(begin: Uint8Array, next: Uint8Array): boolean {
  const isGzip = begin[0] === 0x1f && begin[1] === 0x8b;
  return isGzip && (next[0] !== begin[0] || (next.length > 1 && next[1] !== begin[1]));
}

/** A decoder that goes from stream to stream by itself complains of a header where no other stream follows. */
function failed({ message }: Error, { bytes }: Progress): DamagedStream {
  return bytes > 0 && message === 'incorrect header check' ? DamagedStream.behindEnd() : new DamagedStream(message);
}

interface Running {
  decoder: Decoder;
  decoded: Uint8Array[];
  failure: Error | undefined;
  ended: Promise<void>;
  /** Settles with false once as much is decoded as memory should hold; the decoder rests then until `drained`. */
  isFull(): Promise<false>;
  drained(): void;
  /** How many of the bytes it took. */
  write(piece: Uint8Array): Promise<number>;
}

function start(decoder: Decoder): Running {
  let settle = () => {};
  const ended = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let full = Promise.withResolvers<false>();
  let heldBytes = 0;
  const running: Running = {
    decoder,
    isFull: () => full.promise,
    drained() {
      full = Promise.withResolvers<false>();
      heldBytes = 0;
      decoder.resume();
    },
    decoded: [],
    failure: undefined,
    ended,
    async write(piece) {
      const before = decoder.bytesWritten ?? 0;
      const copy = Buffer.from(piece);
      await Promise.race([new Promise<void>((resolve) => decoder.write(copy, () => resolve())), ended]);
      return decoder.bytesWritten === undefined ? piece.length : decoder.bytesWritten - before;
    },
  };
  decoder.on('data', (chunk) => {
    running.decoded.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < mostHeldBytes) return;
    decoder.pause();
    full.resolve(false);
  });
  decoder.on('error', (error) => {
    running.failure ??= error ?? new Error('damaged');
    settle();
  });
  decoder.on('end', () => settle());
  return running;
}
