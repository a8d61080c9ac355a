import { describe, expect, it } from 'vitest';
import { lineFolder } from '../../support/line-documents.ts';

const start = Date.UTC(2026, 10, 9, 23, 50, 3);
const stepMs = 97_000;
const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** Parts of a time as logs print them. */
function parts(index: number) {
  const at = new Date(start + index * stepMs);
  const iso = at.toISOString();
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
  const up = index * stepMs + 200;
  return {
    dmy: (mark: string) => `${day}${mark}${month}${mark}${year}`,
    short: `${day}.${month}.${year.slice(2)}`,
    ymd: `${year}-${month}-${day}`,
    time: iso.slice(11, 19),
    dayOfYear: pad(Math.floor((at.getTime() - Date.UTC(2026, 0, 0)) / 86_400_000), 3),
    month: at.toLocaleString('en', { month: 'short', timeZone: 'UTC' }),
    day: String(Number(day)).padStart(2),
    epoch: Math.floor(at.getTime() / 1000),
    up,
    hours: pad(Math.floor(up / 3_600_000)),
    minutes: pad(Math.floor(up / 60_000) % 60),
    seconds: pad(Math.floor(up / 1000) % 60),
  };
}

type Line = (part: ReturnType<typeof parts>, index: number) => string;
const logOf = (line: Line, count = 40) =>
  Array.from({ length: count }, (_, index) => `${line(parts(index), index)}\n`).join('');
const said = ['pump 3 started', 'link up on port 4', 'queue drained: 12 left'];
const text = (index: number) => said[index % 3]!;

describe('times that only the document as a whole tells', () => {
  const dated: [name: string, line: Line][] = [
    ['columns between bars', (p, i) => `${p.dmy('.')}|${p.time}|PRD|${text(i)}`],
    ['the time before the date', (p, i) => `${p.time}\t${p.dmy('.')}\tnode1\t${text(i)}`],
    ['quoted columns', (p, i) => `"${p.dmy('.')}";"${p.time}";"${text(i)}"`],
    ['behind other columns', (p, i) => `${i};INFO;${p.ymd};${p.time};${text(i)}`],
    ['the time first behind a number', (p, i) => `${i};${p.time};${p.dmy('.')};${text(i)}`],
    ['named columns', (p, i) => `date=${p.ymd} time=${p.time} devname="FG" msg="${text(i)}"`],
    ['named columns in brackets', (p, i) => `[t=${p.time}.190][d=${p.ymd}][sev=INFO][m=main] ${text(i)}`],
    ['days before months', (p, i) => `${p.dmy('/')} ${p.time} ${text(i)}`],
    ['years of two digits', (p, i) => `${p.short} ${p.time} ${text(i)}`],
    ['the day of the year', (p, i) => `2026/${p.dayOfYear} ${p.time} ${text(i)}`],
    [
      'a router without a clock server',
      (p, i) => `${pad(i, 6)}: *${p.month} ${p.day} ${p.time}.123: %SYS-5-X: ${text(i)}`,
    ],
    ['a number before a colon', (p, i) => `${p.epoch}: ${text(i)}`],
    [
      'a late column of epochs',
      (p, i) => `2 1234 eni-1 10.0.0.1 10.0.0.2 2064${i % 9} 22 6 20 4249 ${p.epoch} ${p.epoch + 60} ACCEPT OK`,
    ],
  ];
  it.each(dated)('%s', async (_, line) => {
    using folder = lineFolder();
    const indexed = await folder.index(logOf(line));
    expect(indexed.clock).toBe('absolute');
    expect(indexed.timedLines).toBe(40);
    expect(Math.floor(indexed.firstTimeMs! / 1000)).toBe(start / 1000);
    expect(Math.floor(indexed.lastTimeMs! / 1000)).toBe((start + 39 * stepMs) / 1000);
  });

  const counted: [name: string, line: Line][] = [
    ['minutes in brackets', (p, i) => `[${String(Math.floor(p.up / 60_000)).padStart(4)}:${p.seconds}.200] ${text(i)}`],
    ['from the start', (p, i) => `T+${p.hours}:${p.minutes}:${p.seconds}.200 ${text(i)}`],
    ['milliseconds', (p, i) => `${p.up} ms: ${text(i)}`],
    ['ticks', (p, i) => `I (${p.up}) main: ${text(i)}`],
    ['seconds with leading zeros', (p, i) => `${pad(p.up / 1000, 10)}${'00'} [COM ] D ${text(i)}`],
    ['seconds in brackets', (p, i) => `[${(p.up / 1000).toFixed(3).padStart(10)}] ${text(i)}`],
  ];
  it.each(counted)('since boot: %s', async (_, line) => {
    using folder = lineFolder();
    const indexed = await folder.index(logOf(line));
    expect(indexed).toMatchObject({ clock: 'boot', isTimeOfDay: false, timedLines: 40 });
    expect([indexed.firstTimeMs, indexed.lastTimeMs]).toEqual([200, 39 * stepMs + 200]);
  });

  it('counts days on where times of day pass midnight', async () => {
    using folder = lineFolder();
    const indexed = await folder.index(logOf((p, i) => `[${p.time}] [Server thread/INFO]: ${text(i)}`));
    expect(indexed).toMatchObject({ clock: 'boot', isTimeOfDay: true });
    expect(indexed.lastTimeMs! - indexed.firstTimeMs!).toBe(39 * stepMs);
  });

  it('takes the day from a header where the lines leave it out', async () => {
    using folder = lineFolder();
    const rows = logOf((p) => `${p.time}        all      1.10      0.00`, 4);
    const indexed = await folder.index(`Linux 5.4.0 (db1) \t11/09/2026 \t_x86_64_\n\n${rows}`);
    expect(new Date(indexed.firstTimeMs!).toISOString()).toBe('2026-11-09T23:50:03.000Z');
  });

  it('reads dates with minutes alone, also in two columns', async () => {
    using folder = lineFolder();
    const indexed = await folder.index(logOf((p, i) => `${p.dmy('.')};${p.time.slice(0, 5)};4,${i % 9};${text(i)}`));
    expect(indexed).toMatchObject({ clock: 'absolute', timedLines: 40 });
    expect(indexed.firstTimeMs).toBe(Math.floor(start / 60_000) * 60_000);
  });

  it('takes the order of dates that puts them close together', async () => {
    using folder = lineFolder();
    const days = [3, 4, 5].map((day) => `0${day}/11/2026 10:00:00 ok\n`).join('');
    const indexed = await folder.index(days);
    expect(new Date(indexed.lastTimeMs!).toISOString()).toBe('2026-11-05T10:00:00.000Z');
  });

  it('takes numbers that go up and down for no time', async () => {
    using folder = lineFolder();
    const indexed = await folder.index(logOf((_, i) => `${((i * 7919) % 101) / 8 + 1}01 volts on rail ${i % 3}`));
    expect(indexed.clock).toBe('none');
  });
});
