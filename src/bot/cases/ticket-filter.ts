import type { CaseDeps, TicketSettings } from './case-deps.ts';
import type { Ticket } from './ports.ts';

/** Whether anything is done on tickets of this project at all. */
export function isOurs({ project }: Pick<Ticket, 'project'>, { projects }: Pick<TicketSettings, 'projects'>): boolean {
  return projects.size === 0 || projects.has(project.key.toUpperCase());
}

/** Whether a ticket is looked at although nobody asked for it. */
export async function isWanted(
  { jira, settings }: Pick<CaseDeps, 'jira' | 'settings'>,
  ticket: Ticket,
): Promise<boolean> {
  const { filter } = settings.tickets;
  if (!isOurs(ticket, settings.tickets)) return false;
  return filter === undefined || (await jira.matches(ticket.issueId, filter));
}
