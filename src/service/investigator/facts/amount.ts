import { number } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';

/** What a number measures; values of one dimension can be compared whatever unit each line prints. */
export type Dimension = 'time' | 'size' | 'share' | 'money' | 'plain';

export interface Unit {
  /** As printed; empty where the lines name none. */
  name: string;
  dimension: Dimension;
  /** One of it in the base of its dimension: milliseconds, bytes, percent. */
  factor: number;
}

export const plainUnit: Unit = { name: '', dimension: 'plain', factor: 1 };
export const percentUnit: Unit = { name: '%', dimension: 'share', factor: 1 };
/** In which durations between lines are told. */
export const msUnit: Unit = { name: 'ms', dimension: 'time', factor: 1 };

/** Codes of ISO 4217 that logs of payments and orders print; amounts of two of them are never added up. */
const currencies =
  'eur usd gbp chf jpy cny inr sek nok dkk pln czk huf ron aud cad nzd brl mxn zar try krw sgd hkd'.split(' ');
export const second = 1000;
const [minute, hour] = [60 * second, 3600 * second];
const factorsBy = (...rows: [factor: number, names: string][]): ReadonlyMap<string, number> =>
  new Map(rows.flatMap(([factor, names]) => names.split(' ').map((name) => [name, factor] as const)));
const tables: readonly (readonly [Dimension, ReadonlyMap<string, number>])[] = [
  [
    'time',
    factorsBy(
      [1e-6, 'ns'],
      [1e-3, 'us µs μs'],
      [1, 'ms msec msecs millis millisecond milliseconds'],
      [second, 's sec secs second seconds'],
      [minute, 'm min mins minute minutes'],
      [hour, 'h hr hrs hour hours'],
    ),
  ],
  [
    'size',
    factorsBy(
      [1, 'b byte bytes'],
      ...['k', 'm', 'g', 't'].flatMap((name, at): [number, string][] => [
        [1000 ** (at + 1), `${name}b`],
        [1024 ** (at + 1), `${name}ib ${name}i`],
      ]),
    ),
  ],
  ['share', factorsBy([1, '% percent pct percentage'])],
  ['money', factorsBy([1, currencies.join(' ')])],
];

/** Of a unit as a line or a field's name writes it: `ms`, `MB`, `seconds`. */
export function unitNamed(text: string): Unit | undefined {
  // "35G" is a size, "5m" a time.
  const name = /^[KMGT]$/.test(text) ? `${text}B`.toLowerCase() : text.toLowerCase();
  for (const [dimension, factors] of tables) {
    const factor = factors.get(name);
    if (factor !== undefined) return { name: shortName(dimension, text, factor), dimension, factor };
  }
  return undefined;
}

function shortName(dimension: Dimension, text: string, factor: number): string {
  if (dimension === 'time')
    return { 1e-6: 'ns', 1e-3: 'µs', 1: 'ms', 1e3: 's', 6e4: 'min', 3.6e6: 'h' }[String(factor)] ?? text;
  if (dimension === 'share') return '%';
  if (dimension === 'money') return text.toUpperCase();
  return factor === 1
    ? 'bytes'
    : text
        // The prefix of 1000 is a small letter, that of 1024 is not.
        .replace(/^k(i?)/i, (_, ofTwo) => (ofTwo === '' ? 'k' : 'Ki'))
        .replace(/^[mgt]/i, (first) => first.toUpperCase())
        .replace(/b$/, 'B');
}

const metres: Unit = { name: 'm', dimension: 'plain', factor: 1 };
const ofLength =
  /(?:^|[\s._-])(?:acc|accuracy|alt|altitude|elev|elevation|depth|height|dist|distance|range|radius|length|width|odo|odometer|pos|position|z)$|(?:^|[\s._-])(?:driven|ridden|travell?ed|walked|flown|moved|covered)$/i;

/** "acc=23.2m", "depth 14 m": metres, where the name is one of lengths. */
export const metresOf = (name: string, unit: Unit | undefined): Unit | undefined =>
  unit?.name === 'min' && ofLength.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')) ? metres : undefined;

/** Without the currency that is a word of English. */
export const currencyWords = currencies.filter((code) => code !== 'try').join('|');

