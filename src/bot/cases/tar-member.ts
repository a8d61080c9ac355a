const blockBytes = 512;

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of one file in a tar archive, read from its start; undefined where there is none of that name. */
export async function openTarMember(
  archive: ReadableStream<Bytes>,
  name: string,
): Promise<ReadableStream<Bytes> | undefined> {
  const source = createSource(archive.getReader());
  let longName: string | undefined;
  for (;;) {
    const header = await source.take(blockBytes);
    if (header.byteLength < blockBytes || header[0] === 0) return source.end();
    const sizeBytes = readOctal(header.subarray(124, 136));
    if (sizeBytes === undefined) return source.end();
    const kind = String.fromCharCode(header[156] ?? 0);
    const padded = Math.ceil(sizeBytes / blockBytes) * blockBytes;
    if (kind === 'L' || kind === 'x') {
      if (sizeBytes > 65_536) return source.end();
      const text = readText((await source.take(padded)).subarray(0, sizeBytes));
      longName = kind === 'L' ? text : (/(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1] ?? longName);
      continue;
    }
    const prefix = readText(header.subarray(345, 500));
    const short = readText(header.subarray(0, 100));
    const isUstar = readText(header.subarray(257, 262)) === 'ustar';
    const entryName = longName ?? (isUstar && prefix ? `${prefix}/${short}` : short);
    longName = undefined;
    const isFile = kind === '0' || kind === '\0' || kind === '7';
    if (isFile && plain(entryName) === plain(name)) return source.stream(sizeBytes);
    if (!(await source.skip(padded))) return source.end();
  }
}

function createSource(reader: ReadableStreamDefaultReader<Bytes>) {
  let rest: Bytes = new Uint8Array();

  async function pull(): Promise<Bytes | undefined> {
    if (rest.byteLength > 0) {
      const chunk = rest;
      rest = new Uint8Array();
      return chunk;
    }
    const { done, value } = await reader.read();
    return done ? undefined : value;
  }

  return {
    /** Fewer at the end. */
    async take(count: number): Promise<Bytes> {
      const taken = new Uint8Array(count);
      let filled = 0;
      while (filled < count) {
        const chunk = await pull();
        if (!chunk) break;
        const part = chunk.subarray(0, count - filled);
        taken.set(part, filled);
        filled += part.byteLength;
        rest = chunk.subarray(part.byteLength);
      }
      return taken.subarray(0, filled);
    },
    async skip(count: number): Promise<boolean> {
      let left = count;
      while (left > 0) {
        const chunk = await pull();
        if (!chunk) return false;
        rest = chunk.subarray(Math.min(left, chunk.byteLength));
        left -= Math.min(left, chunk.byteLength);
      }
      return true;
    },
    stream(sizeBytes: number): ReadableStream<Bytes> {
      let left = sizeBytes;
      return new ReadableStream<Bytes>({
        async pull(controller) {
          const chunk = left > 0 ? await pull() : undefined;
          if (!chunk) {
            controller.close();
            await reader.cancel();
            return;
          }
          controller.enqueue(chunk.subarray(0, left));
          left -= Math.min(left, chunk.byteLength);
        },
        cancel: (reason) => reader.cancel(reason),
      });
    },
    async end(): Promise<undefined> {
      await reader.cancel().catch(() => {});
    },
  };
}

function readOctal(field: Uint8Array): number | undefined {
  const text = readText(field).trim();
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function readText(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

function plain(path: string): string {
  return path.replace(/^(\.\/)+/, '');
}
