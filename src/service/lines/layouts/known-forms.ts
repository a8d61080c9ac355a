import type { LineFields } from '../line-fields.ts';
import { columnFields, type Roles, rolesOf } from './column-fields.ts';
import type { LineLayout } from './line-layout.ts';
import { layoutWith } from './named-columns.ts';
import { splitCells } from './split-cells.ts';

/** A form that a program writes without naming its columns. */
interface KnownForm {
  pattern: RegExp;
  /** Of the pattern's groups; a name of nothing is left out. */
  names: readonly string[];
  /** What one field of the line tells besides. */
  more?: (fields: Map<string, string | number>) => void;
}

const ipPort = String.raw`((?:\d{1,3}\.){3}\d{1,3}|[\da-fA-F:]{2,45}):(\d{1,5})`;

const forms: readonly KnownForm[] = [
  // Squid's own: time, elapsed, client, result/status, bytes, method, URL, user, hierarchy, type.
  {
    pattern:
      /^(?:.{0,60}? )?\d{10}\.\d{3} +(\d+) (\S+) ([A-Z_]+)\/(\d{3}) (\d+) ([A-Z_]+) (\S+) (\S+) ([A-Z_]+\/\S+|-) (\S+)/,
    names: ['elapsed_ms', 'client', 'result', 'status', 'bytes', 'method', 'url', 'user', 'hierarchy', 'content_type'],
    more: withSite,
  },
  // HAProxy over HTTP.
  {
    pattern: new RegExp(
      String.raw`${ipPort} \[[^\]]{10,40}\] (\S+) ([^\s/]+)/(\S+) (-?\d+)/(-?\d+)/(-?\d+)/(-?\d+)/\+?(-?\d+) (-?\d+) \+?(\d+) \S+ \S+ (\S{4}) (\d+)/\d+/\d+/(\d+)/\+?(\d+) (\d+)/(\d+) (?:\{[^}]*\} )*"([A-Z]+) (\S+)`,
    ),
    names: [
      'client',
      '',
      'frontend',
      'backend',
      'server',
      'client_wait_ms',
      'queue_wait_ms',
      'connect_ms',
      'response_ms',
      'total_time_ms',
      'status',
      'bytes',
      'termination',
      'connections',
      'server_connections',
      'retries',
      'server_queue',
      'backend_queue',
      'method',
      'path',
    ],
  },
  // HAProxy over TCP.
  {
    pattern: new RegExp(
      String.raw`${ipPort} \[[^\]]{10,40}\] (\S+) ([^\s/]+)/(\S+) (-?\d+)/(-?\d+)/\+?(-?\d+) \+?(\d+) (\S\S) (\d+)/`,
    ),
    names: [
      'client',
      '',
      'frontend',
      'backend',
      'server',
      'queue_wait_ms',
      'connect_ms',
      'total_time_ms',
      'bytes',
      'termination',
      'connections',
    ],
  },
  // AWS load balancers, application and classic.
  {
    pattern: new RegExp(
      String.raw`^(?:(https?|h2|grpcs?|wss?) )?\d{4}-\d\d-\d\dT\S+ (\S+) ${ipPort} (\S+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (\d{3}|-) (\d{3}|-) (\d+) (\d+) "(\S+) (\S+) [^"]*" "([^"]*)"`,
    ),
    names: [
      'type',
      'elb',
      'client',
      'client_port',
      'target',
      'request_processing_time_seconds',
      'target_processing_time_seconds',
      'response_processing_time_seconds',
      'status',
      'target_status_code',
      'received_bytes',
      'sent_bytes',
      'method',
      'url',
      'user_agent',
    ],
    more: withPath,
  },
  // AWS flow logs of version 2.
  {
    pattern:
      /^\d (\d{12}|unknown) (eni-\S+) (\S+) (\S+) (\d+|-) (\d+|-) (\d+|-) (\d+|-) (\d+|-) \d{10} \d{10} (\S+) (\S+)/,
    names: [
      'account_id',
      'interface_id',
      'srcaddr',
      'dstaddr',
      'srcport',
      'dstport',
      'protocol',
      'packets',
      'bytes',
      'action',
      'log_status',
    ],
  },
];

