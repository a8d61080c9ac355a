import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

/** Boots of a device with no clock: uptime in ms begins anew each time. */
function boots(count: number): string {
  const lines: string[] = [];
  for (let boot = 0; boot <= count; boot++) {
    lines.push(boot === 0 ? 'rst:0x1 (POWERON_RESET),boot:0x13' : 'rst:0xf (BROWNOUT_RST),boot:0x13');
    for (let line = 0; line < 120 + boot * 7; line++) {
      lines.push(`I (${(line + 1) * 917}) ${line % 3 === 0 ? 'wifi: beacon ok' : `app: sample ${line}`}`);
    }
    if (boot < count)
      lines.push(
        'I (131000) modem: attach with 23 dBm',
        'W (131100) power: vbat=2.71V',
        'Brownout detector was triggered',
      );
  }
  return `${lines.join('\n')}\n`;
}

describe('devices that start again and again', () => {
  it.each(['The tracker reboots all the time. Why?', 'how often did it reboot?'])('%s', async (question) => {
    const { headline, answer } = await ask(boots(6), question);
    expect(headline).toMatch(/resets 6 times: `BROWNOUT_RST` \(6\)/);
    expect(headline).toMatch(/each time/);
    expect(answer).toContain('Brownout detector was triggered');
    expect(answer).toContain('vbat=2.71V');
  });

  it('does not count the one time it was switched on', async () => {
    const { answer } = await ask(boots(1), 'how often did it reboot?');
    expect(answer).not.toMatch(/resets 2 times/);
  });
});

describe('what a question about everything is answered', () => {
  it('says of an event that was asked for by name that no line tells of it', async () => {
    const { headline } = await ask(logOf(busyService()), 'did the oomkiller strike?');
    expect(headline).toMatch(/No: `oomkiller`|stands in none/);
  });

  it('tells an error that stands before a slope first', async () => {
    const lag = series('09:40', 140, 60_000, (index) => `INFO repl: replica lag ${380 + index * 60} s`);
    const stop = once('09:38', 'ERROR repl: worker 3 of the replica failed: duplicate entry 7 for key invoice_no');
    const calm = series('06:00', 200, 60_000, (index) => `INFO repl: replica lag ${index % 3} s`);
    const { headline } = await ask(logOf(busyService(), calm, stop, lag), 'why is the replica lagging behind?');
    expect(headline.indexOf('duplicate entry')).toBeGreaterThan(0);
    expect(headline.indexOf('duplicate entry')).toBeLessThan(headline.indexOf('grows'));
  });
});
