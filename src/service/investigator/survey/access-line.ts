import type { LineFields } from './line-fields.ts';

const access =
  /^(\S{1,100}) \S{1,60} \S{1,100} \[[^\]]{10,40}\] "([A-Z]{3,10}) ([^ "]{1,4000})[^"]{0,20}" ([1-5]\d\d) (\d{1,15}|-)/;

/** A line of a web server's access log: who asked for what, and how it was answered. */
export function accessFields(line: string): LineFields | undefined {
  const match = access.exec(line);
  if (match === null) return undefined;
  const [, client = '', method = '', target = '', status = '', bytes = ''] = match;
  const path = target.split('?')[0]!.slice(0, 300);
  const fields = new Map<string, string | number>([
    ['client', client],
    ['method', method],
    ['path', path],
    ['status', Number(status)],
  ]);
  if (bytes !== '-') fields.set('response_bytes', Number(bytes));
  const severity = status >= '500' ? 'error' : status >= '400' ? 'warning' : 'info';
  return { message: `${method} ${path} answered ${status}`, severity, fields };
}
