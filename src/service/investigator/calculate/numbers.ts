import { say, type Text } from '../answer/say.ts';
import { singular } from './columns.ts';
import { measuredIn, wordsMeant } from './name-words.ts';
import type { PassLine } from './pass.ts';
import { type Dimension, plainUnit, type Unit, unitNamed, unitOfFieldName, wordsOfName } from './quantity.ts';
import { quickField } from './quick-field.ts';
import type { Row } from './row.ts';

/** A number that many lines state, in the base of its dimension (ms, bytes, percent). */
export interface NumberColumn {
  /** The field, or in what words lines state it. */
  name: string;
  said: Text;
  unit: Unit;
  /** How many lines of the sample state it. */
  seen: number;
  read(line: PassLine): number | undefined;
}

const idNames =
  /^(?:id|uuid|pid|tid|port|seq|sequence|offset|epoch|line|lineno|timestamp|time|ts|t|date|span|trace|version|v|code|status|attempt|year|build|level|uid|gid|sport|dport|lat|lon|priority|facility|severity)$/;
/** Settings and ages, which are no measurement of what happened. */
const settings =
  /^(?:timeout|ttl|interval|threshold|limit|max|min|maximum|minimum|expire|expiry|deadline|backoff|retry|uptime|age|period|window|quota|capacity|target)$/;

/** The numbers that fields of these lines hold, most frequent first. */
export function numberFields(rows: readonly Row[]): NumberColumn[] {
  const found = new Map<string, { count: number; units: Map<string, Unit>; isFraction: boolean }>();
  const others = new Map<string, number>();
  for (const row of rows) {
    for (const [name, value] of row.values) {
      const quantity = quantityOf(value, name);
      if (quantity === undefined) {
        others.set(name, (others.get(name) ?? 0) + 1);
        continue;
      }
      const one = found.get(name) ?? { count: 0, units: new Map<string, Unit>(), isFraction: false };
      found.set(name, one);
      one.count++;
      if (quantity.unit !== undefined) one.units.set(quantity.unit.name, quantity.unit);
      if (!Number.isInteger(quantity.value)) one.isFraction = true;
    }
  }
  const columns: NumberColumn[] = [];
  for (const [name, { count, units, isFraction }] of found) {
    // Among ids of letters and digits some look like a number with a unit.
    if ((others.get(name) ?? 0) > count / 4) continue;
    const words = wordsOfName(name);
    const [stated] = units.values();
    const told = stated ?? unitOfFieldName(name) ?? conventional(name, isFraction);
    if (idNames.test(words.at(-1) ?? '') && told === undefined && measuredIn(name) === undefined) continue;
    const unit = told ?? plainUnit;
    columns.push({ name, said: say`${name}`, unit, seen: count, read: fieldReader(name, unit, rows) });
  }
  return columns.sort((a, b) => b.seen - a.seen || a.name.localeCompare(b.name));
}

/** nginx prints its times in seconds with three decimals, whatever the format calls them. */
function conventional(name: string, isFraction: boolean): Unit | undefined {
  if (
    /^(?:bytes|response_bytes|bytes_sent|(?:sc|cs|rcvd|sent|recv|in|out)[-_]?bytes?|bytes_received|resp_bytes|orig_bytes|body_bytes_sent|content_length|sent_bytes|received_bytes|file_?size)$/i.test(
      name,
    )
  )
    return unitNamed('bytes');
  // IIS counts them in milliseconds, others of the extended format in seconds.
  if (/^time[-_]taken$/i.test(name)) return unitNamed(isFraction ? 's' : 'ms');
  return isFraction &&
    /^(?:rt|urt|uct|uht|request_time|upstream_(?:response|connect|header)_time|upstream_rt)$/i.test(name)
    ? unitNamed('s')
    : undefined;
}

function fieldReader(name: string, unit: Unit, rows: readonly Row[]): NumberColumn['read'] {
  const quick = quickField(name, rows);
  return (line) => {
    const raw = quick === undefined ? line.row().values.get(name) : quick(line.text);
    if (raw === undefined) return undefined;
    const quantity = quantityOf(raw, name);
    return quantity === undefined ? undefined : quantity.value * (quantity.unit ?? unit).factor;
  };
}

const written = /^(-?\d{1,18}(?:\.\d{1,12})?)\s?(%|[A-Za-zµμ°/]{1,12})?$/;
/** Of measuring instruments; written like ids they are not. */
const physical =
  /^(?:[mk]?V|m?A|[mk]?W|[kM]?Wh|°?[CF]|[kMG]?Hz|rpm|m?bar|[kh]?Pa|psi|dBm?|ppm|lx|lux|mm|cm|km\/h|kmh|mph|l\/min|Nm|kg)$/;
/** Hours, minutes and seconds that passed; of a column with another name they are a time of day. */
const passed = /^(\d{1,3}):([0-5]\d):([0-5]\d)(?:[.,]\d{1,6})?$/;
const lasting = /dur|dauer|elapsed|length|down|still|stopp|lost|run_?time|wall|took/i;
const compound = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9}(?:\.\d{1,9})?)(s|ms|us|µs|ns))?$/;

