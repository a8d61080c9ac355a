export type LogFields = Record<string, unknown>;

/** Structured log: a constant message and fields. Never contents of files, tokens or a vendor's raw body. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  with(fields: LogFields): Log;
}

// Slack tokens and signing material, service keys, webhook secrets, JWTs, credentials in headers and queries.
const secrets = [
  /\bx(?:ox[a-z]|app)-[\w-]{8,}/g,
  /\bltk_\w{8,}/g,
  /\bwhsec_[\w+/=-]{8,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]{4,}/g,
  /\bATATT[\w=-]{8,}/g,
  /((?:authorization|cookie)["']?\s*[:=]\s*["']?)(?:(?:bearer|basic|api_key)\s+)?[^\s"',}]+/gi,
  /((?:bearer|basic|api_key)\s+)[\w+/=.:-]{8,}/gi,
  /([?&](?:token|key|secret|password|code|state|sig|signature)=)[^&\s"']+/gi,
];

/** Replaces whatever looks like a credential. Safe on any text. */
export function redact(text: string): string {
  return secrets.reduce(
    (current, pattern) =>
      current.replace(pattern, (...match) => `${typeof match[1] === 'string' ? match[1] : ''}[redacted]`),
    text,
  );
}

export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLog,
};
