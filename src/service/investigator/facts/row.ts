import { hideValues } from '#core/secrets/hide-value.ts';
import type { LineLayout } from '../../lines/layouts/line-layout.ts';
import { requestBegins } from './lines/access-line.ts';
import { fieldsOf } from './lines/fields-of.ts';

/** What a line states by name: JSON scalars, `key=value` pairs, the places of an access log and what is appended to it. */
export interface Row {
  text: string;
  /** Without time stamp, level and sender. */
  message: string;
  values: Map<string, string | number>;
  /** Of its document. */
  layout?: LineLayout;
}

const access =
  /(?:^|[\s:\]])([\w.:%-]{1,100}) \S{1,60} (\S{1,100}) \[[^\]]{10,40}\] "([A-Z]{3,10}) ([^ "]{1,4000})([^"]{0,20})" ([1-5]\d\d) (\d{1,15}|-)/;
const pair = /(?:^|[\s,;[({|])([A-Za-z_][\w.-]{0,48})=("(?:[^"\\]|\\.){0,400}"|[^\s,;)\]}|"]{1,200})/g;

export function readRow(text: string, layout?: LineLayout): Row {
  const told = layout?.fields(text);
  const found = told === undefined && text.includes(requestBegins) ? access.exec(text) : null;
  if (found !== null) return accessRow(text, found);
  const { message, fields, source } = told ?? fieldsOf(text);
  const values = new Map(fields);
  hideValues(values);
  // A field called like the sender says it more plainly.
  if (source !== undefined && ![...values.values()].includes(source)) values.set('source', source);
  return { text, message, values, ...(told === undefined ? {} : { layout: layout! }) };
}

function accessRow(text: string, match: RegExpExecArray): Row {
  const [whole, client = '', user = '', method = '', target = '', , status = '', bytes = ''] = match;
  const values = new Map<string, string | number>([
    ['client', client],
    ['method', method],
    ['path', target.split('?')[0]!.slice(0, 300)],
    ['status', Number(status)],
  ]);
  if (user !== '-') values.set('user', user);
  if (bytes !== '-') values.set('response_bytes', Number(bytes));
  const rest = text.slice(match.index + whole.length);
  const quoted = /^ "([^"]{0,600})" "([^"]{0,600})"/.exec(rest);
  if (quoted !== null) {
    if (quoted[1] !== '-' && quoted[1] !== '') values.set('referrer', quoted[1]!);
    if (quoted[2] !== '-' && quoted[2] !== '') values.set('user_agent', quoted[2]!);
  }
  for (const [name, value] of timesBehind(rest.slice(quoted?.[0].length ?? 0))) values.set(name, value);
  for (const [, name = '', raw = ''] of rest.slice(quoted?.[0].length ?? 0).matchAll(pair)) {
    if (values.size < 40 && !values.has(name)) values.set(name, scalarOf(raw));
  }
  hideValues(values);
  return { text, message: `${method} ${target} ${status}`, values };
}

const secondsBehind = /^ "?(\d{1,6}\.\d{3,6})"?(?: "?(\d{1,6}\.\d{3,6}|-)"?)?(?= |$)/;
const microsBehind = /^ "?(\d{3,12})"?\s*$/;

/** Without names behind the agent stand seconds with decimals, nginx's times, or whole microseconds, Apache's `%D`. */
function timesBehind(rest: string): [string, number][] {
  const seconds = secondsBehind.exec(rest);
  if (seconds !== null) {
    const upstream =
      seconds[2] === undefined || seconds[2] === '-' ? [] : [['upstream_response_time', Number(seconds[2])]];
    return [['request_time', Number(seconds[1])], ...(upstream as [string, number][])];
  }
  const micros = microsBehind.exec(rest);
  return micros === null ? [] : [['request_time_us', Number(micros[1])]];
}

function scalarOf(raw: string): string | number {
  const text = raw.startsWith('"') ? raw.slice(1, -1) : raw;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
