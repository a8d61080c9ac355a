import type { ActionDeps } from './actions/acted.ts';
import type { CaseDeps } from './case-deps.ts';
import type { TicketCommand } from './parse-ticket-command.ts';
import { placeKey } from './place.ts';
import { type Planned, planWrites, together } from './planned.ts';
import { type Ticket, ticketPlace } from './ports.ts';
import { sentences } from './sentences.ts';
import { causeLabel } from './ticket-labels.ts';

type Judgement = Extract<TicketCommand, { do: 'dup' | 'undup' | 'fixed' | 'invalid' }>;
type Say = (...words: string[]) => Promise<Planned>;

export type JudgingDeps = Pick<CaseDeps, 'memory' | 'jira' | 'store'> & Pick<ActionDeps, 'judgements'>;

/**
 * Remembers what people say of a ticket's cause, and has its labels say the same. Never closes or links anything: that is
 * theirs to do.
 */
export async function judgeCause(
  deps: JudgingDeps,
  ticket: Ticket,
  { judgement, judge }: { judgement: Judgement; judge: string },
  say: Say,
): Promise<Planned> {
  switch (judgement.do) {
    case 'undup':
      return await part(deps, ticket, say);
    case 'invalid':
      return await refute(deps, ticket, judge, say);
    case 'fixed':
      return await fix(deps, ticket, judgement.version, say);
    case 'dup':
      return await join(deps, ticket, judgement.issueKey.toUpperCase(), say);
  }
}

async function part({ memory, jira }: JudgingDeps, ticket: Ticket, say: Say): Promise<Planned> {
  const here = placeKey(ticketPlace(ticket));
  const joined = (await memory.foundAt(here)).filter(({ sameAs }) => sameAs !== null);
  if (joined.length === 0) return say(`${ticket.issueKey} is not marked as a duplicate.`);
  await setLabels(jira, ticket, {
    add: joined.map(({ key }) => causeLabel(key)),
    remove: joined.map(({ sameAs }) => causeLabel(sameAs ?? '')),
  });
  return together(planWrites(memory.part(here)), await say(`Noted: ${ticket.issueKey} has its own cause again.`));
}

async function refute(
  { memory, jira, store, judgements }: JudgingDeps,
  ticket: Ticket,
  judge: string,
  say: Say,
): Promise<Planned> {
  const here = placeKey(ticketPlace(ticket));
  const answered = (await store.questionsOfPlace(here)).findLast(
    ({ kind, state }) => kind === 'file' && state === 'answered',
  );
  if (answered) await judgements.judge(answered.id, `jira:${judge}`, 'wrong');
  const found = await memory.foundAt(here);
  const keys = new Set(found.flatMap(({ key, sameAs }) => [key, ...(sameAs ? [sameAs] : [])]));
  await setLabels(jira, ticket, { remove: [...keys].map(causeLabel) });
  return together(
    planWrites(memory.refute(here)),
    await say(
      `Noted: what I found is not the cause of ${ticket.issueKey}. I will not bring it up on other tickets because of this one.`,
    ),
  );
}

async function fix({ memory }: JudgingDeps, ticket: Ticket, version: string, say: Say): Promise<Planned> {
  const causes = await memory.causesOfPlace(placeKey(ticketPlace(ticket)));
  if (causes.length === 0) return say(sentences.noNamedCause(ticket.issueKey));
  const writes = causes.map(({ key }) => memory.fix(key, version));
  return together(
    planWrites(...writes),
    await say(`Noted: fixed in ${version}. If this cause turns up again, I will say that it is back.`),
  );
}

async function join({ memory, jira }: JudgingDeps, ticket: Ticket, otherKey: string, say: Say): Promise<Planned> {
  const { issueKey } = ticket;
  const other = await jira.ticket(otherKey);
  if (other.status === 'found' && other.value.issueId === ticket.issueId)
    return say(`${otherKey} is this ticket. Name the other one, as in dup PROJ-88.`);
  const causes = await memory.causesOfPlace(placeKey(ticketPlace(ticket)));
  const [cause] = causes;
  if (!cause) return say(sentences.noNamedCause(issueKey));
  const [into] = other.status === 'found' ? await memory.causesOfPlace(placeKey(ticketPlace(other.value))) : [];
  if (!into) return say(sentences.noCauseThere(otherKey));
  if (into.key === cause.key) return say(`${issueKey} and ${otherKey} already share that cause.`);
  await setLabels(jira, ticket, { add: [causeLabel(into.key)] });
  const writes = causes.filter(({ key }) => key !== into.key).map(({ key }) => memory.join(key, into.key));
  return together(
    planWrites(...writes),
    await say(`Noted: the same cause as ${otherKey}. The ticket itself does not change; undup takes this back.`),
  );
}

/** Customers of a service project may see labels. */
async function setLabels(
  jira: JudgingDeps['jira'],
  { issueId, project, labels }: Ticket,
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Promise<void> {
  const gone = remove.filter((label) => labels.includes(label) && !add.includes(label));
  if (!project.isServiceDesk && add.length + gone.length > 0) await jira.label(issueId, { add, remove: gone });
}
