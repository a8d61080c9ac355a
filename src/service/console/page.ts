import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import type { User } from '../store/accounts.ts';

export type Section = 'files' | 'deltas' | 'keys' | 'webhooks' | 'members' | 'password';

export interface Page {
  title: string;
  /** Undefined: nobody is signed in. */
  user?: User | undefined;
  section?: Section;
  /** Lines need the whole width. */
  isWide?: boolean;
  /** Browser modules by file name. */
  scripts?: readonly string[];
  /** Told above everything else; an error is announced at once. */
  notice?: Notice | undefined;
  /** For pages that show something under way to people without script. */
  refreshSeconds?: number | undefined;
  body: Html;
}

export interface Notice {
  kind: 'error' | 'success';
  text: string;
}

const sections: [Section, string, string][] = [
  ['files', 'Files', '/console'],
  ['deltas', 'Deltas', '/console/deltas'],
  ['keys', 'API keys', '/console/settings/keys'],
  ['webhooks', 'Webhooks', '/console/settings/webhooks'],
  ['members', 'Members', '/console/settings/members'],
];

/** The frame of every page. The referrer rule lets forms name their origin, and still tells other sites nothing. */
export function renderPage(page: Page): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="same-origin" />
    ${page.refreshSeconds ? html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds}" /></noscript>` : ''}
    <title>${page.title} · logtriage</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/console/assets/page.css" />
    <link rel="stylesheet" href="/console/assets/console.css" />
    ${(page.scripts ?? []).map((name) => html`<script type="module" src="/console/assets/${name}"></script>`)}
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    ${page.user ? renderTop(page.user, page.section) : html`<header class="top"><span class="brand">logtriage</span></header>`}
    <main id="main" tabindex="-1" ${page.isWide ? html`class="wide"` : ''}>${page.notice ? renderNotice(page.notice) : ''}${page.body}</main>
  </body>
</html>`;
}

function renderTop(user: User, current: Section | undefined): Html {
  return html`<header class="top">
    <a class="brand" href="/console">logtriage</a>
    <nav aria-label="Console">
      ${sections.map(
        ([section, name, path]) =>
          html`<a href="${path}" ${section === current ? html`aria-current="page"` : ''}>${name}</a>`,
      )}
    </nav>
    <form method="post" action="/auth/sign-out" class="who">
      <a href="/console/settings/password" title="${user.email}: change your password" ${current === 'password' ? html`aria-current="page"` : ''}>${user.email}</a>
      <button>Sign out</button>
    </form>
  </header>`;
}

function renderNotice({ kind, text }: Notice): Html {
  return html`<p class="notice ${kind}" role="${kind === 'error' ? 'alert' : 'status'}">${text}</p>`;
}

/** A button that has to be pressed twice, with and without script. */
export function renderConfirmed(options: {
  id: string;
  label: string;
  question: string;
  action: string;
  confirm: string;
}): Html {
  return html`<details class="confirm" id="${options.id}">
    <summary>${options.label}</summary>
    <form method="post" action="${options.action}">
      <p>${options.question}</p>
      <button class="danger">${options.confirm}</button>
    </form>
  </details>`;
}
