/** How a call to another system failed. Adapters translate a vendor's errors into these once. */
export type RemoteErrorCode = 'rejected' | 'unauthorized' | 'forbidden' | 'not_found' | 'retry_later' | 'unavailable';

export class RemoteError extends Error {
  readonly code: RemoteErrorCode;
  /** HTTP status where there was one. */
  readonly status: number | undefined;
  /** The vendor's own short error word (`not_in_channel`), never its raw body. */
  readonly reason: string | undefined;
  /** How long the other side asked us to wait, within bounds: a header may say anything. */
  readonly retryAfterMs: number | undefined;
  /** True where the call may have taken effect although it failed: a timeout, a reset, a 5xx. */
  readonly isAmbiguous: boolean;
  /** True where people can mend it: a token, a permission, an invitation. What was refused then is worth keeping. */
  readonly needsPeople: boolean;
  /** Whose credentials were used, where the program has several of a vendor. */
  readonly account: string | undefined;

  constructor(
    code: RemoteErrorCode,
    message: string,
    detail: {
      status?: number | undefined;
      reason?: string | undefined;
      retryAfterMs?: number | undefined;
      isAmbiguous?: boolean | undefined;
      /** Default: for `unauthorized` alone. */
      needsPeople?: boolean | undefined;
      account?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'RemoteError';
    this.code = code;
    this.status = detail.status;
    this.reason = detail.reason;
    this.retryAfterMs = boundWait(detail.retryAfterMs);
    this.isAmbiguous = detail.isAmbiguous ?? false;
    this.needsPeople = detail.needsPeople ?? code === 'unauthorized';
    this.account = detail.account;
  }
}

function boundWait(askedMs: number | undefined): number | undefined {
  if (askedMs === undefined || Number.isNaN(askedMs)) return undefined;
  return Math.min(Math.max(askedMs, 1_000), 3_600_000);
}

/** A mistake in how the program was set up or called, told to the person in plain words. */
export class UsageError extends Error {
  override name = 'UsageError';
}
