import { otherSpellings } from './abbreviations.ts';
import { wordsOfName } from './quantity.ts';

/** What a unit at the end of a name measures. */
const measuredBy: readonly (readonly [RegExp, string])[] = [
  [/^[kmg]?wh$/, 'energy'],
  [/^(?:grams?|kg|kilos?|lbs?|tons?)$/, 'weight'],
  [/^(?:k?pa|m?bar|psi|hpa|mmhg|inhg)$/, 'pressure'],
  [/^(?:c|f|k|degc|degf|celsius|fahrenheit)$/, 'temperature'],
  [/^(?:rpm|kmh|mph|kph)$/, 'speed'],
  [/^[mk]?v$/, 'voltage'],
  [/^(?:[mu]?a|amps?)$/, 'current'],
  [/^[mk]?w$/, 'power'],
  [/^[kmg]?hz$/, 'frequency'],
  [/^nm$/, 'torque'],
  [/^dbm?$/, 'level'],
];

/** Short forms that only names of fields have. */
const shortened: Readonly<Record<string, string>> = {
  alt: 'altitude',
  vbat: 'battery voltage',
  ibat: 'battery current',
  dp: 'pressure',
  pres: 'pressure',
  press: 'pressure',
  spd: 'speed',
  hum: 'humidity',
  rh: 'humidity',
  cur: 'current',
  curr: 'current',
  freq: 'frequency',
  lvl: 'level',
  batt: 'battery',
  bat: 'battery',
  mot: 'motor',
  mtr: 'motor',
  pos: 'position',
  avg: 'average',
  qty: 'quantity',
  dur: 'duration',
  dist: 'distance',
  sup: 'supply',
  ret: 'return',
  amb: 'ambient',
  trq: 'torque',
  pwr: 'power',
  lat: 'latency',
  util: 'utilization',
  soc: 'charge',
  chg: 'charge',
  flt: 'filter',
  vib: 'vibration',
  acc: 'acceleration',
  temp: 'temperature',
};

/** What the unit at the end of a field's name measures: `batt_v` a voltage. One letter is a unit behind a name alone. */
export function measuredIn(name: string): string | undefined {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  if (words.length < 2 && last.length < 3) return undefined;
  return measuredBy.find(([unit]) => unit.test(last))?.[1];
}

/** The words of a field's name, those that it shortens written out, and what its unit measures. */
export function wordsMeant(name: string): string[] {
  const words = wordsOfName(name);
  const measured = measuredIn(name);
  const longer = words.flatMap((word) => [shortened[word]?.split(' ') ?? [], otherSpellings(word)].flat());
  return [...new Set([...words, ...longer, ...(measured === undefined ? [] : [measured])])];
}
