import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import type { ApiError } from '../api/errors.ts';
import type { User } from '../store/accounts.ts';
import { renderPage } from './page.ts';

export function renderProblem(error: ApiError, user: User | undefined, requestId: string | undefined): Html {
  return renderPage({
    title: 'That did not work',
    user,
    body: html`<section class="card narrow">
      <h1>That did not work</h1>
      <p>${error.message}</p>
      <p class="hint">${error.status} ${error.code}${requestId ? html`, request ${requestId}` : ''}</p>
      <p><a href="/console">Go to your files</a></p>
    </section>`,
  });
}
