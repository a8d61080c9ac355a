import type { CaseRow, CaseStore, PlaceRow, QuestionRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import type { PlaceLink } from './messages.ts';
import { type Privacy, sourceOfCase } from './privacy.ts';

interface RelatedPlaces {
  /** Where the answer goes: its own place first. */
  targets: PlaceRow[];
  /** By target: the places it may name there. */
  named: Map<string, PlaceRow[]>;
}

/** More other places than these nobody reads. */
export const mostNamed = 5;

/** Which places an answer goes to, and which of them may know of each other. */
export async function relatedPlaces(
  { store, privacy }: Pick<CaseDeps, 'store' | 'privacy'>,
  question: QuestionRow,
  row: CaseRow,
): Promise<RelatedPlaces> {
  const [home] = await store.findPlaces([question.placeKey]);
  if (!home) return { targets: [], named: new Map() };
  const same = (row.sha256 ? await store.casesOfContent(row.sha256) : []).filter(
    ({ state, isAskedHere }) => isAskedHere && !['cancelled', 'skipped', 'failed'].includes(state),
  );
  const ownQuestions = (await store.questionsOfCases(same.map(({ id }) => id))).filter(({ kind }) => kind === 'file');
  const asksItself = new Set(ownQuestions.map(({ placeKey }) => placeKey));
  const tiedKeys = question.kind === 'command' ? [] : await tiedPlaces(store, home.key);
  const tied = await store.findPlaces([...new Set(tiedKeys)].filter((key) => key !== home.key));
  const targets = [home];
  for (const place of tied) {
    const answersItself = question.kind === 'file' && asksItself.has(place.key);
    if (!answersItself && (await privacy.mayTravel(sourceOfCase(row), home.place, place.place))) targets.push(place);
  }
  const others = await store.findPlaces([...new Set(same.map(({ placeKey }) => placeKey))]);
  const aboutIt = [...new Map([...targets, ...tied, ...others].map((place) => [place.key, place])).values()];
  const named = new Map<string, PlaceRow[]>();
  for (const target of targets) named.set(target.key, await namedAt(privacy, target, aboutIt));
  return { targets, named };
}

async function namedAt(privacy: Privacy, at: PlaceRow, all: readonly PlaceRow[]): Promise<PlaceRow[]> {
  const named: PlaceRow[] = [];
  for (const other of all) {
    if (named.length < mostNamed && (await mayName(privacy, at, other))) named.push(other);
  }
  return named;
}

export async function mayName(privacy: Privacy, at: PlaceRow, other: PlaceRow): Promise<boolean> {
  // What was open once may be closed by now, hardly ever the other way round: most need not be looked at.
  if (at.key === other.key || !at.isOpen || !other.isOpen || other.url === null) return false;
  return await privacy.mayName(at.place, other.place);
}

export function toLink({ place, label, url }: PlaceRow): PlaceLink[] {
  if (url === null || (place.kind !== 'thread' && place.kind !== 'ticket')) return [];
  return [{ kind: place.kind, label, url }];
}

async function tiedPlaces(store: CaseStore, key: string): Promise<string[]> {
  const [ofThread, ofTicket] = await Promise.all([store.tiesOfThread(key), store.tiesOfTicket(key)]);
  return [...ofThread.flatMap(({ ticketKey }) => ticketKey ?? []), ...ofTicket.map(({ threadKey }) => threadKey)];
}
