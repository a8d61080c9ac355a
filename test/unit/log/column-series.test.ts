import { expect, it } from 'vitest';
import { log } from '#service/formats/log/format.ts';
import { createPeakKeeper } from '#service/formats/log/metric-points.ts';
import { lineFolder } from '../../support/line-documents.ts';

const time = (row: number) => new Date(Date.UTC(2026, 0, 1, 6, row)).toISOString().slice(0, 19).replace('T', ' ');

async function seriesOf(lines: readonly string[]): Promise<[string, string, number][]> {
  using folder = lineFolder();
  const { series } = await folder.read(log, `${lines.join('\n')}\n`);
  return series
    .filter(({ unit }) => unit !== 'lines')
    .map(({ name, unit, points }) => [name, unit, Math.max(...points.map(({ value }) => value))]);
}

it('draws the columns of a table, each unit by itself, and no numbers that only say which', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => [
    `${time(row)},AHU-1,${17 + (row % 2)},40,${7000 + row},RUN`,
    `${time(row)},AHU-2,${17 + (row % 2)},${40 + row},${7000 + row},RUN`,
  ]).flat();
  expect(await seriesOf(['timestamp,unit,supply_temp_c,valve_pct,seq,state', ...rows])).toEqual([
    ['supply_temp_c', '°C', 18],
    ['valve_pct of AHU-1', '%', 40],
    ['valve_pct of AHU-2', '%', 99],
  ]);
});

it('draws the columns that a web server declares', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, row) => `${time(row)} 10.0.0.1 GET /a 80 ${row === 30 ? 500 : 200} ${row === 30 ? 30_000 : 12}`,
  );
  expect(
    await seriesOf(['#Fields: date time s-ip cs-method cs-uri-stem s-port sc-status time-taken', ...rows]),
  ).toEqual([['time-taken', '', 30_000]]);
});

it('loses no peak however many points come', () => {
  const keeper = createPeakKeeper(100);
  for (let at = 0; at < 100_000; at++) keeper.add({ timeMs: at, value: at === 77_777 ? 900 : at % 7, line: at });
  const points = keeper.points();
  expect(points.length).toBeLessThan(120);
  expect(points.filter(({ value }) => value === 900)).toEqual([{ timeMs: 77_777, value: 900, line: 77_777 }]);
  expect(points.map(({ timeMs }) => timeMs)).toEqual(points.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b));
});
