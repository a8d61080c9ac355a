/** The parts of Cloudflare's bindings that are used here. */
export interface R2Binding {
  get(key: string, options?: { range: { offset: number; length: number } }): Promise<R2Body | null>;
  head(key: string): Promise<R2Object | null>;
  put(key: string, value: Uint8Array | string, options?: { customMetadata: Record<string, string> }): Promise<unknown>;
  delete(keys: string | string[]): Promise<void>;
  list(options: { prefix: string; cursor?: string; include: ['customMetadata'] }): Promise<R2List>;
  createMultipartUpload(key: string): Promise<R2Upload>;
}

export interface R2Object {
  key: string;
  size: number;
  uploaded: Date;
  customMetadata?: Record<string, string>;
}

interface R2Body extends R2Object {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

type R2List = { objects: R2Object[] } & ({ truncated: true; cursor: string } | { truncated: false });

export interface R2Upload {
  uploadPart(number: number, value: Uint8Array): Promise<unknown>;
  complete(parts: unknown[]): Promise<unknown>;
  abort(): Promise<void>;
}

export interface QueueBinding {
  send(body: unknown, options?: { delaySeconds: number }): Promise<unknown>;
}

export interface QueueBatch {
  queue: string;
  messages: readonly unknown[];
}

export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}
