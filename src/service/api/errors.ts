/** Every error name the service gives, with its status and what it means. The documentation page is made from it. */
export const errorCodes = {
  invalid_request: [400, 'The request does not have the form described; `errors` names the fields.'],
  invalid_json: [400, 'The body is not a JSON object.'],
  invalid_cursor: [400, 'The cursor was not given by this service.'],
  query_too_long: [400, 'The question is longer than `max_characters`.'],
  file_missing: [400, 'The form has no part named `file`.'],
  file_empty: [400, 'The file has no bytes.'],
  too_many_files: [400, 'One request carries one file.'],
  malformed_multipart: [400, 'The form is cut off or is not multipart/form-data.'],
  invalid_webhook_url: [400, 'Webhooks go to https addresses on the public internet.'],
  api_key_missing: [401, 'Send the header `Authorization: API_KEY <key>`.'],
  api_key_invalid: [401, 'The API key is not known.'],
  api_key_expired: [401, 'The API key is past its 90 days. Revoke it and generate a new one.'],
  api_key_revoked: [401, 'The API key was revoked.'],
  session_required: [401, 'Sign in first.'],
  session_token_invalid: [401, 'The session token is missing, expired or not valid.'],
  sign_in_failed: [401, 'The e-mail address or the password is not right.'],
  password_wrong: [403, 'The old password is not right.'],
  api_access_required: [403, 'The account lacks api_access. On a team an admin turns it on.'],
  plan_not_eligible: [403, 'API keys are for open-source developers and enterprise customers.'],
  admin_required: [403, 'Only an admin may do this.'],
  origin_not_allowed: [403, 'The request does not come from a page of this service.'],
  api_key_not_accepted: [403, 'Streaming is for signed-in sessions; an API key is not accepted here.'],
  not_found: [404, 'There is no such resource, or it is not yours.'],
  method_not_allowed: [405, 'The resource does not know this method; `Allow` lists those it does.'],
  request_timeout: [408, 'The body of the request came too slowly or not at all.'],
  not_ready: [409, 'The file is not analyzed yet; `status` tells how far it is.'],
  analysis_failed: [409, 'The analysis of the file failed; `can_retry` tells whether it may still recover.'],
  active_key_exists: [409, 'There is an active key already. Revoke it, then generate a new one.'],
  idempotency_key_in_use: [409, 'A request with this Idempotency-Key is being carried out.'],
  email_taken: [409, 'There is an account with this e-mail address.'],
  last_admin: [409, 'The team would be left without an admin.'],
  retry_not_possible: [409, 'Only a failed file can be analyzed again.'],
  file_too_large: [413, 'The file is larger than `max_bytes`.'],
  quota_exceeded: [413, 'The file does not fit into what is left of the storage quota, `max_bytes`.'],
  body_too_large: [413, 'The body is larger than `max_bytes`.'],
  unsupported_media_type: [415, 'The Content-Type is not the one this endpoint takes.'],
  invalid_entity_type: [422, 'The type is not one of the nine.'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used with another request.'],
  upgrade_required: [426, 'Connect with a WebSocket upgrade.'],
  rate_limited: [429, 'Too many requests; `Retry-After` tells when to come back.'],
  search_failed: [500, 'The search ended with a failure.'],
  internal_error: [500, 'The service failed. The request id helps to find out why.'],
  storage_full: [503, 'There is no room for files at the moment; `Retry-After` tells when to come back.'],
  shutting_down: [503, 'The service is restarting.'],
  search_timeout: [504, 'The search did not end within its time.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorCodes;

/** An answer other than success: thrown anywhere under a request, told to the client at the edge. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Goes into `data` beside error_code. */
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    detail: { message?: string; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(detail.message ?? errorCodes[code][1]);
    this.code = code;
    this.status = errorCodes[code][0];
    this.extra = detail.extra ?? {};
    this.headers = detail.headers ?? {};
  }
}
