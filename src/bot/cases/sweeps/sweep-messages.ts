import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from '../case-deps.ts';
import { caseHandler, newJob } from '../case-jobs.ts';
import { type Planned, planWrites, together } from '../planned.ts';
import type { RecentMessage } from '../ports.ts';
import type { ThreadHome } from '../thread-home.ts';
import { sweptSince } from './sweep-window.ts';

export const sweepMessagesJob = { kind: 'sweep-messages', payload: {}, dedupKey: 'sweep-messages' };

const everyMs = 60 * 60_000;

/** Has the conversations the bot is in looked through, each by a job of its own, so that they take turns with other work. */
export function createSweepMessages({ slack, memory, clock, log }: CaseDeps): JobHandler {
  return {
    kind: sweepMessagesJob.kind,
    isStanding: true,
    async run() {
      const now = clock.now();
      const later = { status: 'later' as const, runAtMs: now + everyMs };
      const looks = await Promise.allSettled((await slack.teams()).map((team) => look(team, now)));
      const seen = looks.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
      const failed = looks.find((end) => end.status === 'rejected');
      // One workspace that cannot be read holds none of the others up; its own mark stays, for the next time.
      if (failed && seen.length === 0) throw failed.reason;
      if (failed) log.warn('a workspace cannot be swept', { error: failed.reason });
      return { ...later, ...together(...seen) };
    },
  };

  async function look(team: string, now: number): Promise<Planned> {
    const mark = team === '' ? 'messages' : `messages:${team}`;
    const sinceMs = await sweptSince(memory, mark, now);
    const marked = planWrites(memory.markSwept(mark, now));
    if (sinceMs === undefined) return marked;
    const found = await slack.conversations(team);
    const round = String(now);
    const sweeps = found.channels.map(({ id, isDirect }) =>
      newJob('sweep-channel', { team: found.team, channel: id, isDirect, sinceMs, round }),
    );
    return { ...marked, enqueue: sweeps };
  }
}

/** Finds messages of one conversation that no event told of; those that were read already are known by their job. */
export function createSweepChannel({ slack, home, log }: CaseDeps & { home: ThreadHome }): JobHandler {
  return caseHandler({
    kind: 'sweep-channel',
    concurrency: 1,
    async run({ team, channel, isDirect, sinceMs }) {
      const recent = await slack.recentMessages({ team, channel }, sinceMs);
      const isForUs = async ({ hasFiles, mentionsBot, threadTs }: RecentMessage) =>
        isDirect ||
        hasFiles ||
        mentionsBot ||
        (threadTs !== undefined && (await home.isAtHome({ kind: 'thread', team, channel, threadTs })));
      const wanted = await Promise.all(recent.map(isForUs));
      const found = recent.filter((_, index) => wanted[index]);
      if (found.length > 0) log.debug('channel swept', { channel, messages: found.length });
      return {
        status: 'done',
        enqueue: found.map(({ ts, threadTs }) =>
          newJob('read-message', { ref: { team, channel, ts, ...(threadTs ? { threadTs } : {}) } }),
        ),
      };
    },
  });
}
