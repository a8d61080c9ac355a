import { RemoteError } from '#core/errors.ts';
import type { Metrics } from '#core/metrics.ts';
import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import { tellOperator } from './end-cases.ts';
import { type Planned, together } from './planned.ts';

export interface Connection {
  name: string;
  /** One cheap call that needs the credentials; words say what was found. Throws where they or the address are wrong. */
  check(signal: AbortSignal): Promise<unknown>;
  /** The variables it is configured by, for the operator. */
  variables: string;
}

/** What the last look at a connection said; undefined before the first. */
export interface ConnectionState {
  name: string;
  problem: string | null | undefined;
  /** More that the operator may want to know of one that works. */
  note?: string;
}

export const checkConnectionsJob = { kind: 'check-connections', payload: {}, dedupKey: 'check-connections' };

const checkMs = 20_000;
const againMs = 60_000;
const restMs = 10 * 60_000;

/**
 * Tries what is configured, in the background: the start waits for nobody, and a wrong host or token is known before the
 * first file needs it. A problem is told once a day and tried again each minute.
 */
export function createCheckConnections(
  deps: CaseDeps & { metrics: Metrics },
  connections: readonly Connection[],
): { handler: JobHandler; states(): ConnectionState[] } {
  const { clock, log } = deps;
  const problems = new Map<string, string | null>();
  const notes = new Map<string, string>();
  for (const { name } of connections) {
    deps.metrics.gauge(
      `connection_${name}_up`,
      `1 while ${name} accepts the bot's credentials, 0 while it does not, -1 before the first check.`,
      () => (problems.has(name) ? Number(problems.get(name) === null) : -1),
    );
  }

  async function look({ name, check, variables }: Connection, signal: AbortSignal): Promise<Planned[]> {
    const problem = await check(AbortSignal.any([signal, AbortSignal.timeout(checkMs)])).then(
      (found) => {
        if (typeof found === 'string') notes.set(name, found);
        return null;
      },
      (error: unknown) => describe(error),
    );
    const before = problems.get(name);
    problems.set(name, problem);
    if (problem === null) {
      if (before) log.info('connection works again', { name });
      return [];
    }
    if (before !== problem) log.warn('connection does not work', { name, problem });
    // The operator's channel may be the very thing that is away: the ledger waits for it.
    const words = `${name} does not work (${problem}). Check ${variables}. The bot retries every minute; nothing is lost.`;
    return [await tellOperator(deps, `connection:${name}:${problem}`, [words])];
  }

  function stateOf(name: string): ConnectionState {
    const problem = problems.get(name);
    const note = problem === null ? notes.get(name) : undefined;
    return { name, problem, ...(note ? { note } : {}) };
  }

  return {
    states: () => connections.map(({ name }) => stateOf(name)),
    handler: {
      kind: checkConnectionsJob.kind,
      isStanding: true,
      async run(_job, { signal }) {
        const told = (await Promise.all(connections.map((connection) => look(connection, signal)))).flat();
        const isAllWell = [...problems.values()].every((problem) => problem === null);
        return { status: 'later', runAtMs: clock.now() + (isAllWell ? restMs : againMs), ...together(...told) };
      },
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof RemoteError)) return 'no readable answer';
  return error.reason ?? (error.status === undefined ? error.code : `${error.code}, HTTP ${error.status}`);
}
