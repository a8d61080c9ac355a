import { type CaseRow, isEnded } from '../../store/case-store.ts';
import type { CaseDeps } from '../case-deps.ts';
import { placeKey } from '../place.ts';
import { type MessageRef, ticketPlace } from '../ports.ts';
import { type Asker, type Source, sourceOfCase } from '../privacy.ts';

/** Which files a command is about. */
export type Target =
  /** The newest of the channel. */
  | { kind: 'newest' }
  /** Of the channel, by its name or the beginning of it. */
  | { kind: 'name'; name: string }
  | { kind: 'ticket'; issueKey: string }
  | { kind: 'message'; ref: MessageRef }
  | { kind: 'file'; fileId: string }
  /** One case, as a button named it. */
  | { kind: 'case'; caseId: string };

const mostFiles = 10;
const mostRecent = 200;

/** Files a command means, newest first, of those that are known here and that the asker may see. */
export async function findTarget(
  { store, jira, privacy }: Pick<CaseDeps, 'store' | 'jira' | 'privacy'>,
  { asker, team }: { asker: Asker; team: string },
  target: Target,
): Promise<CaseRow[]> {
  const rows = await find();
  const seen = new Map<string, boolean>();
  const visible: CaseRow[] = [];
  for (const row of rows) {
    const source = sourceOfCase(row);
    const isSeen = seen.get(row.placeKey) ?? (isAtHand(source) || (await privacy.maySee(asker, source)));
    seen.set(row.placeKey, isSeen);
    if (isSeen) visible.push(row);
  }
  return visible.slice(0, mostFiles);

  /** Whoever types in a channel reads it. */
  function isAtHand(source: Source): boolean {
    return source.kind === 'channel' && source.channel === asker.channel && source.team === team;
  }

  async function find(): Promise<CaseRow[]> {
    switch (target.kind) {
      case 'newest': {
        const [row] = await recent();
        return row ? [row] : [];
      }
      case 'name': {
        const wanted = target.name.toLowerCase();
        const all = await recent();
        const exact = all.filter(({ name }) => name.toLowerCase() === wanted);
        return exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase().startsWith(wanted));
      }
      case 'ticket': {
        if (!(await privacy.maySee(asker, { kind: 'ticket', issue: target.issueKey }))) return [];
        const ticket = await jira.ticket(target.issueKey);
        if (ticket.status !== 'found') return [];
        return (await store.casesOfPlace(placeKey(ticketPlace(ticket.value)))).toReversed();
      }
      case 'message': {
        const { channel, ts } = target.ref;
        return await store.casesOfMessage(team, channel, ts);
      }
      case 'file':
        return (await store.casesOfVendorFile('slack', target.fileId)).filter((row) => row.team === team);
      case 'case': {
        const row = await store.findCase(target.caseId);
        // Their own: the button was shown to nobody else.
        return row?.team === team && row.author === asker.user ? [row] : [];
      }
    }
  }

  function recent(): Promise<CaseRow[]> {
    return store.recentCases({ team, channel: asker.channel }, mostRecent);
  }
}

export function isUnderWay({ state }: Pick<CaseRow, 'state'>): boolean {
  return !isEnded(state);
}
