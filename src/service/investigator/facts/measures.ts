interface Measure {
  unit: RegExp;
  /** What a number in such a unit is called, whatever its field's name is. */
  called: string;
  /** What may be measured in it as well, where the field's name says so. */
  also?: string;
}

/** What is measured in which units. */
const measures: readonly Measure[] = [
  { unit: /^(?:[mk]?v|volts?)$/i, called: 'voltage volt' },
  { unit: /^(?:m?a|amps?)$/i, called: 'current amp ampere', also: 'load' },
  { unit: /^(?:[mk]?w|k?va|watts?)$/i, called: 'power watt', also: 'load' },
  { unit: /^[kmg]?wh$/i, called: 'energy consumption electricity' },
  { unit: /^(?:m?bar|[hkm]?pa|psi|mmhg)$/i, called: 'pressure' },
  { unit: /^(?:k?m\/[sh]|kmh|kph|mph|mps|knots?|kn|kts?)$/i, called: 'speed velocity' },
  { unit: /^rpm$/i, called: 'speed rotation' },
  { unit: /^(?:k?g|t|lbs?|tons?|tonnes?)$/i, called: 'kilogram kg weight mass heavy', also: 'load' },
  { unit: /^(?:km|miles?)$/i, called: 'kilometer kilometre km distance long far' },
  { unit: /^(?:°|deg ?)?[cf]$|^k$/i, called: 'temperature hot cold warm heat', also: 'temp' },
  { unit: /^dbm$/i, called: 'signal strength reception' },
  { unit: /^(?:l\/(?:s|min|h)|lpm|gpm|m3\/h)$/i, called: 'flow' },
  { unit: /^[kmg]?hz$/i, called: 'frequency' },
  { unit: /^(?:lux|lx)$/i, called: 'brightness light' },
  { unit: /^(?:%|percent|pct)/i, called: '', also: 'load humidity' },
  { unit: /^(?:[mµn]?s|sec)/i, called: '', also: 'latency' },
];

export const measuredIn = (unit: string): string[] =>
  measures.flatMap(({ unit: own, called }) => (called !== '' && own.test(unit) ? called.split(' ') : []));

/** "The load of P-12" is no number of bars; undefined where a word is no measure that is known. */
export function isUnitFor(measure: string): ((unit: string) => boolean) | undefined {
  const known = measures.filter(({ called, also = '' }) => `${called} ${also}`.split(' ').includes(measure));
  return known.length === 0 ? undefined : (unit) => known.some((one) => one.unit.test(unit));
}
