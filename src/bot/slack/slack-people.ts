import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Person, SlackPort } from '../cases/ports.ts';
import type { SlackClients } from './slack-client.ts';
import { memberPage, readPerson } from './slack-records.ts';

const personKeptMs = 5 * 60_000;
const mostKept = 5_000;
/** Slack takes less than 1000 to a page. */
const pageSize = 999;
const mostPages = 10;
const userId = z.object({ id: z.string() });

/** Who somebody is, and who is in a channel. What Slack does not tell is null, and then counts for nobody's right. */
export function createSlackPeople(
  clientOf: SlackClients,
  clock: Clock,
): Pick<SlackPort, 'person' | 'members' | 'userByEmail'> {
  const kept = new Map<string, { person: Person; untilMs: number }>();

  return {
    async person(team, user) {
      const key = `${team}:${user}`;
      const known = kept.get(key);
      if (known && clock.now() < known.untilMs) return known.person;
      const person = await orNull(async () =>
        readPerson((await clientOf(team).call('users.info', { user })).user, team),
      );
      if (kept.size >= mostKept) kept.clear();
      if (person) kept.set(key, { person, untilMs: clock.now() + personKeptMs });
      return person;
    },

    userByEmail: (team, email) =>
      orNull(async () => {
        const { user } = await clientOf(team).call('users.lookupByEmail', { email });
        return userId.safeParse(user).data?.id ?? null;
      }),

    members: (team, channel) =>
      orNull(async () => {
        const members = new Set<string>();
        let cursor: string | undefined;
        for (let page = 0; page < mostPages; page += 1) {
          const asked = { channel, limit: pageSize, ...(cursor ? { cursor } : {}) };
          const reply = memberPage.safeParse(await clientOf(team).call('conversations.members', asked));
          if (!reply.success) return null;
          for (const member of reply.data.members) members.add(member);
          cursor = reply.data.response_metadata?.next_cursor;
          if (!cursor) return members;
        }
        return null;
      }),
  };
}

async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RemoteError && ['forbidden', 'not_found', 'rejected'].includes(error.code)) return null;
    throw error;
  }
}
