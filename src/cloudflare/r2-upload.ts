import type { R2Binding, R2Upload } from './bindings.ts';

/** Parts of one object are of one size but for the last, at least 5 MiB and at most 10,000. */
const partBytes = 8 * 1024 * 1024;

/** Writes one object of any size while holding a single part of it; one that fits a part is one write. */
export function createR2Upload(bucket: R2Binding, key: string) {
  let part = new Uint8Array(0);
  let filled = 0;
  let upload: R2Upload | undefined;
  const sent: unknown[] = [];

  async function send(): Promise<void> {
    upload ??= await bucket.createMultipartUpload(key);
    sent.push(await upload.uploadPart(sent.length + 1, part.subarray(0, filled)));
    filled = 0;
  }

  /** Small files are many: the buffer grows with what comes. */
  function makeRoom(bytes: number): void {
    if (filled + bytes <= part.length || part.length === partBytes) return;
    const larger = new Uint8Array(Math.min(partBytes, Math.max(filled + bytes, part.length * 2)));
    larger.set(part.subarray(0, filled));
    part = larger;
  }

  return {
    async write(chunk: Uint8Array): Promise<void> {
      for (let from = 0; from < chunk.length; ) {
        if (filled === partBytes) await send();
        makeRoom(chunk.length - from);
        const piece = chunk.subarray(from, from + part.length - filled);
        part.set(piece, filled);
        filled += piece.length;
        from += piece.length;
      }
    },
    async end(): Promise<void> {
      if (!upload) {
        await bucket.put(key, part.subarray(0, filled));
        return;
      }
      if (filled > 0) await send();
      await upload.complete(sent);
    },
    /** What was sent so far is thrown away; nothing that was ended. */
    async abort(): Promise<void> {
      await upload?.abort();
    },
  };
}
