import { readdirSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import MarkdownIt from 'markdown-it';

const folder = new URL('../docs/', import.meta.url);
const style =
  ':root{color-scheme:light dark;--ink:#1d2430;--paper:#fff;--ground:#f3f5f8;--line:#c9d1dc;--link:#0b5cad}' +
  '@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--paper:#11151b;--ground:#1e2530;--line:#3a4553;--link:#82b1ff}}' +
  'body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}' +
  'pre{overflow-x:auto;padding:.8rem;background:var(--ground);border-radius:6px}code{font:.9em ui-monospace,monospace}' +
  'table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}' +
  'img{max-width:100%}a{color:var(--link)}';
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The pages of `src/docs`, as they lie there: `/docs`, `/docs/workers`. */
export function createDocsRoutes(): Hono {
  const routes = new Hono();
  for (const name of readdirSync(folder)) {
    const [, page, type] = /^([\w-]+)\.(md|svg|webp)$/.exec(name) ?? [];
    if (!page) continue;
    const content = readFileSync(new URL(name, folder));
    if (type !== 'md') {
      const mediaType = type === 'svg' ? 'image/svg+xml' : 'image/webp';
      routes.get(`/docs/${name}`, (c) => c.body(new Uint8Array(content), 200, { 'content-type': mediaType }));
      continue;
    }
    const whole = pageOf(content.toString());
    const path = page === 'README' ? '/docs' : `/docs/${page}`;
    routes.get(path, (c) => c.html(whole, 200, { 'content-security-policy': policy }));
  }
  return routes;
}

function pageOf(markdown: string) {
  const [, title = 'logtriage'] = /^# (.+)$/m.exec(markdown) ?? [];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · logtriage</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <nav><a href="/docs">Documentation</a></nav>
        <main>${raw(parser.render(markdown))}</main>
      </body>
    </html>`;
}

const parser = createParser();

/** Links between the files lead to the pages; those to other places of the repository are told, not linked. */
function createParser() {
  const parser = new MarkdownIt('commonmark', { html: false });
  parser.enable('table');
  parser.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const target = String(token?.attrGet('href') ?? '');
    const [, page, fragment = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? [];
    if (page) token?.attrSet('href', `${page === 'README' ? '/docs' : `/docs/${page}`}${fragment}`);
    else if (target.startsWith('../')) token?.attrSet('href', '#');
    return self.renderToken(tokens, index, options);
  };
  parser.renderer.rules.image = (tokens, index, options, _env, self) => {
    const source = String(tokens[index]?.attrGet('src') ?? '');
    if (/^[\w-]+\.(?:svg|webp)$/.test(source)) tokens[index]?.attrSet('src', `/docs/${source}`);
    return self.renderToken(tokens, index, options);
  };
  return parser;
}
