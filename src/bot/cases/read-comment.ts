import { wholeText } from '#core/kept-text.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { trackerAsker } from '../store/asking-limit.ts';
import { askOnTicket, rerunTicket } from './ask-on-ticket.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler } from './case-jobs.ts';
import { changesQuestion, isPromptEdit } from './edited-question.ts';
import { type JudgingDeps, judgeCause } from './judge-cause.ts';
import { parseTicketCommand } from './parse-ticket-command.ts';
import { placeKey } from './place.ts';
import { done, type Planned, planNothing, together } from './planned.ts';
import { type Ticket, type TicketComment, ticketPlace } from './ports.ts';
import { notice, sentences, tooManyWords } from './sentences.ts';
import { tellTicketState } from './tell-ticket-state.ts';
import { isOurs } from './ticket-filter.ts';
import { withdrawReplaced } from './withdraw-question.ts';

/** Carries out what somebody allowed wrote to the bot below a ticket. The answer is a comment there. */
export function createReadComment(deps: CaseDeps & JudgingDeps): JobHandler {
  const { jira, log, settings } = deps;
  return caseHandler({
    kind: 'read-comment',
    concurrency: 4,
    async run({ issueId, commentId }, _job, { signal }) {
      const askKey = `comment:${jira.site}:${commentId}`;
      const fetched = await jira.comment(issueId, commentId);
      const comment = fetched.status === 'found' ? fetched.value : null;
      const isGone = fetched.status === 'gone' || comment?.mentionsBot === false;
      if (isGone) return done(await withdrawReplaced(deps, askKey, undefined));
      if (!comment || comment.author.kind === 'own_bot' || comment.author.kind === 'other_bot') {
        return { status: 'done' };
      }
      const found = await jira.ticket(issueId);
      if (found.status !== 'found' || !isOurs(found.value, settings.tickets)) {
        log.info('comment ignored', { issueId, reason: 'no ticket of ours' });
        return { status: 'done' };
      }
      return done(await carryOut(deps, found.value, comment, askKey, signal));
    },
  });
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
      return ask(deps, ticket, comment, { asker, askKey, question: command.question });
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

/** A question that its author soon changes is asked again, instead of what it was. */
async function ask(
  deps: CaseDeps,
  ticket: Ticket,
  { createdAtMs, editedAtMs }: TicketComment,
  asked: { asker: string; askKey: string; question: string },
): Promise<Planned> {
  const { askKey, question } = asked;
  const [before] = (await deps.store.questionsAskedBy(askKey)).toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  const isEdit = before !== undefined && editedAtMs !== undefined && isPromptEdit(createdAtMs, editedAtMs);
  if (!isEdit) return askOnTicket(deps, ticket, asked);
  if (!changesQuestion(await wholeText(deps.vault, before), question)) return planNothing();
  const editedKey = `${askKey}:${editedAtMs}`;
  return together(
    await withdrawReplaced(deps, askKey, editedKey),
    await askOnTicket(deps, ticket, { ...asked, askKey: editedKey }),
  );
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
