import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { type NodeEnd, type RunningNode, runNode, startNode } from '../run-node.ts';

const program = ['--no-warnings', 'node_modules/wrangler/wrangler-dist/cli.js'];
/** Nothing of it asks anybody outside. */
const offline = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', CI: 'true' };

export function runWrangler(args: readonly string[], env: Record<string, string> = {}): Promise<NodeEnd> {
  return runNode([...program, ...args], { env: { ...offline, ...env }, hasChildren: true });
}

export interface RunningWorker {
  origin: string;
  printed(): string;
  kill(): Promise<void>;
}

/** A Worker in the local runtime, on a port of its own. `isShared`: by a file of tests, which ends it. */
export async function startWorker(args: readonly string[], { isShared = false } = {}): Promise<RunningWorker> {
  const where = ['--local', '--ip', '127.0.0.1', '--port', String(await freePort()), '--inspector-port', '0'];
  const wrangler: RunningNode = startNode(
    [...program, 'dev', ...args, ...where, '--show-interactive-dev-session=false'],
    { env: offline, hasChildren: true, isShared },
  );
  const [, origin = ''] = await wrangler.prints(/Ready on (http:\S+)/);
  return { origin, printed: wrangler.printed, kill: wrangler.kill };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
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
