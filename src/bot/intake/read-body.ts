export type ReadBody = (request: Request, maxBytes: number) => Promise<Uint8Array<ArrayBuffer> | Refusal>;

/** The status to answer instead: too large, too slow, or too much under way. */
export type Refusal = 413 | 408 | 503;

const maxMs = 20_000;
const mostHeldBytes = 64 * 1024 * 1024;

/**
 * Reads bodies of requests that have proved nothing yet: each within a size and a time, and all of them together within
 * a size, or strangers could fill the memory with what they never finish sending.
 */
export function createReadBody(limits: { maxMs: number; mostHeldBytes: number } = { maxMs, mostHeldBytes }): ReadBody {
  let heldBytes = 0;

  async function readSized(request: Request, size: number): Promise<Uint8Array<ArrayBuffer> | Refusal> {
    heldBytes += size;
    try {
      return new Uint8Array(await request.arrayBuffer());
    } finally {
      heldBytes -= size;
    }
  }

  async function readUnsized(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | Refusal> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    try {
      for await (const chunk of request.body ?? []) {
        size += chunk.byteLength;
        heldBytes += chunk.byteLength;
        if (size > maxBytes) return 413;
        if (heldBytes > limits.mostHeldBytes) return 503;
        chunks.push(chunk);
      }
      return new Uint8Array(await new Blob(chunks).arrayBuffer());
    } finally {
      heldBytes -= size;
    }
  }

  return async (request, maxBytes) => {
    const size = Number(request.headers.get('content-length') ?? Number.NaN);
    if (size > maxBytes) return 413;
    if (size + heldBytes > limits.mostHeldBytes) return 503;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Refusal>((resolve) => {
      timer = setTimeout(resolve, limits.maxMs, 408);
    });
    try {
      return await Promise.race([size >= 0 ? readSized(request, size) : readUnsized(request, maxBytes), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

export function refusalText(status: Refusal): string {
  if (status === 413) return 'The body is too large.';
  return status === 408 ? 'The body arrived too slowly.' : 'Too many requests at once; send it again.';
}
