import { describe, expect, it } from 'vitest';
import { ask, logOf, type MadeLine, once } from './made-log.ts';

function flashing(): string {
  const lines: MadeLine[] = [];
  [37, 62, 100].forEach((until, index) => {
    const minute = String(index * 10).padStart(2, '0');
    lines.push(
      ...once(`07:${minute}`, 'INFO tool: connecting to target'),
      ...once(`07:${minute}:02`, 'INFO tool: erasing'),
    );
    for (let share = 10; share <= until; share++)
      lines.push(
        ...once(`07:${minute}:${String(3 + Math.floor(share / 2)).padStart(2, '0')}`, `INFO tool: writing ${share}%`),
      );
    lines.push(
      ...once(
        `07:${minute}:59`,
        until < 100 ? 'ERROR tool: flash aborted, write timeout' : 'INFO tool: flash completed',
      ),
    );
  });
  return logOf(lines);
}

/** Uptime in seconds begins anew at each boot. */
function boots(): string {
  const lines: string[] = [];
  for (const length of [60, 30, 90, 20]) {
    lines.push('[    0.000] SYS bootloader 1.4');
    for (let at = 1; at <= length; at++)
      lines.push(`[${(at * 10).toFixed(3).padStart(9)}] MEAS tcore=${(40 + at * 0.2).toFixed(1)} rpm=800`);
    if (length !== 20)
      lines.push(
        `[${(length * 10 + 1).toFixed(3).padStart(9)}] SPI write stalled`,
        `[${(length * 10 + 2).toFixed(3).padStart(9)}] WDG task nvm late`,
      );
  }
  return `${lines.join('\n')}\n`;
}

function builds(): string {
  const lines: MadeLine[] = [];
  ['passed', 'failed', 'passed', 'failed'].forEach((result, index) => {
    const hour = String(7 + index).padStart(2, '0');
    lines.push(
      ...once(`${hour}:00`, `INFO ci: ===== run ${index + 1} started =====`),
      ...once(`${hour}:01`, `INFO ci: cache ${result === 'passed' ? 'restored' : 'miss, rebuilding toolchain'}`),
      ...once(`${hour}:02`, 'INFO ci: compiling 311 units'),
      ...once(`${hour}:09`, `INFO ci: run ${index + 1} ${result}`),
    );
  });
  return logOf(lines);
}

describe('several goes at the same', () => {
  it.each([
    ['how far did the first attempt get?', /attempt 1: `37 %`/],
    [
      'how many attempts were there and how far did each get?',
      /3 attempts: attempt 1: `37 %`.*attempt 2: `62 %`.*attempt 3: `100 %`/,
    ],
    ['which attempt succeeded?', /Attempt 3 of 3 succeeded/],
  ])('%s', async (question, expected) => {
    expect((await ask(flashing(), question)).headline).toMatch(expected);
  });

  it('tells the runs that failed by what stands in them alone', async () => {
    const { headline } = await ask(builds(), 'what is different in the failing runs?');
    expect(headline).toMatch(/Only in the failing ones: `.*cache miss, rebuilding toolchain/);
    expect(headline).toMatch(/2 of 4 runs failed/);
  });
});

describe('a device whose uptime starts anew', () => {
  it('tells what stands last before each reset', async () => {
    const { headline } = await ask(boots(), 'what stands right before every reset?');
    expect(headline).toMatch(/each of the 3 stands `.*WDG task nvm late/);
  });

  it('tells the time from one reboot to the next', async () => {
    const calm = Array.from({ length: 90 }, (_, index) =>
      once(`${String(6 + Math.floor(index / 10)).padStart(2, '0')}:${10 + (index % 10)}`, `INFO cron: job ${index}`),
    );
    const starts = ['07:00', '09:30', '13:45'].map((time) => once(time, 'kernel: Linux version 6.1.0-18-amd64'));
    const { headline } = await ask(logOf(...calm, ...starts), 'how many reboots, and how long between them?');
    expect(headline).toMatch(/3 reboots: between them 2 h 30 min.*; 4 h 15 min/);
  });

  it('tells the last value before the first', async () => {
    const { headline } = await ask(boots(), 'what was the last tcore before the first reset?');
    expect(headline).toMatch(/`tcore` 52/);
  });

  it('reads a quantity by its symbol', async () => {
    const log = boots().replaceAll('tcore=', 'T=');
    const { headline } = await ask(log, 'what was the last temperature it read before the first reset');
    expect(headline).toMatch(/temperature 52/);
  });
});
