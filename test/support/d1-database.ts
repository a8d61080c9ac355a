import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPlatformProxy } from 'wrangler';
import { createD1Engine, type D1Binding } from '../../src/cloudflare/d1-engine.ts';

/** The D1 database of wrangler.toml in the local Workers runtime, brought up by the same migrations, without a network. */
export async function startLocalD1() {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const proxy = await getPlatformProxy<{ DB: D1Binding }>({
    configPath: 'wrangler.toml',
    persist: false,
    remoteBindings: false,
  });
  const engine = createD1Engine(proxy.env.DB);
  const folder = 'drizzle/bot';
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint');
    await engine.atomic(statements.map((sql) => ({ sql, params: [], method: 'run' })));
  }
  return { engine, close: () => proxy.dispose() };
}
