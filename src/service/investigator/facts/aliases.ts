import { wordsOfName } from './amount.ts';
import { measuredIn } from './measures.ts';
import type { Column } from './schema.ts';
import { stem } from './stem.ts';

interface Alias {
  /** By the column's name, its parts joined by `_`. */
  name?: RegExp;
  /** By most of its values. */
  value?: RegExp;
  unit?: 'time' | 'size' | 'share' | 'money';
  unitName?: RegExp;
  called: string;
}

const writerNames =
  /^(?:log_)?(?:source|service|svc|app|application|component|module|logger|process|program|unit|daemon|subsystem|container|pod|caller|syslog_identifier|_comm)(?:_name)?$/i;

/** A field of whole lines that says who writes them, and of nothing else. */
export const isOfWriters = ({ name, isPlace }: Pick<Column, 'name' | 'isPlace'>): boolean =>
  isPlace !== true &&
  (writerNames.test(name.replace(/[.-]/g, '_')) || /^(?:_?host(?:name)?|thread|_?pid)$/i.test(name));

const writersCalled =
  'service component process program module logger unit app application source subsystem daemon tag';

/** How people call a column whose name says it otherwise. */
const aliases: readonly Alias[] = [
  { name: /(?:^|_)(?:why|cause|reason)$/i, called: 'reason cause' },
  { name: writerNames, called: writersCalled },
  { name: writerNames, value: /^[\w-]+$/, called: 'agent runner worker robot machine device station terminal' },
  { name: writerNames, value: /^[a-z][a-z-]*\d{1,3}$/i, called: 'host server machine node' },
  { name: /^thread(?:_name)?$/i, called: 'thread worker' },
  {
    name: /^(?:host|hostname|node|server|machine|instance)(?:_name)?$/i,
    called: 'host hostname server machine node box',
  },
  { value: /^(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?$/, called: 'ip address client peer remote visitor host' },
  { name: /(?:^|_)(?:path|url|uri|endpoint|route)$/i, called: 'path url uri endpoint page route resource request' },
  {
    name: /(?:^|_)(?:status|status_?code|sc_status|http_status|response_?code)$/i,
    value: /^[1-5]\d\d$/,
    called: 'status code http response',
  },
  {
    name: /(?:^|_)(?:user|username|user_?id|account|login|usr|uid|by|actor|author|operator|player|customer|member|employee|driver|owner|visitor|guest|tenant|student|(?:changed|set|done|requested|updated)_by)$/i,
    called: 'user username account person who whom',
  },
  { name: /^(?:dpt|dport|dst_?port|dest(?:ination)?_?port)$/i, called: 'dst dest destination target port' },
  { name: /^(?:spt|sport|src_?port|source_?port)$/i, called: 'src source port' },
  { name: /^(?:from|start|origin|pickup)_[a-z]+$/i, called: 'start origin from departure' },
  { name: /^(?:to|end|dest\w*|dropoff)_[a-z]+$/i, called: 'end destination to arrival' },
  { name: /(?:^|_)(?:method|verb)$/i, called: 'method verb' },
  {
    name: /(?:^|_)(?:dur|duration|latency|elapsed|took|rt|response_?time|request_?time|time_taken|ms|millis)(?:_?(?:ms|s|us|sec|seconds))?$/i,
    called: 'duration latency time took elapsed response request processing long slow fast runtime',
  },
  { name: /(?:^|_)(?:delay|wait|waited|queued)(?:_?(?:ms|s))?$/i, called: 'delay wait duration took long slow' },
  { unit: 'time', called: 'duration length latency took time response long slow fast runtime' },
  {
    name: /(?:^|_)(?:bytes|size|len|length|response_bytes|sent|body_bytes)$/i,
    called: 'byte size traffic data bytes transfer volume large big',
  },
  { name: /^response_bytes$/i, called: 'body sent' },
  { unit: 'money', called: 'money euro dollar amount worth revenue eur usd gbp' },
  { unit: 'size', called: 'size byte large big memory data' },
  { unit: 'share', called: 'level percentage usage utilization utilisation' },
  { name: /_per_|(?:^|_)(?:[kmgt]?b_s|[kmgt]?bps|[rq]ps)$/i, called: 'rate throughput speed' },
  { unitName: /\/(?:s|sec|min|h)$/i, called: 'rate throughput speed' },
  { name: /_(?:eur|usd|gbp|chf)$/i, called: 'money euro dollar amount price cost eur usd' },
  { name: /^energy/i, called: 'energy consumption electricity' },
  { name: /^(?:rssi|rsrp|signal_?(?:level|strength|dbm)?)$/i, called: 'signal strength reception rssi' },
  { name: /^(?:to|rcpt|recipient)$/i, value: /@/, called: 'recipient addressee receiver address' },
  { name: /^(?:from|sender)$/i, value: /@/, called: 'sender' },
  { value: /^(?=.*[a-z])(?:[\w-]+\.)+[a-z]{2,}$/, called: 'domain host site' },
  { name: /(?:^|_)(?:logger|class)$/i, called: 'class logger' },
  { value: /^(?:[A-Za-z]\w*\.)+[A-Z]\w*$/, called: 'class logger' },
  { name: /(?:^|_)(?:mem|memory|heap|(?:max)?_?rss(?!i))/i, called: 'memory ram heap usage' },
  // Of `vmstat` and `free`.
  { name: /^(?:free|swpd|buff(?:ers)?|cached?|buff_cache)$/i, called: 'memory' },
  { name: /(?:^|_)(?:soc|b_?charge|[uvit]?_?batt?)(?:_|$)/i, called: 'battery charge' },
  { name: /(?:^|_)[uv]_?(?:batt?|in|out|cc|dd|bus)$/i, called: 'voltage' },
  { name: /(?:^|_)cpu/i, called: 'cpu load usage' },
  { name: /(?:^|_)temp|^(?:celsius|fahrenheit)$/i, called: 'temperature hot cold warm' },
  { name: /(?:^|_)(?:user_agent|agent)$/i, called: 'agent browser' },
];

/** A column without a heading that names one of few on each line is who writes it. */
const unnamed = /^column_?\d+$/i;
const writer = /^[a-z][\w.-]{1,40}$/i;

export function aliasesOf(column: Column): string[] {
  const found: string[] = [];
  if (
    unnamed.test(column.name) &&
    !column.isNumber &&
    column.values.size <= 60 &&
    [...column.values.keys()].every((value) => writer.test(value))
  )
    found.push(...`${writersCalled} host node`.split(' ').map(stem));
  const name = column.name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[.-]/g, '_');
  const values = [...column.values.values()].slice(0, 50).map(({ shown }) => shown);
  if (!column.isNumber) found.push(...sharedPrefixes(values).map(stem));
  for (const { name: byName, value, unit, unitName, called } of aliases) {
    const isNamed = byName?.test(name) ?? byName === undefined;
    const isValued =
      value === undefined || (values.length > 0 && values.filter((one) => value.test(one)).length > values.length / 2);
    const isMeasured =
      (unit === undefined || (column.unit.dimension === unit && column.isNumber)) &&
      (unitName === undefined || unitName.test(column.unit.name));
    if (isNamed && isValued && isMeasured) found.push(...called.split(' ').map(stem));
  }
  return column.isNumber ? [...found, ...measuredIn(unitOf(column)).map(stem)] : found;
}

/** As lines state it, or as the name ends with it: `filter_dp_pa`; a letter alone may stand for anything but volts. */
function unitOf({ name, unit }: Column): string {
  const last = wordsOfName(name).at(-1) ?? '';
  return unit.name === '' && /^(?:v|[a-z]{2,})$/.test(last) && last !== name ? last : unit.name;
}

/** The `agent` of `agent-amber` and `agent-jade`, the `belt` of `belt-A`, `belt-B` and the `scanner` beside them. */
function sharedPrefixes(values: readonly string[]): string[] {
  const prefixOf = (value: string) => /^([a-z]{3,20})[-_#:.]?(?=\d|(?<=[-_#:.])\w)/i.exec(value)?.[1];
  const kinds = Map.groupBy(values.length < 50 ? values : [], (value) => prefixOf(value) ?? '');
  return [...kinds].flatMap(([prefix, own]) => {
    // The source `importer.crm` is no import.
    const isDoer = /[eo]rs?$/i.test(prefix) && own.every((one) => one[prefix.length] === '.');
    return prefix !== '' && own.length > 1 && own.length * 3 >= values.length && !isDoer ? [prefix] : [];
  });
}
