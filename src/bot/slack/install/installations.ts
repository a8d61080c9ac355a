import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { InstallationStore, StoredInstallation } from '../../store/installation-store.ts';
import type { SlackClients } from '../slack-client.ts';
import type { Workspaces } from '../workspaces.ts';
import { installationSchema, type Known } from './installation.ts';
import { readTeams } from './read-teams.ts';
import { createRenewal, type Renewal } from './renew-token.ts';

export interface Installations extends Workspaces {
  /** Keeps no copy of what is stored any longer: it was just changed. */
  forget(): void;
  find(id: string): Promise<Known | undefined>;
  /** What is wrong with the token of a workspace although it still works. */
  problemOf(team: string): Promise<string | undefined>;
}

interface InstallationDeps {
  store: InstallationStore;
  /** Calls with any token, or with none. */
  clientWith(token: string): ReturnType<SlackClients>;
  /** Of SLACK_BOT_TOKEN, where there is one. */
  botToken: string | undefined;
  client: { clientId: string; clientSecret: string };
  /** The workspaces and organisations that may install the app; empty: any. */
  allowed: readonly string[];
  clock: Clock;
}

const keptMs = 60_000;
/** An organisation is asked again at most so often. */
const askedAgainMs = 10 * 60_000;

/** Every workspace that somebody installed the app in, beside the one of SLACK_BOT_TOKEN. */
export function createInstallations(deps: InstallationDeps): Installations {
  const { store, clock, clientWith, botToken, allowed } = deps;
  const kept = new Map<string, { known: Known | undefined; untilMs: number }>();
  const askedAtMs = new Map<string, number>();
  const renewal: Renewal = createRenewal({ ...deps, onRenewed: () => kept.clear() });
  let home: Promise<string> | undefined;

  async function read(id: string): Promise<Known | undefined> {
    const stored = await store.read(id);
    return stored && toKnown(stored);
  }

  /** One that the operator lets in no longer is as good as none. */
  function letIn(known: Known | undefined): Known | undefined {
    return known && (allowed.length === 0 || allowed.includes(known.installation.id)) ? known : undefined;
  }

  /** The workspace's own, or that of the organisation it belongs to. */
  async function of(team: string): Promise<Known | undefined> {
    const seen = kept.get(team);
    if (seen && clock.now() < seen.untilMs) return seen.known;
    const known = letIn(await read(team)) ?? (await ofOrganisation(team));
    kept.set(team, { known, untilMs: clock.now() + (known ? keptMs : 0) });
    return known;
  }

  async function ofOrganisation(team: string): Promise<Known | undefined> {
    const organisations = (await store.list()).flatMap((stored) => {
      const known = letIn(toKnown(stored));
      return known?.installation.teams ? [known] : [];
    });
    for (const known of organisations) {
      if (known.installation.teams?.includes(team)) return known;
    }
    for (const known of organisations) {
      if (clock.now() - (askedAtMs.get(known.installation.id) ?? 0) < askedAgainMs) continue;
      askedAtMs.set(known.installation.id, clock.now());
      const teams = await readTeams(clientWith((await renewal.fresh(known)).token));
      await store.replace(known.stored, { ...known.installation, teams });
      if (teams.includes(team)) return await read(known.installation.id);
    }
    return undefined;
  }

  /** The workspace of SLACK_BOT_TOKEN, which nobody told: without it, its token would be tried on strangers. */
  async function homeTeam(token: string): Promise<string> {
    home ??= clientWith(token)
      .call('auth.test', {})
      .then(({ team_id: team }) => (typeof team === 'string' ? team : ''))
      .catch((error: unknown) => {
        home = undefined;
        throw error;
      });
    return await home;
  }

  /** Whoever let the app in, for this workspace and maybe others. */
  async function accountOf(team: string): Promise<string> {
    const named = team === '' && botToken ? await homeTeam(botToken) : team;
    return (named === '' ? undefined : await of(named))?.installation.id ?? named;
  }

  async function areOne(team: string, other: string): Promise<boolean> {
    return team === other || (await accountOf(team)) === (await accountOf(other));
  }

  return {
    forget: () => kept.clear(),
    find: read,

    async tokenOf(team) {
      const known = team === '' ? undefined : await of(team);
      if (known) return (await renewal.fresh(known)).token;
      if (botToken && (team === '' || (await homeTeam(botToken)) === team)) return botToken;
      throw new RemoteError('forbidden', `Slack has no installation of the app in ${team || 'a default workspace'}`, {
        reason: 'not_installed',
      });
    },

    async teams() {
      const all = (await store.list()).flatMap((stored) => letIn(toKnown(stored))?.installation ?? []);
      const installed = all.flatMap(({ id, teams }) => teams ?? [id]);
      const isHomeInstalled = botToken !== undefined && installed.includes(await homeTeam(botToken).catch(() => ''));
      return [...(botToken && !isHomeInstalled ? [''] : []), ...new Set(installed)];
    },

    isChosen: async (team) => allowed.length > 0 || (await areOne('', team)),
    areOne,

    async problemOf(team) {
      const known = team === '' ? undefined : await of(team);
      return known && renewal.problemOf(known.installation);
    },
  };
}

/** What another version of the program stored and nobody can read counts as not there. */
function toKnown(stored: StoredInstallation): Known | undefined {
  const installation = installationSchema.safeParse(stored.value).data;
  return installation && { installation, stored };
}
