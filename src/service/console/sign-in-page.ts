import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import { renderPage } from './page.ts';

const errors: Record<string, string> = {
  wrong: 'The e-mail address or the password is not right.',
  too_many: 'Too many attempts failed. Wait a few minutes, then try again.',
  refused: 'You did not allow the sign-in there, so you are not signed in here.',
  elsewhere: 'That sign-in was started in another browser, or took longer than ten minutes. Try again.',
  unconfirmed:
    'The sign-in worked, but it does not confirm your e-mail address, so no account here can be found by it. Whoever runs the provider can confirm the address.',
  provider: 'Signing in there did not work. Try again; the log of this program says what went wrong.',
  unknown: 'There is no account for you here yet. An admin of this installation can add one under your e-mail address.',
};

export interface Entry {
  /** A provider that signs people in. */
  provider: { name: string } | undefined;
  /** The file that holds the link that creates the first account; undefined: there is one. */
  setupLinkPath: string | undefined;
}

/** `error`: why the last try failed; `email`: what was typed there. */
export function renderSignIn({ provider, setupLinkPath }: Entry, error?: string, email?: string): Html {
  const text = error === undefined ? undefined : (errors[error] ?? 'That did not work. Try again.');
  return renderPage({
    title: 'Sign in',
    notice: text === undefined ? undefined : { kind: 'error', text },
    body: html`<section class="card narrow">
      <h1>Sign in</h1>
      ${
        setupLinkPath === undefined
          ? ''
          : html`<div class="notice" role="status"><p>There is no account yet. The link that creates the first one is in a file on the machine this runs on; it works once:</p>
            <p><code class="path">${setupLinkPath}</code></p></div>`
      }
      ${
        provider
          ? html`<p><a class="button primary" href="/auth/oidc">Sign in with ${provider.name}</a></p>
            <p class="or"><span>or with an account of this console</span></p>`
          : ''
      }
      <form method="post" action="/auth/sign-in" class="stacked">
        ${renderEmail(email)}
        <label>Password <input type="password" name="password" required maxlength="1024"
          autocomplete="current-password" ${email ? 'autofocus' : ''} /></label>
        <button class="primary">Sign in</button>
      </form>
    </section>`,
  });
}

/** Typed already, it is not what somebody came to type. */
function renderEmail(email = ''): Html {
  return html`<label>E-mail <input type="email" name="email" required maxlength="320" autocomplete="username"
    value="${email}" ${email ? '' : 'autofocus'} /></label>`;
}

/** The page of the link that creates the first account. `error`: why the last try failed; `email`: what was typed there. */
export function renderSetup(token: string, error?: string, email?: string): Html {
  return renderPage({
    title: 'Set up',
    notice: error === undefined ? undefined : { kind: 'error', text: error },
    body: html`<section class="card narrow">
      <h1>Create the first account</h1>
      <p>It operates this installation: it adds members, and turns on what they may do.</p>
      <form method="post" action="/auth/setup" class="stacked">
        <input type="hidden" name="token" value="${token}" />
        ${renderEmail(email)}
        <label>Password, at least 8 characters
          <input type="password" name="password" required minlength="8" maxlength="1024" autocomplete="new-password" />
        </label>
        <button class="primary">Create account</button>
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
