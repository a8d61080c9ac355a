import type { LineFields } from '../../../lines/line-fields.ts';

/** Between the time and the request of an access log: lines without it need no closer look. */
export const requestBegins = '] "';

const access =
  /^(\S{1,100}) \S{1,60} \S{1,100} \[[^\]]{10,40}\] "([A-Z]{3,10}) ([^ "]{1,4000})[^"]{0,20}" ([1-5]\d\d) (\d{1,15}|-)/;

/** W3C extended, as IIS writes it: server, method, path, query, port, user, client, agent, referer, status, substatus, code. */
const extended =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:\S{1,60} )?([A-Z]{3,10}) (\/\S{0,4000}) \S{1,4000} \d{1,5} \S{1,100} ([\d.:a-fA-F]{3,45}) .{0,2000}? ([1-5]\d\d) \d{1,4} \d{1,12}(?: |$)/;

/** A line of a web server's access log: who asked for what, and how it was answered. */
export function accessFields(line: string): LineFields | undefined {
  const common = line.includes(requestBegins) ? access.exec(line) : null;
  if (common !== null) {
    const [, client = '', method = '', target = '', status = '', bytes = ''] = common;
    return fieldsOfRequest(client, method, target, status, bytes === '-' ? undefined : Number(bytes));
  }
  const other = line.charCodeAt(4) === 45 ? extended.exec(line) : null;
  if (other === null) return undefined;
  const [, method = '', target = '', client = '', status = ''] = other;
  return fieldsOfRequest(client, method, target, status, undefined);
}

function fieldsOfRequest(
  client: string,
  method: string,
  target: string,
  status: string,
  bytes: number | undefined,
): LineFields {
  const path = target.split('?')[0]!.slice(0, 300);
  const fields = new Map<string, string | number>([
    ['client', client],
    ['method', method],
    ['path', path],
    ['status', Number(status)],
  ]);
  if (bytes !== undefined) fields.set('response_bytes', bytes);
  const severity = status >= '500' ? 'error' : status >= '400' ? 'warning' : 'info';
  return { message: `${method} ${path} answered ${status}`, severity, fields };
}
