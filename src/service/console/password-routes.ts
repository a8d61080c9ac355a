import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import type { ConsoleDeps } from './create-console.ts';
import { type Notice, renderPage } from './page.ts';
import { readForm } from './read-form.ts';

/** One's own password. */
export function passwordRoutes({ operations }: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const path = '/console/settings/password';

  function show(c: Context<ServiceBindings>, notice?: Notice, status = 200) {
    const { user } = c.get('caller');
    const body = renderPasswordForm(user.email);
    return c.html(renderPage({ title: 'Password', user, section: 'password', notice, body }), status as 200);
  }

  app.get(path, (c) => show(c));
  app.post(path, async (c) => {
    const form = await readForm(c);
    try {
      await operations.run(c, 'changePassword', { body: Object.fromEntries(form) });
    } catch (error) {
      if (error instanceof ApiError) return show(c, { kind: 'error', text: error.message }, error.status);
      throw error;
    }
    return show(c, { kind: 'success', text: 'The password is changed. Your other sessions have ended.' });
  });
  return app;
}

function renderPasswordForm(email: string): Html {
  return html`<section class="card narrow">
    <h1>Change your password</h1>
    <form method="post" action="/console/settings/password" class="stacked">
      <input class="unseen" type="text" name="email" value="${email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true" />
      <label>Old password <input type="password" name="old_password" required maxlength="1024" autocomplete="current-password" /></label>
      <label>New password, at least 8 characters
        <input type="password" name="new_password" required minlength="8" maxlength="1024" autocomplete="new-password" />
      </label>
      <button class="primary">Change password</button>
    </form>
    <p class="hint">You stay signed in here; everywhere else you are signed out.</p>
  </section>`;
}
