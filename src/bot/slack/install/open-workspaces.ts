import type { Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { CaseStore } from '../../store/case-store.ts';
import { createInstallationStore, type InstallationStore } from '../../store/installation-store.ts';
import { createSlackClients, type SlackClientOptions, type SlackClients } from '../slack-client.ts';
import { singleWorkspace, type Workspaces } from '../workspaces.ts';
import { createInstallRoutes, installPath } from './install-routes.ts';
import { createInstallSteps } from './install-steps.ts';
import { createInstallations, type Installations } from './installations.ts';

/** Workspaces that are looked at side by side. */
const atOnce = 10;

export interface SlackConnection {
  signingSecret: string;
  /** Of the workspace that is there without an installation. */
  botToken?: string | undefined;
  apiUrl: string;
  /** Lets people install the app in workspaces. */
  oauth?: { clientId: string; clientSecret: string; allowed: readonly string[] } | undefined;
}

export interface Installing {
  routes: Hono;
  installations: Installations;
  installationStore: InstallationStore;
}

export interface OpenWorkspaces {
  workspaces: Workspaces;
  clientOf: SlackClients;
  /** Where people install the app; undefined: nobody can. */
  installs: Installing | undefined;
}

type Deps = Omit<SlackClientOptions, 'workspaces' | 'apiUrl'> & {
  connection: SlackConnection;
  publicUrl: string | undefined;
  /** Called once a workspace is there that was not. */
  onInstalled(): Promise<unknown>;
  sql: Sql;
  cases: Pick<CaseStore, 'insertInbox'>;
  vault: Vault;
  clock: Clock;
  log: Log;
};

/** The workspaces of the app: the one of its token, and those it was installed in. */
export function openWorkspaces(deps: Deps): OpenWorkspaces {
  const { connection, publicUrl, onInstalled, sql, cases, vault, clock, log, ...options } = deps;
  const { botToken, apiUrl, oauth } = connection;
  const clientsOf = (workspaces: Pick<Workspaces, 'tokenOf'>) =>
    createSlackClients({ ...options, apiUrl, workspaces, namesAccounts: oauth !== undefined });
  if (!oauth || publicUrl === undefined) {
    const workspaces = singleWorkspace(botToken ?? '');
    return { workspaces, clientOf: clientsOf(workspaces), installs: undefined };
  }
  const clientWith = (token: string) => clientsOf(singleWorkspace(token))('');
  const installationStore = createInstallationStore({ sql, clock, vault });
  const installations = createInstallations({
    store: installationStore,
    clientWith,
    botToken,
    client: oauth,
    allowed: oauth.allowed,
    clock,
  });

  const onKept = async () => {
    installations.forget();
    await onInstalled();
  };
  const routes = createInstallRoutes({
    client: oauth,
    apiUrl,
    publicUrl,
    allowed: new Set(oauth.allowed),
    steps: createInstallSteps({ client: oauth, clientWith, installationStore, sql, cases, clock, onKept }),
    clock,
    log,
  });
  const installs = { routes, installations, installationStore };
  return { workspaces: installations, clientOf: clientsOf(installations), installs };
}

/** Looks at each workspace's token, which renews those that end soon. Throws with what is wrong with which. */
export async function checkWorkspaces(
  { installations }: Installing,
  clientOf: SlackClients,
  publicUrl: string | undefined,
): Promise<string> {
  const teams = await installations.teams();
  if (teams.length === 0) {
    const reason = `it is installed in no workspace yet: open ${publicUrl ?? ''}${installPath}`;
    throw new RemoteError('unauthorized', 'Slack knows no workspace', { reason });
  }
  const problems: string[] = [];
  for (let at = 0; at < teams.length; at += atOnce) {
    const looks = teams.slice(at, at + atOnce).map(async (team) => {
      const problem = await problemOf(team);
      if (problem) problems.push(`${team || 'SLACK_BOT_TOKEN'}: ${problem}`);
    });
    await Promise.all(looks);
  }
  if (problems.length > 0) throw new RemoteError('unauthorized', 'Slack refuses', { reason: problems.join('; ') });
  return teams.length === 1 ? 'one workspace' : `${teams.length} workspaces`;

  async function problemOf(team: string): Promise<string | undefined> {
    try {
      await clientOf(team).call('auth.test', {});
      return await installations.problemOf(team);
    } catch (error) {
      if (error instanceof RemoteError) return error.reason ?? error.code;
      throw error;
    }
  }
}