/** Units of which each is a dimension of its own: no two are added up or compared. */
export const plainUnitWords =
  'v|mv|a|ma|mah|w|kw|wh|kwh|mwh|hz|khz|mhz|ghz|rpm|bar|mbar|psi|kpa|hpa|kg|g|mg|mm|cm|km|ml|l|m3|l/min|l/h|m3/h|mg/l|km/h|m/s|dbm?|ppm';
const plainUnits = new RegExp(`^(?:${plainUnitWords})$`);

/** The unit a field's name tells: `duration_ms`, `elapsedMs`, `heap_mb`, `responseTimeSeconds`. */
export function unitOfFieldName(name: string): Unit | undefined {
  const words = wordsOfName(name);
  // `wal_mb_s` and `mb_per_s`: so much in a second.
  const [last = '', before = '', counted = ''] = words.toReversed();
  if (before === 'per' && /^(?:s|sec|second|min|minute|h|hour)$/.test(last))
    return {
      name: `${unitNamed(counted)?.name ?? counted}/${last[0] === 'm' ? 'min' : last[0]}`,
      dimension: 'plain',
      factor: 1,
    };
  if (last === 's' && /^(?:[kmgt]i?b|[kmgt]?bits?|bytes|req|msgs?|rows|ops|events)$/.test(before))
    return { name: `${unitNamed(before)?.name ?? before}/s`, dimension: 'plain', factor: 1 };
  if (/^[mbhvawg]$/.test(last)) return undefined;
  // W3C's extended format counts it in milliseconds.
  if (/^time-taken$/i.test(name)) return unitNamed('ms');
  if (last === 'micros' || last === 'microseconds') return unitNamed('us');
  if (last === 'nanos' || last === 'nanoseconds') return unitNamed('ns');
  return unitNamed(last) ?? (plainUnits.test(last) ? { name: last, dimension: 'plain', factor: 1 } : undefined);
}

/** `http.responseTime_ms` as words: http, response, time, ms. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d%]+/)
    .filter((word) => word !== '');
}

/** A number in the base of its dimension, printed as people read it; a time keeps milliseconds up to ten seconds. */
export function amountOf(value: number, unit: Unit): string {
  switch (unit.dimension) {
    case 'time':
      return timeOf(value, unit);
    case 'size':
      return sizeOf(value);
    case 'share':
      return `${rounded(value)} %`;
    case 'money':
      return `${number(Number(value.toFixed(2)))} ${unit.name}`;
    default:
      return unit.name === '' ? rounded(value) : `${rounded(value)} ${unit.name}`;
  }
}

function timeOf(ms: number, unit: Unit): string {
  const size = Math.abs(ms);
  const isSeconds = unit.factor >= second;
  if (size >= 120 * second) return durationWords(ms);
  if (size >= 10 * second || (isSeconds && size >= second)) return `${rounded(ms / second)} s`;
  if (size === 0) return `0 ${isSeconds ? 's' : unit.name === '' ? 'ms' : unit.name}`;
  if (size < 0.001) return `${rounded(ms * 1e6)} ns`;
  return size < 1 ? `${rounded(ms * 1e3)} µs` : `${rounded(ms)} ms`;
}

function sizeOf(bytes: number): string {
  const steps: [number, string][] = [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e5, 'kB'],
  ];
  for (const [size, name] of steps) {
    if (Math.abs(bytes) >= size) return `${rounded(bytes / (name === 'kB' ? 1e3 : size))} ${name}`;
  }
  return `${rounded(bytes)} bytes`;
}

/** Three telling digits, or the whole where it is longer. */
export function rounded(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 1000) return number(Math.round(value));
  if (size >= 100) return number(Number(value.toFixed(1)));
  return size >= 0.01 ? number(Number(value.toFixed(2))) : String(Number(value.toPrecision(2)));
}

/** "15.1 %": a tenth where it tells something. */
export function shareOf(part: number, whole: number): string {
  if (whole === 0) return '0 %';
  const value = (100 * part) / whole;
  if (part === 0 || part === whole) return `${value} %`;
  const digits = value >= 99.95 ? 3 : value >= 1 ? 1 : value >= 0.1 ? 2 : 3;
  return `${Number(value.toFixed(digits))} %`;
}
