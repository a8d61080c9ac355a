import type { CaseDeps } from './case-deps.ts';
import type { ChannelPlace } from './place.ts';

type Channel = Pick<ChannelPlace, 'team' | 'channel'>;

/** Whether a message planned for a channel is one for the operators: theirs has no team where it needs none. */
export function isOpsPlace(ops: Channel, { team, channel }: Channel): boolean {
  return channel === ops.channel && (ops.team === '' || ops.team === team);
}

/** The same of a channel that an event named: one of another workspace may have the same id. */
export async function isReadByOperators(
  { slack, settings }: Pick<CaseDeps, 'slack'> & { settings: Pick<CaseDeps['settings'], 'opsPlace'> },
  place: Channel,
): Promise<boolean> {
  const ops = settings.opsPlace;
  if (ops?.kind !== 'channel' || ops.channel !== place.channel) return false;
  return await slack.areOne(ops.team, place.team);
}
