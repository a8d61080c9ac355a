import { severityOf } from '../level-words.ts';
import type { LineFields } from '../line-fields.ts';

/** Names of columns in the spellings of their writers, in small letters with `_` between words. */
const roles = {
  time: /^(?:date|time|timestamp|datetime|date_(?:and_)?time|ts|start|end|beginn?|ende|horodatage|fecha_hora|datum|uhrzeit|zeit|zeitstempel|fecha|hora|heure|date_heure|receive_time|generated_time|eventtime|time_?created|log_?time)$/,
  level:
    /^(?:level|severity|lvl|log_?level|priority|niveau|gravité|severidad|stufe|ebene|schweregrad|entry_?type|type_of_event)$/,
  message:
    /^(?:message|msg|description|text|details?|info|information|event|meldung|nachricht|beschreibung|texte?|mensaje|comment|reason|log_?message|event_?(?:text|description)|alarm_?text)$/,
  subject:
    /^(?:variable|tag|tag_?name|signal|point|parameter|item|object|sensor|channel|messstelle|kanal|mesure|paramètre|alarm_?(?:name|code)?)$/,
  source:
    /^(?:source|service|component|module|logger|program|process|app|application|host|hostname|computer|device|quelle|unit|origin|provider_?name|station)$/,
  client: /^(?:c_ip|client|client_ip|remote_addr|src_?ip)$/,
  method: /^(?:cs_method|method|verb|http_method|request_method)$/,
  path: /^(?:cs_uri_stem|cs_uri|uri|url|path|request_path|request_uri|request)$/,
  status: /^(?:sc_status|status|status_code|http_status|elb_status_code|response_code|result_code)$/,
} as const;

type Role = keyof typeof roles;

/** Which column has which part in a line; what a record is about may take several: the object and its point. */
export interface Roles extends Partial<Record<Exclude<Role, 'subject'>, string>> {
  subjects: readonly string[];
}

/** "cs(User-Agent)" and "Date and Time" as words joined by `_`. */
export const plainName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\d%]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/g, '');

/** The first column of each part. */
export function rolesOf(names: readonly string[]): Roles {
  const found: Roles = { subjects: names.filter((one) => roles.subject.test(plainName(one))) };
  for (const role of Object.keys(roles) as Role[]) {
    if (role === 'subject') continue;
    // Beside a message, a reason or a comment is a field of its own.
    const plainest = role === 'message' ? names.find((one) => /^(?:message|msg)$/.test(plainName(one))) : undefined;
    const name = plainest ?? names.find((one) => roles[role].test(plainName(one)));
    if (name !== undefined) found[role] = name;
  }
  return found;
}

export const isTimeName = (name: string): boolean => roles.time.test(plainName(name));

/** One value a record, of whatever the record names: its columns tell no kinds apart. */
export const isSeries = (names: readonly string[]): boolean =>
  names.some((name) => seriesName.test(plainName(name))) && names.some((name) => seriesValue.test(plainName(name)));

/** A table of one value a line, and the column that says whose value it is. */
const seriesName =
  /^(?:tag|tag_?name|variable|parameter|point|signal|metric|sensor|channel|counter|item|kanal|messstelle|mesure|grandeur|objekt|object)$/;
const seriesValue = /^(?:value|wert|messwert|valeur|valor|valore|reading|measurement)$/;
const seriesUnit = /^(?:units?|einheit|unité|unidad)$/;

