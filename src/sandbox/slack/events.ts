import type { SlackChannel, SlackMessage, Workspace } from './workspace.ts';

export const channelTypes = { public: 'channel', private: 'group', im: 'im', mpim: 'mpim' } as const;

export function reactionEvent(
  workspace: Workspace,
  isRemoved: boolean,
  { channel, message }: { channel: SlackChannel; message: SlackMessage },
  user: string,
  reaction: string,
): Record<string, unknown> {
  return {
    type: isRemoved ? 'reaction_removed' : 'reaction_added',
    user,
    reaction,
    item_user: message.user,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    event_ts: workspace.nextTs(),
  };
}

export function membershipEvent(
  workspace: Workspace,
  type: 'member_joined_channel' | 'member_left_channel',
  channel: SlackChannel,
  user: string,
): Record<string, unknown> {
  return {
    type,
    user,
    channel: channel.id,
    channel_type: channel.kind === 'public' ? 'C' : 'G',
    team: workspace.teamId,
    event_ts: workspace.nextTs(),
  };
}
