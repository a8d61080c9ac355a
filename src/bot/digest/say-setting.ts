import type { DigestSetting } from './parse-setting.ts';

const names = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
};

/** `every day at 09:00 (Europe/Berlin)`. */
export function formatWish(setting: Extract<DigestSetting, { kind: 'daily' | 'weekly' }>): string {
  const time = [setting.hour, setting.minute].map((part) => String(part).padStart(2, '0')).join(':');
  const day = setting.kind === 'daily' ? 'every day' : `every ${names[setting.weekday]}`;
  return `${day} at ${time} (${setting.zone ?? 'your time zone'})`;
}
