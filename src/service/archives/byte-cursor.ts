/** Takes bytes from a stream in the amounts a format asks for. */
export interface ByteCursor {
  /** How many bytes were taken. */
  position(): number;
  /** As many bytes as asked for; fewer where the stream ends or breaks. */
  take(length: number): Promise<Uint8Array>;
  /** The next bytes as they come, up to `length`; fewer where the stream ends or breaks. */
  stream(length: number): AsyncGenerator<Uint8Array>;
  /** How many of them there were. */
  skip(length: number): Promise<number>;
  /** What broke the stream; undefined while it goes on, and where it ended by itself. */
  damage(): unknown;
}

const none = new Uint8Array();

export function createByteCursor(bytes: AsyncIterable<Uint8Array>): ByteCursor & { close(): Promise<void> } {
  const source = bytes[Symbol.asyncIterator]();
  let chunk: Uint8Array = none;
  let at = 0;
  let position = 0;
  let damage: unknown;
  let isOver = false;
  return { position: () => position, take, stream, skip, damage: () => damage, close };

  /** Some bytes, at most `length`; none at the end. */
  async function some(length: number): Promise<Uint8Array> {
    while (at === chunk.length && !isOver) {
      try {
        const next = await source.next();
        isOver = next.done === true;
        chunk = next.done ? none : next.value;
      } catch (error) {
        damage = error;
        isOver = true;
        chunk = none;
      }
      at = 0;
    }
    const part = chunk.subarray(at, at + length);
    at += part.length;
    position += part.length;
    return part;
  }

  async function take(length: number): Promise<Uint8Array> {
    const first = await some(length);
    if (first.length === length || first.length === 0) return first;
    const parts = [first];
    let taken = first.length;
    while (taken < length) {
      const part = await some(length - taken);
      if (part.length === 0) break;
      parts.push(part);
      taken += part.length;
    }
    return Buffer.concat(parts);
  }

  async function* stream(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      const part = await some(left);
      if (part.length === 0) return;
      left -= part.length;
      yield part;
    }
  }

  async function skip(length: number): Promise<number> {
    let skipped = 0;
    while (skipped < length) {
      const part = await some(length - skipped);
      if (part.length === 0) break;
      skipped += part.length;
    }
    return skipped;
  }

  async function close(): Promise<void> {
    isOver = true;
    await source.return?.();
  }
}
