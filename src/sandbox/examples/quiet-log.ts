import { createSeeded } from './seeded.ts';

const chatter = [
  'systemd[1]: Started Session 12 of user root.',
  'dhclient[402]: bound to 192.0.2.17 -- renewal in 1800 seconds.',
  'CRON[991]: (root) CMD (run-parts /etc/cron.hourly)',
  'chronyd[377]: Selected source 192.0.2.1',
];

/** A device that restarted without a word: the honest answer is that the cause is not in this file. */
export function makeQuietLog(): string {
  const { pick, between } = createSeeded(53);
  const lines: string[] = [];
  let atMs = Date.UTC(2026, 6, 1, 13, 40, 0);
  const say = (text: string) => {
    const at = new Date(atMs);
    const month = at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
    lines.push(`${month} ${String(at.getUTCDate()).padStart(2)} ${at.toISOString().slice(11, 19)} gateway ${text}`);
  };
  for (let index = 0; index < 900; index++) {
    atMs += between(1_000, 6_000);
    say(pick(chatter));
  }
  atMs += 102_000;
  say('kernel: Booting Linux on physical CPU 0x0');
  say('kernel: Linux version 6.1.0-18-arm64 (debian-kernel@lists.debian.org)');
  for (let index = 0; index < 80; index++) {
    atMs += between(100, 900);
    say(pick(chatter));
  }
  return `${lines.join('\n')}\n`;
}
