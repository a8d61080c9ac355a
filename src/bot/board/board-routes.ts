import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { answerLive } from '#core/pages/live-part.ts';
import { liveScript } from '#core/pages/live-script.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import { boardLinkMs, type PageLinks } from '../cases/page-links.ts';
import { boardStyle, renderBoard, renderBoardView, renderRefusal } from './board-page.ts';
import { type BoardDeps, readBoard } from './read-board.ts';
import { type AgainDeps, deliverAgain, runAgain } from './run-again.ts';

interface BoardRoutesDeps extends BoardDeps, AgainDeps {
  links: PageLinks;
  /** Refuses who may not come without a signed address: neither at this machine, nor with the operator's password. */
  refuseStranger(c: Context): Response | Promise<Response> | undefined;
  /** The program ends: streams do too. */
  closing: AbortSignal;
}

const cookie = 'logtriage_board';
/** A look is ten queries, of which a Worker has a thousand for as long as a stream lasts. */
const againMs = 4_000;

/** `/board`, for operators: by a signed address that `/triage board` tells, or from the machine itself. */
export function createBoardRoutes(deps: BoardRoutesDeps): Hono {
  const { links, refuseStranger, closing } = deps;
  const app = new Hono();
  for (const path of ['/board', '/board/*']) app.use(path, pageSecurity);

  /** What proves the right, and goes back with each form. */
  async function proofOf(c: Context): Promise<string | Response> {
    const kept = getCookie(c, cookie) ?? '';
    const asked = `${c.req.query('until') ?? ''}.${c.req.query('token') ?? ''}`;
    for (const proof of [asked, kept]) {
      const [until = '', token = ''] = proof.split('.');
      if (/^\d{13,15}$/.test(until) && (await links.isBoardToken(Number(until), token))) return proof;
    }
    const refusal = await refuseStranger(c);
    if (refusal === undefined) return 'operator';
    return refusal.status === 404 ? await c.html(renderRefusal(), 403) : refusal;
  }

  app.get('/board/style.css', servePageStyle(boardStyle));
  app.get('/board/live.js', (c) => c.body(liveScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  app.get('/board/view', async (c) => {
    const proof = await proofOf(c);
    if (typeof proof !== 'string') return proof;
    return await answerLive(c, async () => ({ part: renderBoardView(await readBoard(deps), proof), againMs }), closing);
  });
  app.get('/board', async (c) => {
    const proof = await proofOf(c);
    c.header('cache-control', 'no-store');
    if (typeof proof !== 'string') return proof;
    if (proof !== 'operator') {
      const secure = new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
      setCookie(c, cookie, proof, {
        path: '/board',
        httpOnly: true,
        sameSite: 'Lax',
        secure,
        maxAge: boardLinkMs / 1000,
      });
    }
    // The signed address does not stay in the address bar.
    if (c.req.query('token') !== undefined) return c.redirect('/board', 303);
    return c.html(renderBoard(await readBoard(deps), proof));
  });
  for (const [path, again] of [
    ['/board/jobs/:id', runAgain],
    ['/board/deliveries/:id', deliverAgain],
  ] as const) {
    app.post(path, async (c) => {
      const proof = await proofOf(c);
      const form = new URLSearchParams(await c.req.text());
      if (typeof proof !== 'string') return proof;
      if (form.get('token') !== proof) return c.html(renderRefusal(), 403);
      await again(deps, c.req.param('id'));
      return c.redirect('/board', 303);
    });
  }
  return app;
}
