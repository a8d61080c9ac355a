import { type Log, type LogFields, redact } from '#core/log.ts';

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof levels)[number];

/** One line of JSON an entry, as Cloudflare's log takes them. Every line is redacted as text. */
export function createConsoleLog(least: Level, base: LogFields = {}): Log {
  const writer =
    (level: Exclude<Level, 'silent'>) =>
    (message: string, fields: LogFields = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return;
      console[level](redact(JSON.stringify({ level, ...base, ...fields, msg: message }, plainError)));
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    with: (fields) => createConsoleLog(least, { ...base, ...fields }),
  };
}

function plainError(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value;
  return { ...value, type: value.name, message: value.message, stack: value.stack, cause: value.cause };
}
