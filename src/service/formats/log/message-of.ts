import { flatFields } from '../../lines/flat-fields.ts';
import { messageStart } from '../../lines/message-start.ts';
import { recordSummary } from '../../lines/record-summary.ts';
import { syslogRecord } from '../../lines/syslog-record.ts';

const messageKey = /"(?:message|msg|error|err|body|MESSAGE|textPayload|short_message)"\s*:\s*"((?:[^"\\]|\\.)*)"/;
const bareMessage = /\b(?:msg|message)="((?:[^"\\]|\\.)*)"/;
const stamp =
  /^[[(<"]?(?:\d{4}[-/]\d\d[-/]\d\d[T _:-]?\d\d[:.]\d\d[:.]\d\d[.,:\d]*(?:Z|\s?[+-]\d\d:?\d\d)?|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?: \d{4})?|[DIWEF]\d{4} \d\d:\d\d:\d\d\.\d+)\]?/;

/** What a line says, without who said it and when: for titles. One line, at most 200 characters. */
export function messageOf(line: string): string {
  const keyed = messageKey.exec(line) ?? bareMessage.exec(line);
  if (keyed) return tidy(keyed[1]!.replace(/\\n[\s\S]*/, '').replace(/\\"/g, '"'));
  const record = summaryOf(line);
  if (record !== undefined) return tidy(record);
  const said = syslogRecord(line)?.message ?? line;
  const head = stamp.exec(said)?.[0].length ?? 0;
  return tidy(said.slice(messageStart(said, head)));
}

/** Of a record without a message what its fields tell. */
function summaryOf(line: string): string | undefined {
  if (!line.startsWith('{') || !line.trimEnd().endsWith('}')) return undefined;
  try {
    return recordSummary(flatFields(JSON.parse(line) as Record<string, unknown>)) || undefined;
  } catch {
    return undefined;
  }
}

const tidy = (text: string): string =>
  text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, 200);