const mostFields = 60;
/** "Account Name: u0206 Logon Type: 3": what the text of a record of Windows names. */
const namedInText = /(?:^|[\s.])((?:[A-Z][A-Za-z-]+ ){0,3}[A-Z][A-Za-z-]+):\s+([^\s:"]{1,120})(?=\s|$|")/g;

/** What a record of named cells says. A cell of `-` or nothing is none. */
export function columnFields(names: readonly string[], cells: readonly string[], role: Roles): LineFields {
  const values = new Map<string, string | number>();
  names.forEach((name, at) => {
    const cell = cells[at];
    if (cell === undefined || cell === '' || cell === '-' || cell === '(empty)' || values.size >= mostFields) return;
    values.set(name, scalarOf(cell.slice(0, 2000)));
  });
  for (const cell of cells) if (pairedCell.test(cell)) setPairs(values, cell);
  const text = (name: string | undefined) => {
    const value = name === undefined ? undefined : values.get(name);
    return value === undefined ? undefined : String(value);
  };
  const [path, status] = [text(role.path), text(role.status)];
  if (path !== undefined && status !== undefined && /^[1-5]\d\d$/.test(status)) {
    return requestFields(values, role, path, Number(status));
  }
  const series = seriesOf(names, values);
  if (series !== undefined) values.set(series.name, series.value).delete(series.column);
  const said = text(role.message) ?? series?.said;
  const about = series === undefined ? role.subjects.map(text).filter((one) => one !== undefined) : [];
  const message = said === undefined ? unnamed(values, role) : [...about, said].join(' ');
  const level = text(role.level);
  const source = text(role.source);
  const severity = level === undefined || /^\d+$/.test(level) ? undefined : severityOf(level);
  for (const [name, value] of inText(message, values)) values.set(name, value);
  for (const name of [...values.keys()])
    if (roles.time.test(plainName(name)) || name === role.message) values.delete(name);
  return {
    message,
    fields: values,
    ...(severity === undefined ? {} : { severity }),
    ...(source === undefined || source === message ? {} : { source }),
  };
}

/** "battery=73 rssi=-43", "from=held, to=idle": a cell of several values with names of their own. */
const pairedCell = /^[A-Za-z_][\w.]{0,40}=[^\s=]{1,80}(?: [A-Za-z_][\w.]{0,40}=[^\s=]{1,80}){0,20}$/;

function setPairs(values: Map<string, string | number>, cell: string): void {
  for (const pair of cell.split(' ')) {
    const [name = '', value = ''] = pair.replace(/[,;]$/, '').split('=');
    if (!values.has(name) && values.size < mostFields) values.set(name, scalarOf(value));
  }
}

/** As the lines of other web servers are told: with the names that all of them have. */
function requestFields(values: Map<string, string | number>, role: Roles, target: string, status: number): LineFields {
  const method = role.method === undefined ? undefined : values.get(role.method);
  const client = role.client === undefined ? undefined : values.get(role.client);
  const path = target.replace(/\?.*$/s, '').slice(0, 300);
  const fields = new Map<string, string | number>();
  if (client !== undefined) fields.set('client', client);
  if (method !== undefined) fields.set('method', method);
  fields.set('path', path).set('status', status);
  const told = new Set([role.method, role.client, role.path, role.status]);
  for (const [name, value] of values) if (!told.has(name) && !roles.time.test(plainName(name))) fields.set(name, value);
  const isFile = /^(?:STOR|RETR|DELE|RNFR|RNTO|MKD|RMD|LIST|NLST|APPE|USER|PASS|CWD)$/i.test(String(method ?? ''));
  const severity = status >= 500 || (isFile && status >= 400) ? 'error' : status >= 400 ? 'warning' : 'info';
  return { message: `${method === undefined ? '' : `${method} `}${path} answered ${status}`, severity, fields };
}

/** "P102.MOT_TEMP;61.2;C": the value under the name of what it is a value of. */
function seriesOf(
  names: readonly string[],
  values: ReadonlyMap<string, string | number>,
): { name: string; value: string | number; column: string; said: string } | undefined {
  const columnOf = (pattern: RegExp) => names.find((name) => pattern.test(plainName(name)));
  const [whose, column] = [columnOf(seriesName), columnOf(seriesValue)];
  const name = whose === undefined ? undefined : values.get(whose);
  const value = column === undefined ? undefined : values.get(column);
  if (typeof name !== 'string' || name.length > 80 || value === undefined) return undefined;
  const unit = values.get(columnOf(seriesUnit) ?? '');
  const rest = [...values].filter(
    ([other, cell]) =>
      other !== whose && other !== column && !isTimeName(other) && cell !== unit && typeof cell === 'string',
  );
  const said = [name, value, unit ?? '', ...rest.map(([, cell]) => cell)].join(' ').replace(/ +/g, ' ').trim();
  return { name, value, column: column!, said };
}

/** Of a record without a column for its message: its cells, without times. */
function unnamed(values: ReadonlyMap<string, string | number>, role: Roles): string {
  return [...values]
    .filter(([name]) => !roles.time.test(plainName(name)) && name !== role.level)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
    .slice(0, 400);
}

function* inText(message: string, values: ReadonlyMap<string, string | number>): Iterable<[string, string]> {
  if (!message.includes(': ')) return;
  for (const [, name = '', value = ''] of message.slice(0, 2000).matchAll(namedInText)) {
    const plain = plainName(name);
    if (!values.has(plain) && values.size < mostFields) yield [plain, value.replace(/(?<![.,;])[.,;]+$/, '')];
  }
}

/** Numbers with a decimal comma too, which stand between semicolons. */
function scalarOf(cell: string): string | number {
  if (/^-?\d{1,15}(?:\.\d{1,12})?$/.test(cell)) return Number(cell);
  return /^-?\d{1,12},\d{1,9}$/.test(cell) ? Number(cell.replace(',', '.')) : cell;
}
