import type { CaseRow, PlaceRow } from '../store/case-store.ts';
import type { Sighting, Signature } from '../store/memory-store.ts';
import type { CaseDeps } from './case-deps.ts';
import type { CauseHistory } from './messages.ts';
import type { NamedCause } from './named-cause.ts';
import type { IssueStanding } from './ports.ts';
import { mayName, mostNamed, toLink } from './related-places.ts';

type Deps = Pick<CaseDeps, 'memory' | 'store' | 'privacy' | 'jira'>;

interface Known {
  cause: Signature;
  /** Where it was seen, as far as that may be told here, newest first. */
  sightings: Sighting[];
  places: PlaceRow[];
}

/** What is known of a cause from other files, for the readers of one place. Undefined: it is new to them. */
export async function recall(
  deps: Deps,
  { key }: NamedCause,
  row: Pick<CaseRow, 'id' | 'sha256'>,
  at: PlaceRow,
): Promise<CauseHistory | undefined> {
  const known = await find(deps, key, row, at);
  if (!known) return undefined;
  const { places, cause } = known;
  const tickets = await standings(deps, places);
  const here = at.place.kind === 'ticket' ? await standingOf(deps, at.place.issueId) : undefined;
  const fixed = cause.fixedIn
    ? { version: cause.fixedIn, issueKey: tickets[0]?.issueKey }
    : tickets.flatMap(({ issueKey, isDone, fixVersions }) =>
        isDone && fixVersions[0] ? [{ version: fixVersions[0], issueKey }] : [],
      )[0];
  const suggestion = suggest(fixed !== undefined, tickets);
  return {
    sentences: [...(fixed ? [backAgain(fixed, here)] : []), seenBefore(known)],
    links: places.flatMap(toLink),
    ...(suggestion ? { suggestion } : {}),
  };
}

async function find(
  { memory, store, privacy }: Deps,
  key: string,
  row: Pick<CaseRow, 'id' | 'sha256'>,
  at: PlaceRow,
): Promise<Known | undefined> {
  const cause = await memory.canonical(key);
  if (!cause) return undefined;
  const same = new Set((row.sha256 ? await store.casesOfContent(row.sha256) : []).map(({ id }) => id));
  const all = (await memory.sightingsOf(cause.key)).filter(({ caseId }) => caseId !== row.id && !same.has(caseId));
  const keys = [...new Set(all.map(({ placeKey }) => placeKey))].slice(0, 20);
  const rows = new Map((await store.findPlaces(keys)).map((place) => [place.key, place]));
  const places: PlaceRow[] = [];
  for (const placeKey of keys) {
    const place = rows.get(placeKey);
    if (places.length < mostNamed && place && (await mayName(privacy, at, place))) places.push(place);
  }
  const told = new Set([at.key, ...places.map((place) => place.key)]);
  const sightings = all.filter(({ placeKey }) => told.has(placeKey));
  return sightings.length > 0 ? { cause, sightings, places } : undefined;
}

type Standing = IssueStanding & { issueKey: string };

async function standings(deps: Deps, places: readonly PlaceRow[]): Promise<Standing[]> {
  const found: Standing[] = [];
  for (const { place } of places) {
    const standing = place.kind === 'ticket' ? await standingOf(deps, place.issueId) : undefined;
    if (standing) found.push(standing);
  }
  return found;
}

async function standingOf({ jira }: Deps, issueId: string): Promise<IssueStanding | undefined> {
  const found = await jira.standing(issueId);
  return found.status === 'found' ? found.value : undefined;
}

function backAgain(
  { version, issueKey }: { version: string; issueKey?: string | undefined },
  here?: IssueStanding,
): string {
  const now = here?.versions.find((name) => name !== version);
  return `Was fixed in ${version}${issueKey ? ` (${issueKey})` : ''}, and is back${now ? ` in ${now}` : ''}.`;
}

function seenBefore({ sightings }: Known): string {
  const first = Math.min(...sightings.map(({ seenAtMs }) => seenAtMs));
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const files = sightings.length === 1 ? 'one other file' : `${sightings.length} other files`;
  return `The same cause was in ${files}, first on ${day.format(first)}.`;
}

function suggest(isBack: boolean, tickets: readonly Standing[]): CauseHistory['suggestion'] {
  const [ticket] = isBack ? tickets : tickets.filter(({ isDone }) => !isDone);
  return ticket ? { kind: isBack ? 'regression' : 'duplicate', issueKey: ticket.issueKey } : undefined;
}
