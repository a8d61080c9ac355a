/** When a channel gets its digest. `zone` absent: that of the person who sets it. */
export type DigestSetting =
  | { kind: 'daily'; hour: number; minute: number; zone?: string }
  | { kind: 'weekly'; weekday: Weekday; hour: number; minute: number; zone?: string }
  | { kind: 'off' }
  | { kind: 'now' };

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
type Weekday = (typeof weekdays)[number];

/** Reads the words after `digest`; a sentence about what is wrong otherwise. */
export function parseDigestSetting(words: readonly string[]): DigestSetting | { problem: string } {
  const [verb = '', ...rest] = words;
  switch (verb.toLowerCase()) {
    case 'off':
    case 'now':
      return rest.length === 0
        ? { kind: verb.toLowerCase() as 'off' | 'now' }
        : { problem: `"digest ${verb.toLowerCase()}" takes no arguments.` };
    case 'daily': {
      const at = parseTimeAndZone(rest);
      return 'problem' in at ? at : { kind: 'daily', ...at };
    }
    case 'weekly': {
      const [day = '', ...times] = rest;
      const weekday = weekdays.find((name) => day.length >= 3 && fullNames[name].startsWith(day.toLowerCase()));
      if (!weekday) return { problem: 'A weekly digest needs a day: mon, tue, wed, thu, fri, sat or sun.' };
      const at = parseTimeAndZone(times);
      return 'problem' in at ? at : { kind: 'weekly', weekday, ...at };
    }
    default:
      return { problem: 'A digest is daily, weekly, off or now.' };
  }
}

const fullNames: Record<Weekday, string> = {
  sun: 'sunday',
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
};

function parseTimeAndZone(
  words: readonly string[],
): { hour: number; minute: number; zone?: string } | { problem: string } {
  const [time = '', zone, ...more] = words;
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (!match) return { problem: 'A digest needs a time from 00:00 to 23:59, such as 09:00.' };
  if (more.length > 0) return { problem: 'Only a time zone may follow the time, such as Europe/Berlin.' };
  const at = { hour: Number(match[1]), minute: Number(match[2]) };
  if (zone === undefined) return at;
  const known = knownZone(zone);
  return known ? { ...at, zone: known } : { problem: `"${zone.slice(0, 40)}" is no time zone; one is Europe/Berlin.` };
}

/** The zone by its IANA name, or undefined. Offsets such as +02:00 are no zones: they know no summer time. */
export function knownZone(zone: string): string | undefined {
  if (!/^[A-Za-z][\w+\-/]{1,60}$/.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
