import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Statement } from '#core/sql.ts';
import type { JobHandler, JobOutcome } from '#jobs/queue.ts';
import { bePatient } from '../../cases/be-patient.ts';
import type { CaseDeps } from '../../cases/case-deps.ts';
import { type CaseJobs, newJob } from '../../cases/case-jobs.ts';
import { type EndDeps, tellOperator } from '../../cases/end-cases.ts';
import { done } from '../../cases/planned.ts';
import type { InstallationStore } from '../../store/installation-store.ts';
import type { SlackClients } from '../slack-client.ts';
import type { Known } from './installation.ts';
import type { Installations } from './installations.ts';
import { readTeams } from './read-teams.ts';

type Payload = CaseJobs['leave-workspace'];
type Store = Pick<InstallationStore, 'removeStatement' | 'replace'>;

/** Takes away what a workspace gave that has removed the app, once its token is seen to work no more. */
export function createLeaveWorkspace(
  deps: EndDeps &
    Pick<CaseDeps, 'clock' | 'random'> & {
      /** Undefined: there is one workspace, whose token the operator has to change. */
      installs:
        | {
            installations: Pick<Installations, 'find' | 'forget'>;
            installationStore: Store;
          }
        | undefined;
      clientOf: SlackClients;
      log: Log;
    },
): JobHandler {
  const { installs, clientOf, log } = deps;

  /** The event may be late: somebody may have installed the app again since. */
  async function isStillIn(id: string): Promise<boolean> {
    try {
      await clientOf(id).call('auth.test', {});
      return true;
    } catch (error) {
      const isOut = error instanceof RemoteError && (error.code === 'unauthorized' || error.code === 'forbidden');
      if (!isOut) throw error;
      return false;
    }
  }

  async function end(
    teams: readonly string[],
    { reason, delivery }: Payload,
    words: string,
    writes: Statement[] = [],
  ): Promise<JobOutcome> {
    const enqueue = teams.map((team) => newJob('end-workspace', { team, reason, round: delivery }));
    const told = await tellOperator(deps, `left:${delivery}`, [words]);
    return done({ writes, enqueue }, told);
  }

  async function removeAll({ installation, stored }: Known, payload: Payload, store: Store): Promise<JobOutcome> {
    const { id, name, teams } = installation;
    log.warn('app removed from a workspace', { team: id, reason: payload.reason });
    const words = `logtriage was removed from ${name} (${id}): Slack says ${payload.reason}. Its token is deleted, and its work stops.`;
    return await end(teams ?? [id], payload, words, [store.removeStatement(stored)]);
  }

  /** The token of an organisation works on for its other workspaces. */
  async function removeTeam({ installation, stored }: Known, payload: Payload, store: Store): Promise<JobOutcome> {
    const { team, reason } = payload;
    const teams = await readTeams(clientOf(installation.id));
    if (teams.includes(team)) return nothingToTake(payload);
    // A token that was renewed meanwhile is kept: the list is written into what lies there now.
    if (!(await store.replace(stored, { ...installation, teams })))
      return { status: 'later', runAtMs: deps.clock.now() };
    log.warn('app removed from a workspace of an organisation', { team, organisation: installation.id, reason });
    const words = `logtriage was removed from the workspace ${team} of ${installation.name}: Slack says ${reason}. Its work stops; the organisation's other workspaces continue.`;
    return await end([team], payload, words);
  }

  function nothingToTake({ team, reason }: Payload): JobOutcome {
    log.info('nothing to take away', { team, reason });
    return { status: 'done' };
  }

  const handler: JobHandler = {
    kind: 'leave-workspace',
    async run(job) {
      const payload = job.payload as Payload;
      const { team, organisation, reason } = payload;
      if (!installs) return done(await tellOperator(deps, `left:${team}`, [ownTokenWords(team, reason)]));
      const { installations, installationStore: store } = installs;
      installations.forget();
      const known =
        (await installations.find(team)) ?? (organisation ? await installations.find(organisation) : undefined);
      if (!known) return nothingToTake(payload);
      const isIn = await isStillIn(known.installation.id);
      const isPart = known.installation.teams !== null && team !== known.installation.id;
      if (isIn && !isPart) return nothingToTake(payload);
      const outcome = isIn ? await removeTeam(known, payload, store) : await removeAll(known, payload, store);
      installations.forget();
      return outcome;
    },
  };
  return bePatient(handler, deps);
}

function ownTokenWords(team: string, reason: string): string {
  return `logtriage was removed from the workspace ${team}: Slack says ${reason}. Reinstall it there, put the new token into SLACK_BOT_TOKEN, and restart.`;
}
