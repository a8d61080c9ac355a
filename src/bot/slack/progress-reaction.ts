import { RemoteError } from '#core/errors.ts';
import type { ProgressMarker, ProgressOutcome } from '../delivery/destination.ts';
import type { SlackClients } from './slack-client.ts';

export interface MarkedMessage {
  /** Absent: of the time of one workspace. */
  team?: string;
  channel: string;
  ts: string;
}

const working = 'eyes';
const ends: Record<ProgressOutcome, string | undefined> = {
  answered: 'white_check_mark',
  failed: 'warning',
  dropped: undefined,
};

/** What is already as wished, can no longer be done, or was never permitted: progress is a courtesy. */
const harmless = [
  'already_reacted',
  'no_reaction',
  'message_not_found',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
];

/** Shows progress as a reaction on the person's message. */
export function createProgressReaction(clientOf: SlackClients): ProgressMarker<MarkedMessage> {
  return {
    kind: 'slack',
    set: (place, signal) => react('reactions.add', place, working, signal),
    async resolve(place, outcome, signal) {
      const end = ends[outcome];
      if (end) await react('reactions.add', place, end, signal);
      await react('reactions.remove', place, working, signal);
    },
  };

  async function react(
    method: string,
    { team = '', channel, ts }: MarkedMessage,
    name: string,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await clientOf(team).call(method, { channel, timestamp: ts, name }, signal);
    } catch (error) {
      const { code, reason } = error as RemoteError;
      const isHarmless = harmless.includes(reason ?? '') || code === 'forbidden' || code === 'rejected';
      if (!(error instanceof RemoteError) || !isHarmless) throw error;
    }
  }
}
