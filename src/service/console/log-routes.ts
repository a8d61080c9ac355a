import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { UsageError } from '#core/errors.ts';
import { renderAnswer } from '#core/pages/render-answer.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import { checkFields } from '../api/read-json.ts';
import { toFileRecord } from '../files/file-record.ts';
import { requireCompleted } from '../files/find-file.ts';
import { underName } from '../files/under-name.ts';
import type { LogViews } from '../log-view/log-views.ts';
import {
  type Found,
  filterSchema,
  type LineFilter,
  type QueryRun,
  shownSchema,
  type ViewDocument,
  type ViewRequest,
  viewBuckets,
} from '../log-view/view-request.ts';
import { loadReadFiles } from '../search/load-read-files.ts';
import type { ConsoleDeps } from './create-console.ts';
import { csvOf } from './csv.ts';
import { renderLogPage } from './log-page.ts';
import { openLinePage, textNamed } from './open-line-page.ts';
import { renderPage } from './page.ts';

type C = Context<ServiceBindings>;

const whole = z.coerce.number().int().min(1);
const inputs = {
  lines: z.object({ from: whole, to: whole }),
  rows: z.object({ lines: z.string().regex(/^\d{1,15}(?:,\d{1,15}){0,999}$/) }),
  find: filterSchema,
  query: shownSchema.extend({ query: z.string().min(1).max(2_000), as: z.enum(['csv', 'json']).optional() }),
};

/** The lines of one text, and what the log view asks about them. */
export function logRoutes({ sql, storage, mayRead, types, findReadable, views }: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();

  app.get('/console/files/:fileId/lines', async (c) => {
    const { file, record } = await read(c);
    const view = await openLinePage(file, c.req.query());
    const { user } = c.get('caller');
    const body = renderLogPage(record, file, view);
    const title = view.document.name;
    return c.html(renderPage({ title, user, section: 'files', isWide: true, scripts: ['log.js'], body }));
  });
  app.get(
    '/console/files/:fileId/log/lines',
    async (c) => await answer(c, { op: 'lines', ...checked(c, inputs.lines) }),
  );
  app.get('/console/files/:fileId/log/rows', async (c) => {
    const { lines } = checked(c, inputs.rows);
    return await answer(c, { op: 'rows', lines: lines.split(',').map(Number) });
  });
  // A line of JSON for each part, as it is found.
  app.get('/console/files/:fileId/log/find', async (c) => {
    const filter = checked(c, inputs.find);
    const document = await documentOf(c);
    c.header('content-type', 'application/x-ndjson');
    const abort = new AbortController();
    const parts = partsOf(views, document, filter, abort.signal).getReader();
    const first = await told(() => parts.read());
    return stream(c, async (out) => {
      out.onAbort(() => abort.abort());
      for (let part = first; !part.done; part = await parts.read()) await out.write(`${JSON.stringify(part.value)}\n`);
    });
  });
  app.get('/console/files/:fileId/log/times', async (c) => await answer(c, { op: 'times', buckets: viewBuckets }));
  app.get('/console/files/:fileId/log/facets', async (c) => await answer(c, { op: 'facets' }));
  app.get('/console/files/:fileId/log/query', async (c) => {
    const { query, as, ...shown } = checked(c, inputs.query);
    const run = await told(async () => await views.ask(await documentOf(c), { op: 'query', text: query, shown }));
    if (as !== undefined) return download(c, run, as);
    return c.json(run.kind === 'run' ? { ...run, html: String(await renderAnswer(run.words, () => undefined)) } : run);
  });
  return app;

  async function answer(c: C, request: ViewRequest) {
    return c.json((await told(async () => await views.ask(await documentOf(c), request))) as object);
  }

  async function read(c: C) {
    const { row } = await findReadable(c, c.req.param('fileId'));
    requireCompleted(row);
    const [file] = (await loadReadFiles({ sql, storage, mayRead }, { targetKind: 'file', targetId: row.id })) ?? [];
    if (!file) throw new ApiError('not_found', { message: 'There is no such file.' });
    return { file: underName(file, row.name), record: toFileRecord(row, types) };
  }

  async function documentOf(c: C) {
    const { file } = await read(c);
    const info = textNamed(file.reading.documents, c.req.query('document'));
    if (!info) throw new ApiError('not_found', { message: 'The file holds no such text.' });
    return { fileId: file.id, fileName: file.name, folder: file.folder, info };
  }
}

function partsOf(views: LogViews, document: ViewDocument, filter: LineFilter, signal: AbortSignal) {
  return new ReadableStream<Found>({
    start(parts) {
      const onlooker = { signal, part: (found: Found) => parts.enqueue(found) };
      views.ask(document, { op: 'find', filter }, onlooker).then(
        (last) => {
          parts.enqueue(last);
          parts.close();
        },
        (error: unknown) => parts.error(error),
      );
    },
  });
}

function checked<S extends z.ZodObject>(c: C, schema: S): z.infer<S> {
  const { document: _text, ...query } = c.req.query();
  return checkFields(schema, query);
}

async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof UsageError) throw new ApiError('invalid_request', { message: error.message });
    throw error;
  }
}

function download(c: C, run: QueryRun, as: 'csv' | 'json') {
  if (run.kind !== 'run' || !run.table) throw new ApiError('not_found', { message: 'This query has no rows.' });
  const { head, rows } = run.table;
  c.header('content-disposition', `attachment; filename="result.${as}"`);
  if (as === 'json') {
    return c.json({
      query: run.written,
      is_whole: run.isWhole,
      rows: rows.map((row) => Object.fromEntries(row.map((value, index) => [head[index] ?? '', value]))),
    });
  }
  return c.body(csvOf(head, rows), 200, { 'content-type': 'text/csv; charset=utf-8' });
}
