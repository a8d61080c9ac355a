import { z } from 'zod';
import { RemoteError } from '#core/errors.ts';
import type { SlackClient } from '../slack-client.ts';

const mostPages = 20;
const teamPage = z.object({
  teams: z.array(z.object({ id: z.string() })),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

/** Ids of an organisation's workspaces that let the app in. */
export async function readTeams(client: SlackClient): Promise<string[]> {
  const teams: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const asked = { limit: 200, ...(cursor ? { cursor } : {}) };
    const reply = teamPage.safeParse(await client.call('auth.teams.list', asked));
    if (!reply.success) throw new RemoteError('unavailable', "Slack's answer about workspaces could not be read");
    teams.push(...reply.data.teams.map(({ id }) => id));
    cursor = reply.data.response_metadata?.next_cursor;
    if (!cursor) break;
  }
  return teams;
}
