/** A record of another program inside the record of whoever carried it: what it says, and from where. */
interface WrappedRecord {
  /** The program's own line, or its message. */
  text: string;
  level?: string;
  source?: string;
}

/**
 * Looks into the envelopes of collectors: OpenTelemetry's file export (`resourceLogs`, of several records in a line the
 * gravest) and Docker's json-file driver (`log` beside `stream`). Undefined: the record speaks for itself.
 */
export function unwrapRecord(record: Readonly<Record<string, unknown>>): WrappedRecord | undefined {
  if (Array.isArray(record.resourceLogs)) return gravestLogRecord(record.resourceLogs);
  if (typeof record.log === 'string' && typeof record.stream === 'string') return { text: record.log.trimEnd() };
  return undefined;
}

const maxRecords = 200;

function gravestLogRecord(resourceLogs: readonly unknown[]): WrappedRecord | undefined {
  let gravest: { wrapped: WrappedRecord; severity: number } | undefined;
  let seen = 0;
  for (const resource of resourceLogs) {
    const source = attributeOf(at(resource, 'resource'), 'service.name');
    for (const scope of arrayAt(resource, 'scopeLogs')) {
      for (const one of arrayAt(scope, 'logRecords')) {
        if (++seen > maxRecords) return gravest?.wrapped;
        const text = at(at(one, 'body'), 'stringValue');
        const severity = Number(at(one, 'severityNumber') ?? 0);
        if (typeof text !== 'string' || (gravest !== undefined && severity <= gravest.severity)) continue;
        const level = at(one, 'severityText');
        gravest = {
          severity,
          wrapped: {
            text,
            ...(typeof level === 'string' ? { level } : severity > 0 ? { level: levelOfNumber(severity) } : {}),
            ...(source !== undefined ? { source } : {}),
          },
        };
      }
    }
  }
  return gravest?.wrapped;
}

/** OpenTelemetry's SeverityNumber: four to a level. */
function levelOfNumber(severity: number): string {
  return ['trace', 'debug', 'info', 'warn', 'error', 'fatal'][Math.floor((severity - 1) / 4)] ?? 'info';
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function arrayAt(value: unknown, name: string): readonly unknown[] {
  const found = at(value, name);
  return Array.isArray(found) ? found : [];
}

function attributeOf(resource: unknown, key: string): string | undefined {
  const found = arrayAt(resource, 'attributes').find((attribute) => at(attribute, 'key') === key);
  const value = at(at(found, 'value'), 'stringValue');
  return typeof value === 'string' ? value : undefined;
}
