import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { bePatient } from '../../cases/be-patient.ts';
import type { CaseDeps } from '../../cases/case-deps.ts';
import { type CaseJobs, newJob } from '../../cases/case-jobs.ts';
import { type EndDeps, tellOperator } from '../../cases/end-cases.ts';
import { together } from '../../cases/planned.ts';
import type { InstallationStore } from '../../store/installation-store.ts';
import type { SlackClients } from '../slack-client.ts';
import type { Installations } from './installations.ts';

/** Takes away what a workspace gave that has removed the app, once its token is seen to work no more. */
export function createLeaveWorkspace(
  deps: EndDeps &
    Pick<CaseDeps, 'clock' | 'random'> & {
      /** Undefined: there is one workspace, whose token the operator has to change. */
      installs:
        | {
            installations: Pick<Installations, 'find' | 'forget'>;
            installationStore: Pick<InstallationStore, 'removeStatement'>;
          }
        | undefined;
      clientOf: SlackClients;
      log: Log;
    },
): JobHandler {
  const { installs, clientOf, log } = deps;

  /** The event may be late: somebody may have installed the app again since. */
  async function isStillIn(team: string): Promise<boolean> {
    try {
      await clientOf(team).call('auth.test', {});
      return true;
    } catch (error) {
      const isOut = error instanceof RemoteError && (error.code === 'unauthorized' || error.code === 'forbidden');
      if (!isOut) throw error;
      return false;
    }
  }

  async function find(team: string, organisation: string | null) {
    const own = await installs?.installations.find(team);
    return own ?? (organisation ? await installs?.installations.find(organisation) : undefined);
  }

  const handler: JobHandler = {
    kind: 'leave-workspace',
    async run(job) {
      const { team, organisation, reason, delivery } = job.payload as CaseJobs['leave-workspace'];
      installs?.installations.forget();
      const known = await find(team, organisation);
      if (!installs)
        return { status: 'done', ...(await tellOperator(deps, `left:${team}`, [ownTokenWords(team, reason)])) };
      if (!known || (await isStillIn(known.installation.teams?.[0] ?? known.installation.id))) {
        log.info('nothing to take away', { team, reason });
        return { status: 'done' };
      }
      const { id, name, teams } = known.installation;
      log.warn('app removed from a workspace', { team: id, reason });
      const ends = (teams ?? [id]).map((left) => newJob('end-workspace', { team: left, reason, round: delivery }));
      const words = `logtriage was removed from ${name} (${id}): Slack says ${reason}. Its token is deleted, and work for it ends.`;
      installs.installations.forget();
      return {
        status: 'done',
        ...together(
          { writes: [installs.installationStore.removeStatement(known.stored)], enqueue: ends },
          await tellOperator(deps, `left:${delivery}`, [words]),
        ),
      };
    },
  };
  return bePatient(handler, deps);
}

function ownTokenWords(team: string, reason: string): string {
  return `logtriage was removed from the workspace ${team}: Slack says ${reason}. Install it there again, put the new token into SLACK_BOT_TOKEN, and restart.`;
}
