import { hideValues } from '#core/secrets/hide-value.ts';
import { flatFields } from '../../../lines/flat-fields.ts';
import type { LineHead } from '../../../lines/layouts/learnt-head.ts';
import type { LineLayout } from '../../../lines/layouts/line-layout.ts';
import { severityOf } from '../../../lines/level-words.ts';
import type { LineFields } from '../../../lines/line-fields.ts';
import { recordSummary } from '../../../lines/record-summary.ts';
import { listed } from '../listed.ts';
import { accessFields } from './access-line.ts';
import { pauseFields } from './pause-line.ts';
import { saidBehind, textFields } from './text-fields.ts';
import { thrownIn } from './thrown.ts';
import { unwrapRecord } from './wrapped-records.ts';

const messageNames = listed('message, msg, log, MESSAGE, text, event, short_message, body, textPayload');
const levelNames = listed('level, severity, lvl, loglevel, log.level, levelname, severity_text, PRIORITY');
const timeNames = listed('timestamp, @timestamp, time, ts, datetime, date, asctime, t, receivedAt, createdAt, t.$date');
const sourceNames = listed(
  'service, service.name, service_name, serviceName, svc, app, application, component',
  'kubernetes.container_name, container, kubernetes.pod_name, pod, logger, SYSLOG_IDENTIFIER, process, name',
  'module, host, hostname, node, instance, device',
);
const detailNames = listed(
  'error, err, exception, error.message, error_message, reason, cause, stack_trace, stack, errorMessage',
  'errorCode',
);

/** What a database puts beside its message: `attr.error`, `attr.message`. */
const attributeNames = listed('attr.message, attr.reason, attr.errmsg, attr.error, attr.error.errmsg, attr.err');

const maxParsedChars = 16_384;

/** `layout`: how the lines of its document are read alike. */
export function fieldsOf(line: string, layout?: LineLayout): LineFields {
  const head = layout?.head?.(line);
  const read = layout?.fields(line) ?? plainFields(line, head, layout);
  if (head?.host !== undefined && !read.fields.has('host')) read.fields.set('host', head.host);
  hideValues(read.fields);
  return read;
}

function plainFields(line: string, head: LineHead | undefined, layout: LineLayout | undefined): LineFields {
  const text = line.length > maxParsedChars ? line.slice(0, maxParsedChars) : line;
  const brace = text.indexOf('{');
  if (brace >= 0 && brace < 200 && text.trimEnd().endsWith('}')) {
    const structured = structuredFields(text.slice(brace));
    const ahead = text.slice(0, brace).trimEnd();
    if (structured?.isSummary === true && spoken.test(text.slice(0, brace)))
      return withText(saidIn(ahead, layout?.head?.(ahead)), structured);
    const sender =
      structured?.source === undefined ? (head?.source ?? senderBefore.exec(text.slice(0, brace))?.[1]) : undefined;
    if (structured !== undefined)
      return sender === undefined || severityOf(sender) !== undefined ? structured : { ...structured, source: sender };
  }
  return accessFields(text) ?? pauseFields(text) ?? saidIn(text, head);
}

const saidIn = (text: string, head: LineHead | undefined): LineFields =>
  head === undefined ? textFields(text) : saidBehind(head, text);

/** "INFO order created {…}": words, and not only who writes the record. */
const spoken = /(?:^|[\s\]|:])[A-Za-z][a-z]+ (?:\S+ ){0,20}[A-Za-z][\w.,:'-]*\s?$|\t[A-Za-z][^\t]*\t$/;

/** What stands before a record that has no message of its own is the message, and the record its fields. */
function withText(said: LineFields, { isSummary: _, ...structured }: Structured): LineFields {
  return {
    ...structured,
    message: said.message,
    fields: new Map([...said.fields, ...structured.fields]),
    severity: said.severity ?? structured.severity,
    source: said.source ?? structured.source,
  };
}

/** "2024-08-02 15:38:13 +0000 billing: {…}": the tag or program whose record it is. */
const senderBefore = /(?:^|\s)([A-Za-z_][\w./-]{0,80})(?:\[\d{1,9}\])?: ?$/;

interface Structured extends LineFields {
  /** The record states no message: its fields are shown instead. */
  isSummary?: boolean;
}

function structuredFields(json: string): Structured | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = flatFields(value as Record<string, unknown>);
  const wrapped = unwrapRecord(value as Record<string, unknown>);
  const inner = wrapped === undefined ? undefined : textFields(wrapped.text);
  const message = inner?.message ?? firstText(fields, messageNames) ?? nestedText(fields, messageNames);
  const level = wrapped?.level ?? firstText(fields, levelNames) ?? nestedText(fields, levelNames);
  const source = wrapped?.source ?? inner?.source ?? firstText(fields, sourceNames) ?? nestedText(fields, sourceNames);
  const thrown = thrownIn(fields);
  const detail = thrown?.what ?? firstText(fields, detailNames) ?? firstText(fields, attributeNames);
  const severity = (level === undefined ? undefined : severityOf(level)) ?? inner?.severity;
  for (const name of [...levelNames, ...timeNames]) fields.delete(name);
  // An `event` beside a `message` says something else.
  for (const name of messageNames) if (fields.get(name) === message || name !== 'event') fields.delete(name);
  for (const [name, field] of inner?.fields ?? []) if (fields.size < 40) fields.set(name, field);
  return {
    message: message ?? (recordSummary(fields) || json.slice(0, 300)),
    fields,
    severity,
    source,
    detail: detail === message ? undefined : detail,
    stack: thrown?.stack,
    ...(message === undefined ? { isSummary: true } : {}),
  };
}

function firstText(fields: Map<string, string | number>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== '') return String(value);
  }
  return undefined;
}

/** The same names one level down, in what a collector puts around a record: `jsonPayload.message`, `fields.message`. */
function nestedText(fields: Map<string, string | number>, names: readonly string[]): string | undefined {
  for (const [path, value] of fields) {
    const dot = path.indexOf('.');
    if (dot > 0 && names.includes(path.slice(dot + 1)) && value !== '') return String(value);
  }
  return undefined;
}
