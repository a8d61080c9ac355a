import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { behindElsewhere, type CaseView, renderCasePage } from '#core/pages/case-page.ts';
import type { CaseAsk, CaseBook, CaseRecord } from '#core/pages/case-record.ts';
import { renderClosedPage } from '#core/pages/closed-page.ts';
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
import { rememberPage } from './return-cookie.ts';
import type { Entry } from './sign-in-page.ts';

type C = Context<ServiceBindings>;

const path = '/console/cases/:questionId/:token';

export interface CaseRoutesDeps extends ConsoleDeps {
  clock: Clock;
  readEntry(): Promise<Entry>;
}

/** The pages behind answers. Who may see one is the case book's to say; here it is asked at each look. */
export function caseRoutes(deps: CaseRoutesDeps): Hono<ServiceBindings> {
  const { sql, storage, mayRead, caseBook, readEntry } = deps;
  const app = new Hono<ServiceBindings>();

  app.get(path, async (c) => {
    const ask = await askOf(c);
    const record = await caseBook()?.read(ask);
    if (!record) return await closed(c, ask);
    const { user } = c.get('caller');
    await rememberOpened(deps, user, ask);
    const title = record.answer?.cause ?? record.name;
    const body = renderCasePage({
      ...(await readBehind(record)),
      record,
      path: pathOf(ask),
      done: c.req.query('done'),
    });
    return c.html(renderPage({ title, user, section: 'files', scripts: ['charts.js'], body }));
  });
  // Kept only for who goes on to sign in: the start page would lead everybody else back here.
  app.get(`${path}/sign-in`, async (c) => {
    rememberPage(c, pathOf(await askOf(c)));
    return c.redirect('/auth/oidc', 303);
  });
  app.post(`${path}/judge`, async (c) => {
    const word = (await readForm(c)).get('word');
    if (word !== 'right' && word !== 'wrong') throw new ApiError('invalid_request', { message: 'Right or wrong?' });
    return await act(c, (book, ask) => book.judge(ask, word));
  });
  app.post(`${path}/replay`, (c) => act(c, (book, ask) => book.replay(ask), '?done=replay'));
  app.post(`${path}/retry`, (c) => act(c, (book, ask) => book.retry(ask), '?done=retry'));
  return app;

  async function act(c: C, carryOut: (book: CaseBook, ask: CaseAsk) => Promise<boolean>, done = '') {
    const [book, ask] = [caseBook(), await askOf(c)];
    if (!book || !(await carryOut(book, ask))) return await closed(c, ask);
    return c.redirect(`${pathOf(ask)}${done}`, 303);
  }

  async function askOf(c: C): Promise<CaseAsk> {
    const viewer = await viewerOf(sql, c.get('caller').user);
    return { questionId: c.req.param('questionId') ?? '', token: c.req.param('token') ?? '', viewer };
  }

  /** An account of the console alone may see little: says where else to sign in, and nothing about the page. */
  async function closed(c: C, ask: CaseAsk) {
    const { provider } = await readEntry();
    const { slack, emailAddress } = ask.viewer;
    const body = renderClosedPage({
      provider: provider && { name: provider.name, link: `${pathOf(ask)}/sign-in` },
      isKnown: slack !== undefined || emailAddress !== undefined,
    });
    return c.html(renderPage({ title: 'Not shown', user: c.get('caller').user, section: 'files', body }), 404);
  }

  /** From the file itself where the service has it, else what another service tells of it. */
  async function readBehind(record: CaseRecord): Promise<Omit<CaseView, 'record' | 'path' | 'done'>> {
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
