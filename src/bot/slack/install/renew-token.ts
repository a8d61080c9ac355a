import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { InstallationStore } from '../../store/installation-store.ts';
import type { SlackClients } from '../slack-client.ts';
import { type Installation, installationSchema, type Known, renewed } from './installation.ts';

export interface Renewal {
  /** The installation with a token that works for some time yet. */
  fresh(known: Known): Promise<Installation>;
  /** Why a token that still works will not be renewed. */
  problemOf(installation: Installation): string | undefined;
}

/** Of twelve hours: what is refused or unanswered can be tried again and again before work stands still. */
const aheadMs = 2 * 3_600_000;
/** Longer than the call that renews may take. */
const leaseMs = 60_000;
const againMs = 5 * 60_000;

/**
 * Renews tokens before they end. A refresh token works once, and whoever is ended between Slack's answer and the
 * database has lost its successor; but the token before works to its end, so there are two hours to install anew in.
 */
export function createRenewal(deps: {
  store: InstallationStore;
  clientWith(token: string): ReturnType<SlackClients>;
  client: { clientId: string; clientSecret: string };
  clock: Clock;
  onRenewed(): void;
}): Renewal {
  const { store, clientWith, client, clock } = deps;
  const running = new Map<string, Promise<Installation>>();
  /** By token: when renewing it failed last, and why where Slack refused it for good. */
  const failures = new Map<string, { atMs: number; reason: string | undefined }>();

  const isOver = ({ expiresAtMs }: Installation) => expiresAtMs !== undefined && expiresAtMs <= clock.now();

  async function renew({ installation, stored }: Known): Promise<Installation> {
    if (!(await store.claimRenewal(stored.id, leaseMs))) return await otherwise(installation, busy());
    try {
      const { installation: now } = await read(stored.id);
      // Somebody else has done it meanwhile.
      if (now.token !== installation.token) return now;
      const reply = await clientWith('').call('oauth.v2.access', {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_type: 'refresh_token',
        refresh_token: now.refreshToken,
      });
      const next = renewed(now, reply, clock.now());
      const kept = await keep(stored.id, { instead: now.token, next });
      failures.delete(installation.token);
      return kept;
    } catch (error) {
      if (!(error instanceof RemoteError) || error.reason === 'not_installed') throw error;
      const isRefused = error.code === 'rejected' || error.code === 'unauthorized';
      failures.set(installation.token, { atMs: clock.now(), reason: isRefused ? error.reason : undefined });
      return await otherwise(installation, isRefused ? refused(error.reason, stored.id) : error);
    } finally {
      await store.endRenewal(stored.id);
      deps.onRenewed();
    }
  }

  /** What is stored of it may be sealed anew meanwhile; a token of another installation is newer than this one. */
  async function keep(id: string, { instead, next }: { instead: string; next: Installation }): Promise<Installation> {
    for (;;) {
      const { stored, installation } = await read(id);
      if (installation.token !== instead) return installation;
      if (await store.replace(stored, next)) return next;
    }
  }

  async function read(id: string): Promise<Known> {
    const stored = await store.read(id);
    const installation = installationSchema.safeParse(stored?.value).data;
    if (!stored || !installation) throw gone(id);
    return { stored, installation };
  }

  /** Goes on with the token there is, for as long as it works. */
  async function otherwise(installation: Installation, error: RemoteError): Promise<Installation> {
    if (isOver(installation)) throw error;
    return installation;
  }

  return {
    async fresh(known) {
      const { installation } = known;
      const { expiresAtMs, refreshToken, token } = installation;
      if (expiresAtMs === undefined || !refreshToken || expiresAtMs - aheadMs > clock.now()) return installation;
      const failure = failures.get(token);
      if (failure && clock.now() - failure.atMs < againMs) {
        if (!isOver(installation)) return installation;
        if (failure.reason) throw refused(failure.reason, known.stored.id);
      }
      const renewing = running.get(known.stored.id) ?? renew(known).finally(() => running.delete(known.stored.id));
      running.set(known.stored.id, renewing);
      return await renewing;
    },

    problemOf({ token, expiresAtMs }) {
      const reason = failures.get(token)?.reason;
      if (reason === undefined || expiresAtMs === undefined) return undefined;
      return `its token expires at ${new Date(expiresAtMs).toISOString()} and cannot be renewed (${reason})`;
    },
  };
}

function busy(): RemoteError {
  return new RemoteError('retry_later', 'Slack renews a token for another process', { retryAfterMs: 2_000 });
}

function refused(reason: string | undefined, account: string): RemoteError {
  return new RemoteError('unauthorized', `Slack does not renew the token of ${account}`, { reason, account });
}

function gone(id: string): RemoteError {
  return new RemoteError('forbidden', `Slack has no installation of the app in ${id}`, { reason: 'not_installed' });
}
