import type { Viewer } from '#core/pages/case-record.ts';
import type { CaseDeps } from '../cases/case-deps.ts';
import type { Place } from '../cases/place.ts';
import { type Source, sourceOf } from '../cases/privacy.ts';

const keptMs = 60_000;
const mostKept = 5_000;

/**
 * Who may look at what, as the vendors say at that moment. Where people sign in as the vendors know them, that decides;
 * where the console has accounts of its own alone, having been shown the signed address does.
 */
export function createSight(
  deps: Pick<CaseDeps, 'privacy' | 'slack' | 'jira' | 'settings'> & { clock: CaseDeps['clock'] },
) {
  const { privacy, slack, jira, settings, clock } = deps;
  const kept = new Map<string, { sees: Promise<boolean>; untilMs: number }>();

  /** A list asks for the same place again and again. */
  function remember(key: string, look: () => Promise<boolean>): Promise<boolean> {
    const known = kept.get(key);
    if (known && clock.now() < known.untilMs) return known.sees;
    if (kept.size >= mostKept) kept.clear();
    const sees = look();
    kept.set(key, { sees, untilMs: clock.now() + keptMs });
    sees.catch(() => kept.delete(key));
    return sees;
  }

  async function slackOf({ slack: known, emailAddress }: Viewer, team: string) {
    // An address proves nobody to another workspace: its administrators give out addresses there.
    if (known) return (await slack.areOne(known.team, team)) ? known : undefined;
    const user = emailAddress ? await slack.userByEmail(team, emailAddress) : null;
    return user ? { team, user } : undefined;
  }

  async function seesSource(source: Source, viewer: Viewer): Promise<boolean> {
    if (source.kind === 'channel') {
      const person = await slackOf(viewer, source.team);
      return person !== undefined && (await privacy.maySee({ ...person, channel: source.channel }, source));
    }
    if (viewer.slack && (await privacy.maySee({ ...viewer.slack, channel: '' }, source))) return true;
    if (!viewer.emailAddress) return false;
    const standing = await jira.standing(source.issue);
    const issueKey = standing.status === 'found' ? standing.value.issueKey : source.issue;
    return (await jira.mayBrowse(viewer.emailAddress, issueKey)) === 'yes';
  }

  async function maySeeSource(source: Source, viewer: Viewer, wasShown: boolean): Promise<boolean> {
    if (!settings.knowsPeople) return wasShown;
    if (!viewer.slack && !viewer.emailAddress) return false;
    const who = viewer.slack ? `${viewer.slack.team}:${viewer.slack.user}` : viewer.emailAddress;
    return await remember(`${who} ${JSON.stringify(source)}`, () => seesSource(source, viewer));
  }

  return {
    maySeeSource,

    /** `wasShown`: they have the address that was posted there. */
    async maySee(place: Place, viewer: Viewer, wasShown: boolean): Promise<boolean> {
      if (place.kind === 'reply' && settings.knowsPeople) {
        return (await slackOf(viewer, place.team))?.user === place.user;
      }
      return await maySeeSource(sourceOf(place), viewer, wasShown);
    },

    /** Of the workspace the bot works for: people of others it was installed in are none of the console's. */
    async isMember({ team, user }: { team: string; user: string }): Promise<boolean> {
      if (!(await slack.areOne('', team))) return false;
      const person = await slack.person(team, user);
      return person?.kind === 'member' || person?.kind === 'guest';
    },
  };
}
