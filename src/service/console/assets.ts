import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { liveScript } from '#core/pages/live-script.ts';
import { pageStyle } from '#core/pages/page-style.ts';
import type { ServiceBindings } from '../api/bindings.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Style sheets and browser modules: those in `browser/`, and what pages outside the console have too. */
export function assetRoutes(): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const folder = new URL('browser/', import.meta.url);
  const files = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder))] as const);
  const shared = [
    ['page.css', Buffer.from(pageStyle)],
    ['live.js', Buffer.from(liveScript)],
  ] as const;
  for (const [name, content] of [...files, ...shared]) {
    const type = types[/\.\w+$/.exec(name)?.[0] ?? ''];
    if (!type) continue;
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    app.get(`/console/assets/${name}`, (c) => {
      const headers = { etag, 'cache-control': 'no-cache' };
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
      return c.body(content, 200, { ...headers, 'content-type': `${type}; charset=utf-8` });
    });
  }
  return app;
}
