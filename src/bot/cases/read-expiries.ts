import type { Clock } from '#core/clock.ts';
import type { ServiceStore } from '../store/service-store.ts';
import { keyLifetimeMs } from './key-expiry.ts';

const soonMs = 14 * 86_400_000;

/** What ends within a fortnight, or has ended, as far as anybody told when it was made. */
export async function readExpiries(deps: {
  services: Pick<ServiceStore, 'findKey'>;
  fingerprint(): Promise<string>;
  keyCreatedMs: number | undefined | null;
  tokenExpiresMs: number | undefined;
  clock: Clock;
}): Promise<{ what: string; atMs: number }[]> {
  const { keyCreatedMs, tokenExpiresMs } = deps;
  // Null: it is replaced by itself.
  const createdMs =
    keyCreatedMs === null
      ? undefined
      : (keyCreatedMs ?? (await deps.services.findKey(await deps.fingerprint()))?.firstSeenMs);
  const all = [
    ...(createdMs === undefined ? [] : [{ what: 'the API key of the log service', atMs: createdMs + keyLifetimeMs }]),
    ...(tokenExpiresMs === undefined ? [] : [{ what: 'the token of Jira', atMs: tokenExpiresMs }]),
  ];
  return all.filter(({ atMs }) => atMs - deps.clock.now() <= soonMs);
}
