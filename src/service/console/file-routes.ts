import { type Context, Hono } from 'hono';
import { answerLive } from '#core/pages/live-part.ts';
import { viewerOf } from '../access/identities.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { toFileRecord } from '../files/file-record.ts';
import { requireCompleted } from '../files/find-file.ts';
import { underName } from '../files/under-name.ts';
import { loadReadFiles } from '../search/load-read-files.ts';
import type { ConsoleDeps } from './create-console.ts';
import { type FileListing, type FileRecord, isSettled, renderFileList, renderFileRows } from './file-list.ts';
import { type FileResults, type FileRights, renderFilePage, renderFileView } from './file-page.ts';
import { renderPage } from './page.ts';
import { quoteFindings } from './quoted-findings.ts';
import { readDashboard } from './read-dashboard.ts';
import type { SearchRecord } from './search-view.ts';

const busyMs = 300;
const quietMs = 1_000;

type C = Context<ServiceBindings>;

/** The list, and one file. */
export function fileRoutes(deps: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const { sql, storage, mayRead, operations, maxUploadBytes, types, findReadable, caseBook } = deps;

  app.get('/console', async (c) => {
    const shared = (await caseBook()?.filesOf(await viewerOf(sql, c.get('caller').user))) ?? [];
    const body = renderFileList(await list(c), maxUploadBytes, shared);
    return c.html(page(c, { title: 'Files', scripts: ['live.js', 'upload.js'], body }));
  });
  app.get('/console/files', (c) => c.redirect('/console', 303));
  app.get('/console/files/rows', async (c) => {
    return await answerLive(
      c,
      async () => {
        const listing = await list(c);
        return { part: renderFileRows(listing), againMs: listing.files.every(isSettled) ? quietMs : busyMs };
      },
      c.get('closing'),
    );
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
    const scripts = ['live.js', 'search.js', 'charts.js'];
    return c.html(page(c, { title: file.name, scripts, refreshSeconds: isSettled(file) ? undefined : 3, body }));
  });
  app.get('/console/files/:fileId/view', async (c) => {
    return await answerLive(
      c,
      async () => {
        const { file, isOwn } = await read(c);
        const part = renderFileView(file, await results(c, file, isOwn), rightsOf(c, isOwn));
        return { part, againMs: isSettled(file) ? undefined : busyMs };
      },
      c.get('closing'),
    );
  });
  app.post('/console/files/:fileId/delete', async (c) => {
    await operations.run(c, 'deleteFile', { params: { fileId: c.req.param('fileId') } });
    return c.redirect('/console', 303);
  });
  app.post('/console/files/:fileId/retry', async (c) => {
    await operations.run(c, 'retryFile', { params: { fileId: c.req.param('fileId') } });
    return c.redirect(`/console/files/${c.req.param('fileId')}`, 303);
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
    return (await loadReadFiles({ sql, storage, mayRead }, { targetKind: 'file', targetId: fileId })) ?? [];
  }

  async function results(c: C, file: FileRecord, isOwn: boolean): Promise<FileResults | undefined> {
    if (file.status !== 'COMPLETED') return undefined;
    const [found] = await readFiles(c, file.id);
    if (!found) return undefined;
    const readFile = underName(found, file.name);
    // What others asked about a file that lies elsewhere too is theirs.
    const asked = isOwn
      ? await operations.run<SearchRecord[]>(c, 'listFileSearches', {
          params: { fileId: file.id },
          query: { limit: 30 },
        })
      : { data: [] };
    return {
      dashboard: await readDashboard({ sql, storage }, file),
      read: readFile,
      findings: await quoteFindings(readFile),
      searches: asked.data,
    };
  }
}

function rightsOf(c: C, isOwn: boolean): FileRights {
  return { isOwn, mayRetry: c.get('caller').user.isSiteAdmin };
}
