/** Bytes of known length, streamed once for each try. */
export interface StreamedBody {
  sizeBytes: number;
  open(): ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | StreamedBody;
  /** Until the whole answer is there. Absent: for ever, for what may be held open many minutes. */
  timeoutMs?: number;
  /** A longer answer fails as `rejected`. */
  maxBytes: number;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * One exchange, redirects never followed. Throws RemoteError `unavailable` where no whole answer came: `isAmbiguous`
 * once anything was sent.
 */
export type SendHttp = (request: HttpRequest) => Promise<HttpAnswer>;
