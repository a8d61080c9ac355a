import type { JobHandler } from '#jobs/queue.ts';
import { absentChat, absentTracker } from '../absent-vendors.ts';
import type { CaseDeps } from '../case-deps.ts';
import type { ThreadHome } from '../thread-home.ts';
import { createSweepChannel, createSweepMessages, sweepMessagesJob } from './sweep-messages.ts';
import { createSweepTickets, sweepTicketsJob } from './sweep-tickets.ts';

/**
 * What looks for work that no event told of: this program was away, or its address was. Whatever is found takes the way
 * it would have taken, so what came twice is done once.
 */
export function createSweeps(deps: CaseDeps & { home: ThreadHome }): {
  handlers: readonly JobHandler[];
  jobs: readonly { kind: string; payload: Record<string, never>; dedupKey: string }[];
} {
  const hasTickets = deps.jira !== absentTracker;
  const hasChat = deps.slack !== absentChat;
  return {
    handlers: [createSweepTickets(deps), createSweepMessages(deps), createSweepChannel(deps)],
    jobs: [...(hasTickets ? [sweepTicketsJob] : []), ...(hasChat ? [sweepMessagesJob] : [])],
  };
}
