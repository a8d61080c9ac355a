/** Why a stream ends without an answer: what the client is told, and how the socket closes. */
export class StreamError extends Error {
  override name = 'StreamError';
  readonly code: string;
  readonly closeCode: number;
  readonly extra: Record<string, unknown>;

  constructor(code: StreamErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.closeCode = closeCodes[code];
    this.extra = extra;
  }
}

/** RFC 6455, 7.4; the 4xxx ones follow the HTTP status they stand for. */
const closeCodes = {
  invalid_json: 1007,
  binary_frame: 1003,
  request_timeout: 1008,
  invalid_request: 1008,
  query_too_long: 1008,
  invalid_entity_type: 1008,
  entity_type_mismatch: 1008,
  session_ended: 4401,
  not_found: 4404,
  not_ready: 4409,
  analysis_failed: 4409,
  rate_limited: 4429,
  too_many_streams: 4429,
  search_timeout: 1011,
  search_failed: 1011,
  cancelled: 1011,
  internal_error: 1011,
  shutting_down: 1001,
  too_slow: 1013,
} as const;

export type StreamErrorCode = keyof typeof closeCodes;

const retryable: readonly string[] = [
  'rate_limited',
  'too_many_streams',
  'not_ready',
  'search_timeout',
  'search_failed',
  'internal_error',
  'shutting_down',
  'too_slow',
];

export function isRetryable(code: string): boolean {
  return retryable.includes(code);
}

export function toStreamErrorCode(code: string | null): StreamErrorCode {
  return code !== null && code in closeCodes ? (code as StreamErrorCode) : 'search_failed';
}