/** "512MB", "1m2.5s", 43.2: a field that is nothing but a number. */
function quantityOf(value: string | number, name: string): { value: number; unit?: Unit } | undefined {
  if (typeof value === 'number') return { value };
  if (value.length > 30 || !/\d/.test(value)) return undefined;
  const clock = lasting.test(name) ? passed.exec(value) : null;
  if (clock !== null)
    return { value: (Number(clock[1]) * 60 + Number(clock[2])) * 60 + Number(clock[3]), unit: unitNamed('s')! };
  const plain = written.exec(value);
  if (plain !== null) {
    const unit =
      plain[2] === undefined
        ? undefined
        : (unitNamed(plain[2]) ?? (physical.test(plain[2]) ? { ...plainUnit, name: plain[2] } : undefined));
    if (plain[2] !== undefined && unit === undefined) return undefined;
    return { value: Number(plain[1]), ...(unit === undefined ? {} : { unit }) };
  }
  const parts = compound.exec(value);
  if (parts === null) return undefined;
  const [, hours = 0, minutes = 0, rest = 0, unit = 's'] = parts;
  return {
    value: Number(hours) * 3.6e6 + Number(minutes) * 6e4 + Number(rest) * unitNamed(String(unit))!.factor,
    unit: unitNamed('ms')!,
  };
}

const timeWords =
  /^(?:duration|dauer|downtime|elapsed|took|latency|rt|urt|runtime|millis|msec|ms|wall|rtt|lag|delay|taken)$/;

/** Names of what the asking end received or sent; of a web server's own lines `sc` is what went to the client. */
const flows = {
  received: /^(?:rcvd\w*|received|recv|rx|in|resp|sc|response|download\w*|down)$/,
  sent: /^(?:sent\w*|tx|out|orig|cs|upload\w*|up)$/,
};

/** "Temperatur" and "temperature", but not "load" and "loader". */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const more = long.length - short.length;
  // BCHARGE is a charge.
  return (
    (short.length >= 7 && more <= 2 && long.startsWith(short)) ||
    (short.length >= 5 && more <= 2 && long.endsWith(short))
  );
}

/**
 * "alt" of altitude; of two words the first letter of one at the edge of the other: "vbat" is a voltage of a battery,
 * "oilp" a pressure of oil.
 */
export function isShortFor(name: string, word: string, asked: readonly string[]): boolean {
  const isBeginning = (short: string, long: string) => short.length >= 3 && long.startsWith(short);
  if (isBeginning(name, word) && word.length > name.length + 1) return true;
  return [
    [name.charAt(0), name.slice(1)],
    [name.slice(-1), name.slice(0, -1)],
  ].some(
    ([letter, rest]) =>
      rest!.length >= 3 &&
      asked.some(
        (one) =>
          one.startsWith(letter!) &&
          asked.some((other) => other !== one && isBeginning(rest!, other) && (word === one || word === other)),
      ),
  );
}

/** How well a column fits the words for what is asked: 0 not at all. */
export function fitness(
  column: NumberColumn,
  asked: { dimension?: Dimension; flow?: 'sent' | 'received'; words: readonly string[] },
): number {
  const words = wordsOfName(column.name).map(singular);
  const meant = wordsMeant(column.name).map(singular);
  let score = 0;
  for (const word of asked.words) {
    if (meant.some((one) => isSameWord(one, singular(word)))) score += 20;
    else if (words.some((one) => isShortFor(one, singular(word), asked.words))) score += 15;
  }
  const isSetting = words.some((word) => settings.test(word));
  if (isSetting && score === 0) return 0;
  if (asked.dimension === 'time') {
    const isTime =
      column.unit.dimension === 'time' || (column.unit === plainUnit && words.some((word) => timeWords.test(word)));
    if (!isTime && score === 0) return 0;
    if (isTime) score += 5;
    if (words.some((word) => timeWords.test(word)) || words.join(' ').includes('time')) score += 3;
    if (words.includes('total')) score += 1;
    if (words.includes('upstream') || words.includes('connect') || words.includes('wait')) score -= 2;
  } else if (asked.dimension === 'size') {
    const isNamed =
      column.unit.dimension === 'plain' && words.some((word) => /^(?:size|byte|length|payload|volume)$/.test(word));
    if (column.unit.dimension !== 'size' && !isNamed && score === 0) return 0;
    if (column.unit.dimension === 'size') score += 5;
    if (asked.flow !== undefined && words.some((word) => flows[asked.flow!].test(word))) score += 4;
    if (words.length === 1 || words.includes('total') || words.includes('sc')) score += 1;
    if (isNamed) score += 3;
    if (words.some((word) => /heap|memory|mem|rss|disk|free/.test(word)) && asked.words.length === 0) score -= 4;
  }
  return score;
}
