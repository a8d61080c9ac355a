import { eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { CaseStore } from '../../store/case-store.ts';
import { inbox } from '../../store/cases.ts';
import type { InstallationStore } from '../../store/installation-store.ts';
import type { SlackClient } from '../slack-client.ts';
import { type Installation, readInstallation } from './installation.ts';
import { readTeams } from './read-teams.ts';

/** What an installation needs of Slack and of the database, once a browser has come back. */
export interface InstallSteps {
  /** Whether what began an installation has ended one before. */
  isUsed(nonce: string): Promise<boolean>;
  /** Exchanges a code for what Slack gives. */
  exchange(code: string, redirectUrl: string): Promise<Installation>;
  /** Keeps it, unless what began it was used before: then false. */
  keep(installation: Installation, nonce: string): Promise<boolean>;
  /** Gives a token back that is not to be kept. */
  giveBack(token: string): Promise<void>;
}

export function createInstallSteps({
  client,
  clientWith,
  installationStore,
  sql,
  cases,
  clock,
  onKept,
}: {
  client: { clientId: string; clientSecret: string };
  /** Calls with any token, or with none. */
  clientWith(token: string): SlackClient;
  installationStore: Pick<InstallationStore, 'save'>;
  sql: Sql;
  cases: Pick<CaseStore, 'insertInbox'>;
  clock: Clock;
  onKept(): Promise<void>;
}): InstallSteps {
  const proof = { client_id: client.clientId, client_secret: client.clientSecret };
  const keyOf = (nonce: string) => `slack-install:${nonce}`;

  return {
    async isUsed(nonce) {
      const isIt = eq(inbox.key, keyOf(nonce));
      return (await sql.select({ key: inbox.key }).from(inbox).where(isIt).limit(1)).length > 0;
    },

    async exchange(code, redirectUrl) {
      const reply = await clientWith('').call('oauth.v2.access', { ...proof, code, redirect_uri: redirectUrl });
      const installation = readInstallation(reply, clock.now());
      return installation.teams
        ? { ...installation, teams: await readTeams(clientWith(installation.token)) }
        : installation;
    },

    async keep(installation, nonce) {
      const request = { key: keyOf(nonce), source: 'slack', payload: {}, receivedAtMs: clock.now() } as const;
      const [taken] = await atomic(sql, [cases.insertInbox(request)]);
      if (!Array.isArray(taken) || taken.length === 0) return false;
      await installationStore.save(installation.id, installation);
      await onKept();
      return true;
    },

    async giveBack(token) {
      await clientWith(token).call('auth.revoke', {});
    },
  };
}
