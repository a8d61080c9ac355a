import { expect, it } from 'vitest';
import { buildDashboard } from '#service/charts/build-dashboard.ts';
import { chartTable } from '#service/console/chart-table.ts';
import { chartRows, chartViews, titleOf } from '#service/console/chart-views.ts';
import { csvOf } from '#service/console/csv.ts';
import { sampleReading } from '../charts/sample-readings.ts';

const reading = sampleReading('log');
const dashboard = buildDashboard({
  ...reading,
  documents: reading.documents.map((info) => ({ ...info, zoneMinutes: 330 })),
});
const tables = chartViews(dashboard).map((view) => ({
  title: titleOf(view).text,
  ...chartTable('f1', view, chartRows(dashboard, view)),
}));

it('prints times in the zone of the file, and names it', () => {
  const [activity] = tables;
  expect(activity?.head).toEqual(['start (UTC+05:30)', 'end (UTC+05:30)', 'severity', 'count', 'document']);
  expect(activity?.rows[0]?.[0]).toBe('2026-11-20 19:30:00.000');
});

it('leads from each row to its lines', () => {
  const links = tables.flatMap(({ links }) => links);
  expect(links).toContain('/console/files/f1/lines?document=app.log&line=40#L40');
  expect(links).toContainEqual(
    expect.stringMatching(/^\/console\/files\/f1\/lines\?document=app\.log&from_ms=\d+&to_ms=\d+&level=error$/),
  );
});

it('names the unit of a value', () => {
  const heads = tables.flatMap(({ head }) => head);
  expect(heads).toContain('value (MB)');
});

it('keeps what a spreadsheet would take for a formula, or for two cells, one text', () => {
  expect(csvOf(['a', 'b'], [['=HYPERLINK(1)', 'x,"y"']])).toBe('a,b\r\n\'=HYPERLINK(1),"x,""y"""\r\n');
});
