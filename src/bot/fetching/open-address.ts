/** One GET, redirects not followed. Throws RemoteError `unavailable` where no answer comes. */
export type OpenAddress = (request: {
  url: URL;
  authorization?: string | undefined;
  /** Where no name allows the host: it is asked only if this allows all its addresses. */
  allowsAddresses?: ((addresses: readonly string[]) => boolean) | undefined;
  /** How long until the answer begins, and how long nothing may come of its body before that ends with an error. */
  answerMs: number;
  idleMs: number;
  signal: AbortSignal;
}) => Promise<OpenedAddress | 'blocked'>;

interface OpenedAddress {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array>;
}
