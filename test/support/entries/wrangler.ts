import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { type NodeEnd, type RunningNode, runNode, startNode } from '../run-node.ts';

const program = ['--no-warnings', 'node_modules/wrangler/wrangler-dist/cli.js'];
/** Nothing of it asks anybody outside. */
const offline = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', CI: 'true' };

export function runWrangler(args: readonly string[], env: Record<string, string> = {}): Promise<NodeEnd> {
  return runNode([...program, ...args], { env: { ...offline, ...env }, hasChildren: true });
}

export function startWrangler(args: readonly string[]): RunningNode {
  return startNode([...program, ...args], { env: offline, hasChildren: true });
}

/** Why the runtime of Workers cannot be started on this machine; undefined where it can. Told on standard error. */
export function missingWorkerd(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    execFileSync(process.execPath, [require.resolve('workerd/bin/workerd'), '--version'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const reason = `SKIPPED: the local Workers runtime cannot be started here: ${String(error).slice(0, 500)}`;
    process.stderr.write(`\n${reason}\n`);
    return reason;
  }
}
