import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import type { ServiceBindings } from '../api/bindings.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Style sheet and browser modules, as they lie in `browser/`. */
export function assetRoutes(): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const folder = new URL('browser/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const type = types[/\.\w+$/.exec(name)?.[0] ?? ''];
    if (!type) continue;
    const content = readFileSync(new URL(name, folder));
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    app.get(`/console/assets/${name}`, (c) => {
      const headers = { etag, 'cache-control': 'no-cache' };
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
      return c.body(content, 200, { ...headers, 'content-type': `${type}; charset=utf-8` });
    });
  }
  return app;
}
