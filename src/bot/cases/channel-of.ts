import { RemoteError } from '#core/errors.ts';
import type { Channel, SlackPort } from './ports.ts';

/** The channel, or null where the chat does not tell about it; it is then treated as one nobody else may see. */
export async function channelOf(slack: SlackPort, team: string, id: string): Promise<Channel | null> {
  try {
    const found = await slack.channel(team, id);
    return found.status === 'found' ? found.value : null;
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'rejected') return null;
    throw error;
  }
}
