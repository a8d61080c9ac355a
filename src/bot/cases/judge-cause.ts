import type { ActionDeps } from './actions/acted.ts';
import type { CaseDeps } from './case-deps.ts';
import type { TicketCommand } from './parse-ticket-command.ts';
import { placeKey } from './place.ts';
import { type Planned, together } from './planned.ts';
import { type Ticket, ticketPlace } from './ports.ts';
import { sentences } from './sentences.ts';
import { causeLabel } from './ticket-labels.ts';

type Judgement = Extract<TicketCommand, { do: 'dup' | 'undup' | 'fixed' | 'invalid' }>;

export type JudgingDeps = Pick<CaseDeps, 'memory' | 'jira' | 'store'> & Pick<ActionDeps, 'judgements'>;

/** Remembers what people say of a ticket's cause. Never closes or links anything: that is theirs to do. */
export async function judgeCause(
  { memory, jira, store, judgements }: JudgingDeps,
  ticket: Ticket,
  { judgement, judge }: { judgement: Judgement; judge: string },
  say: (...words: string[]) => Promise<Planned>,
): Promise<Planned> {
  const here = placeKey(ticketPlace(ticket));
  const causes = await memory.causesOfPlace(here);
  const [cause] = causes;
  const { issueKey } = ticket;
  switch (judgement.do) {
    case 'undup':
      return together({ writes: [memory.part(here)], enqueue: [] }, await say(`${issueKey} stands for itself again.`));
    case 'invalid': {
      const answered = (await store.questionsOfPlace(here)).findLast(
        ({ kind, state }) => kind === 'file' && state === 'answered',
      );
      if (answered) await judgements.judge(answered.id, `jira:${judge}`, 'wrong');
      return together(
        { writes: [memory.refute(here)], enqueue: [] },
        await say(`Noted: what I said on ${issueKey} is not the cause. It is not held against other tickets any more.`),
      );
    }
    case 'fixed': {
      if (!cause) return say(sentences.noNamedCause(issueKey));
      const writes = causes.map(({ key }) => memory.fix(key, judgement.version));
      return together(
        { writes, enqueue: [] },
        await say(`Noted: fixed in ${judgement.version}. Where it is seen again, I say so.`),
      );
    }
    case 'dup': {
      const other = await jira.ticket(judgement.issueKey);
      const [into] = other.status === 'found' ? await memory.causesOfPlace(placeKey(ticketPlace(other.value))) : [];
      if (!cause || !into) return say(sentences.noNamedCause(cause ? judgement.issueKey : issueKey));
      if (into.key === cause.key) return say(`${issueKey} and ${judgement.issueKey} are known to share that cause.`);
      if (!ticket.project.isServiceDesk) await jira.label(ticket.issueId, { add: [causeLabel(into.key)] });
      const writes = causes.filter(({ key }) => key !== into.key).map(({ key }) => memory.join(key, into.key));
      return together(
        { writes, enqueue: [] },
        await say(
          `Noted: the same cause as ${judgement.issueKey}. The ticket itself stays as it is. undup takes that back.`,
        ),
      );
    }
  }
}
