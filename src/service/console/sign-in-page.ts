import { html } from 'hono/html';
import type { Html } from './html.ts';
import { renderPage } from './page.ts';

const errors: Record<string, string> = {
  wrong: 'The e-mail address or the password is not right.',
  too_many: 'Too many attempts failed. Wait a few minutes, then try again.',
};

export function renderSignIn(error: string | undefined): Html {
  const text = error === undefined ? undefined : (errors[error] ?? 'That did not work. Try again.');
  return renderPage({
    title: 'Sign in',
    notice: text === undefined ? undefined : { kind: 'error', text },
    body: html`<section class="card narrow">
      <h1>Sign in</h1>
      <form method="post" action="/auth/sign-in" class="stacked">
        <label>E-mail <input type="email" name="email" required maxlength="320" autocomplete="username" autofocus /></label>
        <label>Password <input type="password" name="password" required maxlength="1024" autocomplete="current-password" /></label>
        <button class="primary">Sign in</button>
      </form>
    </section>`,
  });
}

/** The page of the link that makes the first account. */
export function renderSetup(token: string, error?: string): Html {
  return renderPage({
    title: 'Set up',
    notice: error === undefined ? undefined : { kind: 'error', text: error },
    body: html`<section class="card narrow">
      <h1>Make the first account</h1>
      <p>It operates this installation: it adds members, and turns on what they may do.</p>
      <form method="post" action="/auth/setup" class="stacked">
        <input type="hidden" name="token" value="${token}" />
        <label>E-mail <input type="email" name="email" required maxlength="320" autocomplete="username" autofocus /></label>
        <label>Password, at least 8 characters
          <input type="password" name="password" required minlength="8" maxlength="1024" autocomplete="new-password" />
        </label>
        <button class="primary">Make the account</button>
      </form>
    </section>`,
  });
}

export function renderUsedUpSetup(): Html {
  return renderPage({
    title: 'Set up',
    body: html`<section class="card narrow">
      <h1>This link is not valid</h1>
      <p>It works once. Where there is an account already, <a href="/console/sign-in">sign in</a>; where there is none yet,
        starting the service again makes a new link.</p>
    </section>`,
  });
}
