import { type Context, Hono } from 'hono';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import { toFileRecord } from '../files/file-record.ts';
import { requireCompleted } from '../files/find-file.ts';
import { createChartDrawings } from './chart-drawings.ts';
import { readLook } from './chart-figures.ts';
import { renderChartPage } from './chart-page.ts';
import { chartTable } from './chart-table.ts';
import { chartRows, chartViews, titleOf } from './chart-views.ts';
import type { ConsoleDeps } from './create-console.ts';
import { csvOf } from './csv.ts';
import { renderPage } from './page.ts';
import { readDashboard } from './read-dashboard.ts';

type C = Context<ServiceBindings>;

/** Each chart of a file: drawn, as a page with its numbers, and as those alone. */
export function chartRoutes({ sql, storage, types, findReadable }: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const drawings = createChartDrawings();

  app.get('/console/files/:fileId/charts/:name{[0-9]{1,3}\\.svg}', async (c) => {
    const { row, dashboard, n } = await read(c);
    const key = { fileId: row.id, version: `${dashboard.generated_at} ${row.name}`, n };
    const drawing = await drawings.draw(key, dashboard, readLook(c.req.query('look')));
    if (drawing === undefined) throw missing();
    return c.body(drawing, 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'private, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });
  app.get('/console/files/:fileId/charts/:name{[0-9]{1,3}\\.csv}', async (c) => {
    const { head, rows } = (await readNumbers(c)).table;
    c.header('content-disposition', `attachment; filename="chart-${c.req.param('name')}"`);
    return c.body(csvOf(head, rows), 200, { 'content-type': 'text/csv; charset=utf-8' });
  });
  app.get('/console/files/:fileId/charts/:name{[0-9]{1,3}}', async (c) => {
    const { row, view, n, table } = await readNumbers(c);
    const body = renderChartPage(toFileRecord(row, types), view, n, table);
    const { user } = c.get('caller');
    const { text: title } = titleOf(view);
    return c.html(renderPage({ title, user, section: 'files', scripts: ['charts.js'], body }));
  });
  return app;

  async function read(c: C) {
    const { row } = await findReadable(c, c.req.param('fileId'));
    requireCompleted(row);
    const dashboard = await readDashboard({ sql, storage }, row);
    return { row, dashboard, n: Number.parseInt(c.req.param('name') ?? '', 10) };
  }

  async function readNumbers(c: C) {
    const { row, dashboard, n } = await read(c);
    const view = chartViews(dashboard)[n];
    if (!view) throw missing();
    return { row, view, n, table: chartTable(row.id, view, chartRows(dashboard, view)) };
  }
}

function missing(): ApiError {
  return new ApiError('not_found', { message: 'There is no such chart.' });
}
