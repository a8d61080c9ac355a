import { type Context, Hono } from 'hono';
import type { Log } from '#core/log.ts';
import { behindElsewhere, renderCasePage } from '#core/pages/case-page.ts';
import type { CaseAsk, CaseBook, Viewer } from '#core/pages/case-record.ts';
import { renderClosedPage } from '#core/pages/closed-page.ts';
import { renderFrame } from '#core/pages/frame.ts';
import { guardOrigin } from '#core/pages/guard-origin.ts';
import type { Html } from '#core/pages/html.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import { createReaders, type ReaderDeps, type SignIn } from './sign-in.ts';

export interface CaseRoutesDeps extends ReaderDeps {
  caseBook: CaseBook;
  /** Who vouches for people; undefined: nobody, and having the signed address is what counts. */
  signIn: SignIn | undefined;
  log: Log;
}

const notices: Record<string, string> = {
  provider: 'Signing in did not work. Try again.',
  refused: 'You did not allow the sign-in there, so you are not signed in here.',
};
const path = '/console/cases/:questionId/:token';
const style = '/console/assets/page.css';

/** The pages behind answers where no console runs, at the same addresses: the log service is another program. */
export function createCaseRoutes(deps: CaseRoutesDeps): Hono {
  const { caseBook, signIn, log, publicUrl } = deps;
  const readers = createReaders(deps);
  const app = new Hono();
  for (const pages of ['/console', '/console/*', '/auth/*']) app.use(pages, pageSecurity, guardOrigin(publicUrl));

  app.get(style, servePageStyle());
  app.get(path, async (c) => {
    const ask = await askOf(c);
    const record = ask && (await caseBook.read(ask));
    if (!record) return await closed(c);
    const behind = behindElsewhere(await caseBook.readBehind(record));
    const title = record.answer?.cause ?? record.name;
    return page(
      c,
      title,
      renderCasePage({ ...behind, record, path: new URL(c.req.url).pathname, done: c.req.query('done') }),
    );
  });
  app.post(`${path}/judge`, async (c) => {
    const word = new URLSearchParams(await c.req.text()).get('word');
    return await act(c, async (ask) => (word === 'right' || word === 'wrong') && (await caseBook.judge(ask, word)));
  });
  app.post(`${path}/replay`, (c) => act(c, (ask) => caseBook.replay(ask), '?done=replay'));
  app.post(`${path}/retry`, (c) => act(c, (ask) => caseBook.retry(ask), '?done=retry'));

  app.get('/auth/oidc', async (c) => {
    const to = pathOfPage(c.req.query('to'));
    if (!signIn || !to) return await closed(c);
    try {
      const { url, flow } = await signIn.begin(callbackOf(c));
      await readers.flow.set(c, { ...flow, to });
      return c.redirect(url, 303);
    } catch (error) {
      log.warn('the sign-in provider cannot be used', { error });
      return c.redirect(`${to}?error=provider`, 303);
    }
  });
  app.get('/auth/oidc/callback', async (c) => {
    const flow = await readers.flow.get(c);
    readers.flow.end(c);
    if (!signIn || !flow) return await closed(c);
    const answer = new URL(callbackOf(c));
    answer.search = new URL(c.req.url).search;
    if (answer.searchParams.get('error') === 'access_denied') return c.redirect(`${flow.to}?error=refused`, 303);
    try {
      await readers.remember(c, await signIn.end(answer, flow));
      return c.redirect(flow.to, 303);
    } catch (error) {
      log.warn('a sign-in at the provider failed', { error });
      return c.redirect(`${flow.to}?error=provider`, 303);
    }
  });
  for (const pages of ['/console', '/console/*']) app.all(pages, closed);
  return app;

  async function act(c: Context, carryOut: (ask: CaseAsk) => Promise<boolean>, done = '') {
    const ask = await askOf(c);
    if (!ask || !(await carryOut(ask))) return await closed(c);
    return c.redirect(`${new URL(c.req.url).pathname.replace(/\/\w+$/, '')}${done}`, 303);
  }

  /** Undefined: nobody knows who asks, and that is asked first. */
  async function askOf(c: Context): Promise<CaseAsk | undefined> {
    const viewer = signIn ? await readers.viewer(c) : nobody;
    return viewer && { questionId: c.req.param('questionId') ?? '', token: c.req.param('token') ?? '', viewer };
  }

  async function closed(c: Context) {
    const isKnown = signIn !== undefined && (await readers.viewer(c)) !== undefined;
    const to = pathOfPage(new URL(c.req.url).pathname);
    const provider = signIn && to ? { name: signIn.name, link: `/auth/oidc?to=${encodeURIComponent(to)}` } : undefined;
    const notice = notices[c.req.query('error') ?? ''];
    c.status(provider && !isKnown ? 401 : 404);
    return page(c, 'Not shown', renderClosedPage({ provider, isKnown, notice }));
  }

  function page(c: Context, title: string, body: Html) {
    return c.html(renderFrame({ title, styles: [style], body }));
  }

  function callbackOf(c: Context): string {
    return `${publicUrl ?? new URL(c.req.url).origin}/auth/oidc/callback`;
  }
}

/** Nobody knows who they are: what they say of an answer is one voice, the last one. */
const nobody: Viewer = { id: 'page', slack: undefined, emailAddress: undefined, opened: [] };

/** The page of an address below it, as people come back to it; undefined: none of the pages here. */
function pathOfPage(text: string | undefined): string | undefined {
  return /^\/console\/cases\/[\w-]{1,100}\/[\w-]{1,100}/.exec(text ?? '')?.[0];
}
