import { findIssueKeys } from './issue-keys.ts';

/** What somebody wrote to the bot below a ticket. */
export type TicketCommand =
  | { do: 'ask'; question: string }
  /** How far each file of the ticket is. */
  | { do: 'tell-state' }
  | { do: 'rerun' }
  | { do: 'dup'; issueKey: string }
  | { do: 'undup' }
  | { do: 'fixed'; version: string }
  | { do: 'invalid' }
  | { do: 'help'; problem?: string };

/** The first word decides where it is a command and stands as one; everything else is a question. */
export function parseTicketCommand(text: string): TicketCommand {
  const trimmed = text.trim();
  const [first = '', ...rest] = trimmed.split(/\s+/);
  const verb = first.toLowerCase().replace(/[:,.!?]{1,3}$/, '');
  const isAlone = rest.length === 0;
  switch (verb) {
    case '':
    case 'help':
      return isAlone ? { do: 'help' } : { do: 'ask', question: trimmed };
    case 'why':
    case 'status':
      return isAlone ? { do: 'tell-state' } : { do: 'ask', question: trimmed };
    case 'deep':
      return isAlone
        ? { do: 'help', problem: 'What should I look into? Write the question after deep.' }
        : { do: 'ask', question: trimmed.slice(first.length).trim() };
    case 'rerun':
      return isAlone ? { do: 'rerun' } : { do: 'ask', question: trimmed };
    case 'undup':
      return isAlone ? { do: 'undup' } : { do: 'ask', question: trimmed };
    case 'invalid':
      return { do: 'invalid' };
    case 'dup': {
      const [issueKey] = findIssueKeys(rest.join(' ').toUpperCase());
      return issueKey
        ? { do: 'dup', issueKey }
        : { do: 'help', problem: 'Which ticket has the same cause? Write dup PROJ-88.' };
    }
    case 'fixed': {
      const version = rest
        .join(' ')
        .slice(0, 60)
        .replace(/^(?:in )?(?:(?:the )?(?:version|release) )?/i, '')
        .replace(/(?<![.,;!])[.,;!]{1,9}$/, '');
      return version === ''
        ? { do: 'help', problem: 'Which version has the fix? Write fixed 4.2.' }
        : { do: 'fixed', version };
    }
    default:
      return { do: 'ask', question: trimmed };
  }
}
