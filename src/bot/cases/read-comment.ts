import type { JobHandler } from '#jobs/queue.ts';
import { trackerAsker } from '../store/asking-limit.ts';
import { askOnTicket, rerunTicket } from './ask-on-ticket.ts';
import type { CaseDeps } from './case-deps.ts';
import type { CaseJobs } from './case-jobs.ts';
import { type JudgingDeps, judgeCause } from './judge-cause.ts';
import { parseTicketCommand } from './parse-ticket-command.ts';
import { placeKey } from './place.ts';
import { type Planned, planNothing } from './planned.ts';
import { type Ticket, type TicketComment, ticketPlace } from './ports.ts';
import { notice, sentences, tooManyWords } from './sentences.ts';
import { tellTicketState } from './tell-ticket-state.ts';
import { isOurs } from './ticket-filter.ts';

/** Carries out what somebody allowed wrote to the bot below a ticket. The answer is a comment there. */
export function createReadComment(deps: CaseDeps & JudgingDeps): JobHandler {
  const { jira, log, settings } = deps;
  return {
    kind: 'read-comment',
    concurrency: 4,
    async run(job, { signal }) {
      const { issueId, commentId } = job.payload as CaseJobs['read-comment'];
      const fetched = await jira.comment(issueId, commentId);
      const comment = fetched.status === 'found' ? fetched.value : null;
      if (!comment?.mentionsBot || comment.author.kind === 'own_bot' || comment.author.kind === 'other_bot') {
        return { status: 'done' };
      }
      const found = await jira.ticket(issueId);
      if (found.status !== 'found' || !isOurs(found.value, settings.tickets)) {
        log.info('comment ignored', { issueId, reason: 'no ticket of ours' });
        return { status: 'done' };
      }
      return {
        status: 'done',
        ...(await carryOut(deps, found.value, comment, `comment:${found.value.site}:${commentId}`, signal)),
      };
    },
  };
}

async function carryOut(
  deps: CaseDeps & JudgingDeps,
  ticket: Ticket,
  comment: TicketComment,
  askKey: string,
  signal: AbortSignal,
): Promise<Planned> {
  const say = (...words: string[]) =>
    deps.deliver([{ key: `told:${askKey}`, place: ticketPlace(ticket), message: notice('info', words) }]);
  const { commanders } = deps.settings.tickets;
  // Customers get no word: what is said to them is for people to decide.
  if (mayBeCustomer(comment, ticket, commanders)) return planNothing();
  if (!mayCommand(comment, commanders)) {
    const key = `no-commander:${placeKey(ticketPlace(ticket))}:${comment.author.id}`;
    return deps.deliver([{ key, place: ticketPlace(ticket), message: notice('info', [sentences.notACommander()]) }]);
  }
  if (comment.isRestricted) return say(sentences.restrictedComment());
  const asker = trackerAsker(ticket.site, comment.author.id);
  const tooMany = await deps.asking.take(asker, askKey);
  if (tooMany) {
    const message = notice('info', [tooManyWords(tooMany)]);
    return deps.deliver([{ key: `limit:${tooMany.key}`, place: ticketPlace(ticket), message }]);
  }
  const command = parseTicketCommand(comment.text);
  switch (command.do) {
    case 'ask':
      return askOnTicket(deps, ticket, { asker, askKey, question: command.question });
    case 'tell-state':
      return tellTicketState(deps, ticket, askKey, signal);
    case 'rerun':
      return rerunTicket(deps, ticket, askKey);
    case 'help':
      return say(...(command.problem ? [command.problem] : sentences.ticketHelp()));
    default:
      return judgeCause(deps, ticket, { judgement: command, judge: comment.author.id }, say);
  }
}

function mayBeCustomer(comment: TicketComment, { project }: Ticket, commanders: ReadonlySet<string>): boolean {
  const { kind } = comment.author;
  return kind === 'customer' || (kind === 'person' && project.isServiceDesk && !isListed(comment, commanders));
}

function mayCommand(comment: TicketComment, commanders: ReadonlySet<string>): boolean {
  return commanders.size === 0 || isListed(comment, commanders);
}

function isListed({ author }: TicketComment, commanders: ReadonlySet<string>): boolean {
  const names = [author.id, author.emailAddress ?? ''].map((name) => name.toLowerCase());
  return names.some((name) => name !== '' && commanders.has(name));
}
