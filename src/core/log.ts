import { maskSpans } from './secrets/mask-secrets.ts';
import { secretSpans } from './secrets/secret-spans.ts';

export type LogFields = Record<string, unknown>;

/** Structured log: a constant message and fields. Never contents of files, tokens or a vendor's raw body. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  with(fields: LogFields): Log;
}

// What only our own log has reason to fear: short keys behind their scheme, codes and states of a sign-in in addresses.
const ofRequests = [
  /((?:authorization|cookie)["']?\s{0,9}[:=]\s{0,9}["']?)(?:(?:bearer|basic|api_key)\s+)?[^\s"',}]+/gi,
  /((?:bearer|basic|api_key)\s+)[\w+/=.:-]{8,}/gi,
  /([?&](?:token|key|secret|password|code|state|sig|signature)=)[^&\s"']+/gi,
];

/** Replaces whatever looks like a credential. Safe on any text. */
export function redact(text: string): string {
  return ofRequests.reduce(
    (current, pattern) => current.replace(pattern, (_, before: string) => `${before}[redacted]`),
    maskSpans(text, secretSpans(text), '[redacted]'),
  );
}

export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLog,
};
