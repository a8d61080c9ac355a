import type { Random } from './random.ts';
import type { Style } from './styles.ts';
import type { Happening } from './world.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const tells = { level: false, source: false, timeOfDay: true, precisionMs: 1000 };

function field({ fields }: Happening, name: string): string {
  return `${fields[name] ?? '-'}`;
}

/** The ways web servers write one line a request. */
export const accessStyles: readonly ((random: Random) => Style)[] = [
  (random) => {
    const offsetMinutes = random.pick([0, 120, -480]);
    return {
      name: 'combined',
      fileName: 'access.log',
      tells,
      offsetMinutes,
      isRelative: false,
      line(one) {
        const at = new Date(one.timeMs + offsetMinutes * 60_000);
        const iso = at.toISOString();
        const sign = offsetMinutes < 0 ? '-' : '+';
        const zone = `${sign}${`${Math.abs(offsetMinutes) / 60}`.padStart(2, '0')}00`;
        const stamp = `${iso.slice(8, 10)}/${months[at.getUTCMonth()]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} ${zone}`;
        return `${field(one, 'client')} - - [${stamp}] "${field(one, 'method')} ${field(one, 'path')} HTTP/1.1" ${field(one, 'status')} ${field(one, 'bytes')} "-" "Mozilla/5.0" request_time=${(Number(field(one, 'duration_ms')) / 1000).toFixed(3)}`;
      },
    };
  },
  () => ({
    name: 'access json',
    fileName: 'access.json',
    tells: { ...tells, precisionMs: 1 },
    offsetMinutes: 0,
    isRelative: false,
    line: ({ timeMs, fields }) => JSON.stringify({ time: new Date(timeMs).toISOString(), ...fields }),
  }),
  () => ({
    name: 'w3c',
    fileName: 'u_ex.log',
    tells,
    offsetMinutes: 0,
    isRelative: false,
    header:
      '#Software: Microsoft Internet Information Services 10.0\n#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes time-taken',
    line(one) {
      const iso = new Date(one.timeMs).toISOString();
      return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${field(one, 'client')} ${field(one, 'method')} ${field(one, 'path')} ${field(one, 'status')} ${field(one, 'bytes')} ${field(one, 'duration_ms')}`;
    },
  }),
  (random) => {
    const separator = random.pick([',', ';', '\t']);
    const columns = ['time', 'client', 'method', 'path', 'status', 'bytes', 'duration_ms'];
    return {
      name: 'access table',
      fileName: 'requests.csv',
      tells: { ...tells, precisionMs: 1 },
      offsetMinutes: 0,
      isRelative: false,
      header: columns.join(separator),
      line: (one) =>
        [
          new Date(one.timeMs).toISOString().replace('T', ' ').replace('Z', ''),
          ...columns.slice(1).map((name) => field(one, name)),
        ].join(separator),
    };
  },
];
