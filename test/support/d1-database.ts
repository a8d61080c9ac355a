import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import type { R2Binding } from '../../src/cloudflare/bindings.ts';
import { createD1Engine, type D1Binding } from '../../src/cloudflare/d1-engine.ts';

/** The bindings of wrangler.toml in the local Workers runtime, empty, without a network. */
export async function startBindings() {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const proxy = await getPlatformProxy<{ DB: D1Binding; FILES: R2Binding }>({
    configPath: 'wrangler.toml',
    persist: false,
    remoteBindings: false,
  });
  return { ...proxy.env, close: () => proxy.dispose() };
}

/** Its D1 database, brought up by the same migrations. */
export async function startLocalD1() {
  const { DB, close } = await startBindings();
  const engine = createD1Engine(DB);
  const folder = 'drizzle/bot';
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint');
    await engine.atomic(statements.map((sql) => ({ sql, params: [], method: 'run' })));
  }
  return { engine, close };
}
