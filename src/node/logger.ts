import { type Logger as Pino, pino } from 'pino';
import { type Log, redact } from '#core/log.ts';

/** Every line is redacted as text, so a secret in any field, error or stack is caught in one place. */
export function createLog(level: string, write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  return wrap(
    pino(
      { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: pino.stdSerializers.err } },
      { write: (line: string) => write(redact(line)) },
    ),
  );
}

function wrap(logger: Pino): Log {
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
    with: (fields) => wrap(logger.child(fields)),
  };
}
