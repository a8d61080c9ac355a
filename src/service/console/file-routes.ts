import { type Context, Hono } from 'hono';
import { viewerOf } from '../access/identities.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import type { Dashboard } from '../files/file-deps.ts';
import { toFileRecord } from '../files/file-record.ts';
import { requireCompleted } from '../files/find-file.ts';
import { loadReadFiles } from '../search/load-read-files.ts';
import { createChartDrawings } from './chart-drawings.ts';
import { readLook } from './chart-figures.ts';
import type { ConsoleDeps } from './create-console.ts';
import { type FileListing, type FileRecord, isSettled, renderFileList, renderFileRows } from './file-list.ts';
import { type FileResults, type FileRights, renderFilePage, renderFileView } from './file-page.ts';
import { answerLive } from './live-fragment.ts';
import { renderPage } from './page.ts';
import { quoteFindings } from './quoted-findings.ts';
import type { SearchRecord } from './search-view.ts';

const busyMs = 300;
const quietMs = 1_000;

type C = Context<ServiceBindings>;

/** The list, one file, its charts and its lines. */
export function fileRoutes(deps: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const { sql, storage, operations, maxUploadBytes, types, findReadable, caseBook } = deps;
  const drawings = createChartDrawings();

  app.get('/console', async (c) => {
    const shared = (await caseBook()?.filesOf(await viewerOf(sql, c.get('caller').user))) ?? [];
    const body = renderFileList(await list(c), maxUploadBytes, shared);
    return c.html(page(c, { title: 'Files', scripts: ['live.js', 'upload.js'], body }));
  });
  app.get('/console/files', (c) => c.redirect('/console', 303));
  app.get('/console/files/rows', async (c) => {
    return await answerLive(c, async () => {
      const listing = await list(c);
      return { part: renderFileRows(listing), againMs: listing.files.every(isSettled) ? quietMs : busyMs };
    });
  });
  app.post('/console/files', async (c) => {
    await operations.run(c, 'uploadFile', {
      headers: {
        'content-type': c.req.header('content-type') ?? '',
        'content-length': c.req.header('content-length') ?? '',
      },
    });
    return c.redirect('/console', 303);
  });

  app.get('/console/files/:fileId', async (c) => {
    const { file, isOwn } = await read(c);
    const body = renderFilePage(file, await results(c, file, isOwn), rightsOf(c, isOwn));
    const scripts = ['live.js', 'search.js'];
    return c.html(page(c, { title: file.name, scripts, refreshSeconds: isSettled(file) ? undefined : 3, body }));
  });
  app.get('/console/files/:fileId/view', async (c) => {
    return await answerLive(c, async () => {
      const { file, isOwn } = await read(c);
      const part = renderFileView(file, await results(c, file, isOwn), rightsOf(c, isOwn));
      return { part, againMs: isSettled(file) ? undefined : busyMs };
    });
  });
  app.post('/console/files/:fileId/delete', async (c) => {
    await operations.run(c, 'deleteFile', { params: { fileId: c.req.param('fileId') } });
    return c.redirect('/console', 303);
  });
  app.post('/console/files/:fileId/retry', async (c) => {
    await operations.run(c, 'retryFile', { params: { fileId: c.req.param('fileId') } });
    return c.redirect(`/console/files/${c.req.param('fileId')}`, 303);
  });

  app.get('/console/files/:fileId/charts/:name', async (c) => {
    const n = /^(\d{1,3})\.svg$/.exec(c.req.param('name'))?.[1];
    const { row: file } = await findReadable(c, c.req.param('fileId'));
    requireCompleted(file);
    const dashboard = (await storage.readJson(file.id, 'dashboard')) as Dashboard & { generated_at: string };
    const key = { fileId: file.id, version: dashboard.generated_at, n: Number(n ?? -1) };
    const drawing = await drawings.draw(key, dashboard, readLook(c.req.query('look')));
    if (drawing === undefined) throw new ApiError('not_found', { message: 'There is no such chart.' });
    return c.body(drawing, 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'private, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  });

  return app;

  function page(c: C, options: Omit<Parameters<typeof renderPage>[0], 'user' | 'section'>) {
    return renderPage({ ...options, user: c.get('caller').user, section: 'files' });
  }

  async function list(c: C): Promise<FileListing> {
    const cursor = c.req.query('cursor');
    const { data, next } = await operations.run<FileRecord[]>(c, 'listFiles', { query: { limit: 50, cursor } });
    return { files: data, cursor, next };
  }

  async function read(c: C): Promise<{ file: FileRecord; isOwn: boolean }> {
    const { row, isOwn } = await findReadable(c, c.req.param('fileId'));
    return { file: toFileRecord(row, types), isOwn };
  }

  async function readFiles(c: C, fileId: string) {
    requireCompleted((await findReadable(c, fileId)).row);
    return (await loadReadFiles({ sql, storage }, { targetKind: 'file', targetId: fileId })) ?? [];
  }

  async function results(c: C, file: FileRecord, isOwn: boolean): Promise<FileResults | undefined> {
    if (file.status !== 'COMPLETED') return undefined;
    const [readFile] = await readFiles(c, file.id);
    if (!readFile) return undefined;
    // What others asked about a file that lies elsewhere too is theirs.
    const asked = isOwn
      ? await operations.run<SearchRecord[]>(c, 'listFileSearches', {
          params: { fileId: file.id },
          query: { limit: 30 },
        })
      : { data: [] };
    return {
      dashboard: (await storage.readJson(file.id, 'dashboard')) as Dashboard,
      read: readFile,
      findings: await quoteFindings(readFile),
      searches: asked.data,
    };
  }
}

function rightsOf(c: C, isOwn: boolean): FileRights {
  return { isOwn, mayRetry: c.get('caller').user.isSiteAdmin };
}
