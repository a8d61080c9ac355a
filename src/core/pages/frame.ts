import { html } from 'hono/html';
import type { Html } from './html.ts';

export interface Frame {
  title: string;
  /** Addresses of style sheets. */
  styles: readonly string[];
  /** Addresses of browser modules. */
  scripts?: readonly string[];
  body: Html;
}

/** The frame of a page outside the console. The referrer rule lets forms name their origin, and tells other sites nothing. */
export function renderFrame({ title, styles, scripts = [], body }: Frame): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="same-origin" />
    <title>${title} · logtriage</title>
    <link rel="icon" href="data:," />
    ${styles.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
    ${scripts.map((src) => html`<script type="module" src="${src}"></script>`)}
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top"><span class="brand">logtriage</span></header>
    <main id="main" tabindex="-1">${body}</main>
  </body>
</html>`;
}
