import type { CaseSettings } from './case-deps.ts';

const none: ReadonlySet<string> = new Set();

/** Projects, by upper-case key, that were given to a channel: whoever reads it may see them. */
export function projectsOf(
  { channelProjects }: Pick<CaseSettings, 'channelProjects'>,
  { team, channel }: { team: string; channel: string },
): ReadonlySet<string> {
  return channelProjects.get(`${team}:${channel}`) ?? channelProjects.get(channel) ?? none;
}
