/** Epoch milliseconds of a time stamp or an epoch of any unit; without a zone taken as UTC. */
export function timeOf(value: string | number): number | undefined {
  if (typeof value === 'number' || /^\d{9,}(?:\.\d+)?$/.test(value)) {
    const epoch = Number(value);
    if (epoch > 1e17) return epoch / 1e6;
    if (epoch > 1e14) return epoch / 1e3;
    if (epoch > 1e11) return epoch;
    return epoch > 1e8 ? epoch * 1000 : undefined;
  }
  const match =
    /^(\d{4})[-/.](\d\d)[-/.](\d\d)[T _](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,3})\d*)?\s?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(
      value,
    );
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '0', zone = 'Z'] = match;
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (zone === 'Z') return utc + Number(fraction.padEnd(3, '0'));
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  const offsetMs =
    offset === null ? 0 : (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000;
  return utc + Number(fraction.padEnd(3, '0')) - offsetMs;
}
