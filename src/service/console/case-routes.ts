import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { behindElsewhere, type CaseView, renderCasePage } from '#core/pages/case-page.ts';
import type { CaseAsk, CaseBook, CaseRecord } from '#core/pages/case-record.ts';
import { rememberOpened, viewerOf } from '../access/identities.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import { underName } from '../files/under-name.ts';
import { loadReadFiles } from '../search/load-read-files.ts';
import { readContext } from '../search/read-context.ts';
import { renderCharts } from './chart-figures.ts';
import { citedPlaces } from './cited-places.ts';
import type { ConsoleDeps } from './create-console.ts';
import { renderPage } from './page.ts';
import { readDashboard } from './read-dashboard.ts';
import { readForm } from './read-form.ts';

type C = Context<ServiceBindings>;

const path = '/console/cases/:questionId/:token';

/** The pages behind answers. Who may see one is the case book's to say; here it is asked at each look. */
export function caseRoutes(deps: ConsoleDeps & { clock: Clock }): Hono<ServiceBindings> {
  const { sql, storage, mayRead, caseBook } = deps;
  const app = new Hono<ServiceBindings>();

  app.get(path, async (c) => {
    const { book, ask } = await open(c);
    const record = await book.read(ask);
    if (!record) throw missing();
    const { user } = c.get('caller');
    await rememberOpened(deps, user, ask);
    const title = record.answer?.cause ?? record.name;
    const body = renderCasePage({ ...(await readBehind(record)), record, path: pathOf(ask) });
    return c.html(renderPage({ title, user, section: 'files', scripts: ['charts.js'], body }));
  });
  app.post(`${path}/judge`, async (c) => {
    const word = (await readForm(c)).get('word');
    if (word !== 'right' && word !== 'wrong') throw new ApiError('invalid_request', { message: 'Right or wrong?' });
    return await act(c, (book, ask) => book.judge(ask, word));
  });
  app.post(`${path}/replay`, (c) => act(c, (book, ask) => book.replay(ask)));
  app.post(`${path}/retry`, (c) => act(c, (book, ask) => book.retry(ask)));
  return app;

  async function act(c: C, carryOut: (book: CaseBook, ask: CaseAsk) => Promise<boolean>) {
    const { book, ask } = await open(c);
    if (!(await carryOut(book, ask))) throw missing();
    return c.redirect(pathOf(ask), 303);
  }

  async function open(c: C): Promise<{ book: CaseBook; ask: CaseAsk }> {
    const book = caseBook();
    if (!book) throw missing();
    const viewer = await viewerOf(sql, c.get('caller').user);
    return { book, ask: { questionId: c.req.param('questionId') ?? '', token: c.req.param('token') ?? '', viewer } };
  }

  /** From the file itself where the service has it, else what another service tells of it. */
  async function readBehind(record: CaseRecord): Promise<Omit<CaseView, 'record' | 'path'>> {
    const { serviceFileId, name, answer } = record;
    const target = { targetKind: 'file' as const, targetId: serviceFileId ?? '' };
    const [file] = serviceFileId
      ? ((await loadReadFiles({ sql, storage, mayRead }, target).catch(() => undefined)) ?? [])
      : [];
    if (!file) return behindElsewhere(await caseBook()?.readBehind(record));
    const shown = underName(file, name);
    const dashboard = await readDashboard({ sql, storage }, shown);
    const posted = (answer?.charts ?? []).map(({ title }) => title);
    return {
      fileLink: `/console/files/${file.id}`,
      context: await readContext(shown, answer?.proof ?? []),
      charts: renderCharts(file.id, dashboard, posted),
      linkOf: citedPlaces([shown]).linkOf,
    };
  }
}

function pathOf({ questionId, token }: CaseAsk): string {
  return `/console/cases/${encodeURIComponent(questionId)}/${encodeURIComponent(token)}`;
}

function missing(): ApiError {
  return new ApiError('not_found', {
    message: 'There is no such page, or this account may not see the place it belongs to.',
  });
}
