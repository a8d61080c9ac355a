import type { LineFields } from '../../../lines/line-fields.ts';

type Fields = LineFields['fields'];

/** Between the time and the request of an access log: lines without it need no closer look. */
const requestBegins = '] "';

const access =
  /(?:^|[\s:\]])([\w.:%-]{1,100}) \S{1,60} (\S{1,100}) \[[^\]]{10,40}\] "([A-Z]{3,10}) ([^ "]{1,4000})[^"]{0,20}" ([1-5]\d\d) (\d{1,15}|-)/;

/** W3C extended, as IIS writes it: server, method, path, query, port, user, client, agent, referer, status, substatus, code. */
const extended =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:\S{1,60} )?([A-Z]{3,10}) (\/\S{0,4000}) \S{1,4000} \d{1,5} \S{1,100} ([\d.:a-fA-F]{3,45}) .{0,2000}? ([1-5]\d\d) \d{1,4} \d{1,12}(?: |$)/;

/** The Common Log Format around what is no request: who writes stands in the user's place. */
const inCommonLog = /^([\w.:-]{1,100}) \S{1,60} (\S{1,100}) \[\d[^\]]{9,39}\] "([^"]{1,4000})"$/;

/** A line of a web server's access log: who asked for what, how it was answered, and what stands behind. */
export function accessFields(line: string): LineFields | undefined {
  const common = line.includes(requestBegins) ? access.exec(line) : null;
  if (common !== null) {
    const [whole, client = '', user = '', method = '', target = '', status = '', bytes = ''] = common;
    const { fields, ...told } = fieldsOfRequest(client, method, target, status);
    if (user !== '-') fields.set('user', user);
    if (bytes !== '-') fields.set('response_bytes', Number(bytes));
    addBehind(fields, line.slice(common.index + whole.length));
    return { ...told, fields };
  }
  const sentence = line.endsWith('"') && line.includes(requestBegins) ? inCommonLog.exec(line) : null;
  if (sentence !== null) {
    const [, host = '', source = '', message = ''] = sentence;
    return { message, ...(source === '-' ? {} : { source }), fields: new Map([['host', host]]) };
  }
  const other = line.charCodeAt(4) === 45 ? extended.exec(line) : null;
  if (other === null) return undefined;
  const [, method = '', target = '', client = '', status = ''] = other;
  return fieldsOfRequest(client, method, target, status);
}

function fieldsOfRequest(client: string, method: string, target: string, status: string): LineFields {
  const path = target.split('?')[0]!.slice(0, 300);
  const fields: Fields = new Map<string, string | number>([
    ['client', client],
    ['method', method],
    ['path', path],
    ['status', Number(status)],
  ]);
  const severity = status >= '500' ? 'error' : status >= '400' ? 'warning' : 'info';
  return { message: `${method} ${path} answered ${status}`, severity, fields };
}

const quoted = /^ "([^"]{0,600})" "([^"]{0,600})"/;
const pair = /(?:^|[\s,;[({|])([A-Za-z_][\w.-]{0,48})=("(?:[^"\\]|\\.){0,400}"|[^\s,;)\]}|"]{1,200})/g;
const mostFields = 40;

/** Referrer and client, times, and pairs. */
function addBehind(fields: Fields, behind: string): void {
  const [whole = '', referrer = '-', agent = '-'] = quoted.exec(behind) ?? [];
  if (referrer !== '-' && referrer !== '') fields.set('referrer', referrer);
  if (agent !== '-' && agent !== '') fields.set('user_agent', agent);
  const rest = behind.slice(whole.length);
  for (const [name, value] of [...timesIn(rest), ...ingressIn(rest)]) fields.set(name, value);
  for (const [, name = '', raw = ''] of rest.matchAll(pair)) {
    const value = raw.startsWith('"') ? raw.slice(1, -1) : raw;
    if (fields.size < mostFields && !fields.has(name))
      fields.set(name, /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value);
  }
}

/** A request that was tried again has several, with a comma between them. */
const tries = String.raw`\S{1,60}(?:, \S{1,60}){0,9}`;
const ingress = new RegExp(
  String.raw`^ (?<request_length>\d{1,12}) (?<request_time>\d{1,6}\.\d{3}) \[(?<upstream>[^\]]{0,200})\] \[[^\]]{0,200}\] (?<upstream_addr>${tries}) (?<upstream_response_length>${tries}) (?<upstream_response_time>${tries}) (?<upstream_status>${tries}) (?<request_id>[\da-f]{8,64})`,
);

/** Behind the agent of ingress-nginx, by its documented format `upstreaminfo`. */
function ingressIn(rest: string): [string, string | number][] {
  return Object.entries(ingress.exec(rest)?.groups ?? {}).flatMap(([name, value]): [string, string | number][] =>
    value === '' || value === '-' ? [] : [[name, /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value]],
  );
}

const seconds = /^ "?(\d{1,6}\.\d{3,6})"?(?: "?(\d{1,6}\.\d{3,6}|-)"?)?(?= |$)/;
const micros = /^ "?(\d{3,12})"?\s*$/;

/** Without names behind the agent stand seconds with decimals, nginx's times, or whole microseconds, Apache's `%D`. */
function timesIn(rest: string): [string, number][] {
  const [, whole, upstream = '-'] = seconds.exec(rest) ?? [];
  const times: [string, number][] = upstream === '-' ? [] : [['upstream_response_time', Number(upstream)]];
  if (whole !== undefined) return [['request_time', Number(whole)], ...times];
  const [, told] = micros.exec(rest) ?? [];
  return told === undefined ? [] : [['request_time_us', Number(told)]];
}
