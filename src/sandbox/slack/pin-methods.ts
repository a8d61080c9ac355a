import { joined, messageAt } from './find-channel.ts';
import { type Arguments, method, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, Workspace } from './workspace.ts';

const mostPins = 100;

/** What a channel keeps at hand. */
export function pinMethods(
  workspace: Workspace,
  origin: () => string,
  tell: (event: Record<string, unknown>) => void,
): SlackMethod[] {
  const event = (type: 'pin_added' | 'pin_removed', channel: SlackChannel, ts: string, user: string) =>
    tell({
      type,
      user,
      channel_id: channel.id,
      item: { type: 'message', channel: channel.id, message: channel.messages.find((message) => message.ts === ts) },
      has_pins: (channel.pins ?? []).length > 0,
      event_ts: workspace.nextTs(),
    });
  return [
    method({ name: 'pins.add', scopes: ['pins:write'], tier: 2 }, (args, caller) => {
      const channel = joined(workspace, args, caller);
      const ts = timestamp(args);
      const pins = channel.pins ?? [];
      messageAt(channel, ts);
      if (pins.some((pin) => pin.ts === ts)) throw new SlackProblem('already_pinned');
      if (pins.length >= mostPins) throw new SlackProblem('too_many_pins');
      channel.pins = [...pins, { ts, user: caller.userId, createdS: Math.floor(workspace.clock.now() / 1000) }];
      event('pin_added', channel, ts, caller.userId);
      return {};
    }),
    method({ name: 'pins.remove', scopes: ['pins:write'], tier: 2 }, (args, caller) => {
      const channel = joined(workspace, args, caller);
      const ts = timestamp(args);
      const pins = channel.pins ?? [];
      if (!pins.some((pin) => pin.ts === ts)) throw new SlackProblem('no_pin');
      channel.pins = pins.filter((pin) => pin.ts !== ts);
      event('pin_removed', channel, ts, caller.userId);
      return {};
    }),
    method({ name: 'pins.list', scopes: ['pins:read'], tier: 2 }, (args, caller) => {
      const channel = joined(workspace, args, caller);
      const items = (channel.pins ?? []).toReversed().flatMap(({ ts, user, createdS }) => {
        const message = channel.messages.find((candidate) => candidate.ts === ts);
        if (!message) return [];
        const { metadata: _, ...shown } = message;
        const permalink = `${origin()}/archives/${channel.id}/p${ts.replace('.', '')}`;
        const pinned = { ...shown, permalink, pinned_to: [channel.id] };
        return [{ type: 'message', channel: channel.id, created: createdS, created_by: user, message: pinned }];
      });
      return { items };
    }),
  ];
}

function timestamp(args: Arguments): string {
  const ts = textArgument(args, 'timestamp', 'no_item_specified');
  if (!/^\d{1,12}\.\d{1,6}$/.test(ts)) throw new SlackProblem('bad_timestamp');
  return ts;
}