/** The address of a request without its path, and its path alone. */
function withSite(fields: Map<string, string | number>): void {
  const url = String(fields.get('url') ?? fields.get('path') ?? '');
  const site = /^(?:[a-z]+:\/\/)?([^/:?\s]+)/i.exec(url)?.[1];
  if (site !== undefined) fields.set('site', site);
}

function withPath(fields: Map<string, string | number>): void {
  const times = ['request', 'target', 'response'].map((part) => Number(fields.get(`${part}_processing_time_seconds`)));
  if (times.every((time) => time >= 0))
    fields.set('total_time_seconds', Number(times.reduce((sum, time) => sum + time, 0).toFixed(6)));
  const path = /^[a-z]+:\/\/[^/\s]+(\/[^?\s]*)/i.exec(String(fields.get('url') ?? fields.get('path') ?? ''))?.[1];
  if (path !== undefined) fields.set('path', path);
}

const panTraffic =
  'future_use,receive_time,serial,type,subtype,config_version,generated_time,src,dst,natsrc,natdst,rule,srcuser,dstuser,app,vsys,from_zone,to_zone,inbound_if,outbound_if,log_action,time_logged,session_id,repeat_count,srcport,dstport,nat_srcport,nat_dstport,flags,proto,action,bytes,bytes_sent,bytes_received,packets,start,elapsed_seconds,category'.split(
    ',',
  );

export function knownForm(lines: readonly string[]): LineLayout | undefined {
  const fits = (read: (line: string) => unknown) =>
    lines.filter((line) => read(line) !== undefined).length >= lines.length * 0.6;
  for (const form of forms) {
    const role = rolesOf(form.names);
    const fields = (line: string) => formFields(form, role, line);
    if (fits(fields)) return { fields };
  }
  if (fits(paloAlto)) return { fields: paloAlto };
  return fits(commonEvent) ? { fields: commonEvent } : undefined;
}

function formFields(form: KnownForm, role: Roles, line: string): LineFields | undefined {
  const match = form.pattern.exec(line.slice(0, 8000));
  if (match === null) return undefined;
  const names: string[] = [];
  const cells: string[] = [];
  form.names.forEach((name, at) => {
    const cell = match[at + 1];
    if (name === '' || cell === undefined) return;
    names.push(name);
    cells.push(cell);
  });
  const found = columnFields(names, cells, role);
  form.more?.(found.fields);
  return found;
}

/** Traffic logs of Palo Alto firewalls, alone or behind a head of syslog. */
function paloAlto(line: string): LineFields | undefined {
  const at = line.search(/\d,\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d,\w*,TRAFFIC,/);
  return at < 0 || at > 120
    ? undefined
    : panLayout.fields(splitCells(line.slice(at), ',').slice(0, panTraffic.length).join(','));
}

const panLayout = layoutWith(panTraffic, ',', () => false);

const cefHead = /(?:CEF|LEEF):\s?[\d.]{1,4}\|([^|]*)\|([^|]*)\|[^|]*\|([^|]*)\|/;
const extension = /(?:^|[\s\t|^])([A-Za-z][\w.-]{0,40})=((?:(?![\s\t^][A-Za-z][\w.-]{0,40}=)[^\r\n\t^]){0,600})/g;

/** CEF and LEEF: a head between bars, then keys whose values may hold blanks. */
function commonEvent(line: string): LineFields | undefined {
  const head = cefHead.exec(line.slice(0, 1000));
  if (head === null) return undefined;
  let rest = line.slice(head.index + head[0].length);
  const fields = new Map<string, string | number>([['product', head[2]!]]);
  let message = head[3]!;
  if (head[0].startsWith('CEF')) {
    const [name = '', severity = ''] = rest.split('|', 2);
    message = name;
    if (/^\d+$/.test(severity)) fields.set('event_severity', Number(severity));
    rest = rest.split('|').slice(2).join('|');
  }
  for (const [, name = '', value = ''] of rest.slice(0, 8000).matchAll(extension)) {
    if (fields.size >= 50) break;
    const told = value.trim();
    if (told !== '') fields.set(name, /^-?\d{1,15}(?:\.\d+)?$/.test(told) ? Number(told) : told);
  }
  const msg = fields.get('msg');
  // The name says what kind of event it is, and the message more of this one.
  if (typeof msg === 'string' && msg !== message) message = `${message}; ${msg}`;
  return { message, fields, source: head[2]! };
}
