import { RemoteError } from '#core/errors.ts';
import type { JiraPort, SlackPort } from './ports.ts';

const gone = async () => ({ status: 'gone' }) as const;

function notConnected(vendor: string): () => Promise<never> {
  return async () => {
    throw new RemoteError('rejected', `${vendor} is not connected`);
  };
}

/** Stands where no chat is connected: nothing of it can be seen. */
export const absentChat: SlackPort = {
  identity: notConnected('Slack'),
  teams: async () => [],
  areOne: async () => false,
  isChosen: async () => false,
  conversations: notConnected('Slack'),
  recentMessages: async () => [],
  message: gone,
  threadRoot: gone,
  shares: gone,
  channel: gone,
  members: async () => null,
  person: async () => null,
  userByEmail: async () => null,
  thread: gone,
  download: gone,
  permalink: async () => undefined,
  readLink: () => null,
};

/** Stands where no tracker is connected: no word is a ticket. */
export const absentTracker: JiraPort = {
  site: '',
  identity: notConnected('Jira'),
  ticket: gone,
  standing: gone,
  comment: gone,
  search: notConnected('Jira'),
  recentComments: async () => [],
  matches: async () => false,
  label: notConnected('Jira'),
  setProperty: notConnected('Jira'),
  create: async () => null,
  mayFile: async () => 'no',
  mayAdminister: async () => 'no',
  mayBrowse: async () => 'no',
  download: gone,
  projects: async () => new Map(),
  readLink: () => null,
  ticketUrl: () => '',
};
