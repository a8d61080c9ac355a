import { readdirSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import MarkdownIt from 'markdown-it';
import { renderFrame } from '#core/pages/frame.ts';
import type { Html } from '#core/pages/html.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';

const folder = new URL('../docs/', import.meta.url);
const stylePath = '/docs/style.css';
const docsStyle = 'main { max-width: 46rem } pre { border: 1px solid var(--line) } img { max-width: 100% }';

/** The pages of `src/docs`, as they lie there: `/docs`, `/docs/workers`. */
export function createDocsRoutes(): Hono {
  const routes = new Hono();
  routes.get(stylePath, servePageStyle(docsStyle));
  routes.get('/docs/', (c) => c.redirect('/docs'));
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
    routes.get(path, pageSecurity, (c) => c.html(whole));
  }
  return routes;
}

function pageOf(markdown: string): Html {
  const [, title = 'logtriage'] = /^# (.+)$/m.exec(markdown) ?? [];
  return renderFrame({
    title,
    styles: [stylePath],
    body: html`<nav><a href="/docs">Documentation</a></nav>${raw(parser.render(markdown))}`,
  });
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
