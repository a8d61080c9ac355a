import type { CaseRow, CaseStore, PlaceRow, QuestionRow } from '../store/case-store.ts';
import type { PlaceLink } from './messages.ts';

export interface RelatedPlaces {
  /** Where the answer goes: its own place first. */
  targets: PlaceRow[];
  /** By target: the places it may name there. */
  named: Map<string, PlaceRow[]>;
}

/** More other places than these nobody reads. */
export const mostNamed = 5;

/** Which places an answer goes to, and which of them may know of each other. */
export async function relatedPlaces(store: CaseStore, question: QuestionRow, row: CaseRow): Promise<RelatedPlaces> {
  const home = question.placeKey;
  const same = (row.sha256 ? await store.casesOfContent(row.sha256) : []).filter(
    ({ state }) => state !== 'cancelled' && state !== 'skipped' && state !== 'failed',
  );
  const ownQuestions = (await store.questionsOfCases(same.map(({ id }) => id))).filter(({ kind }) => kind === 'file');
  const asksItself = new Set(ownQuestions.map(({ placeKey }) => placeKey));
  const tied = await tiedPlaces(store, home);
  const extra = new Set(tied);
  if (question.kind === 'command' && row.placeKey !== home) extra.add(row.placeKey);
  const targetKeys = [home, ...extra].filter(
    (key) => key === home || question.kind === 'follow_up' || !asksItself.has(key),
  );
  const aboutIt = new Set([...targetKeys, ...tied, ...same.map(({ placeKey }) => placeKey)]);
  const rows = new Map((await store.findPlaces([...aboutIt])).map((place) => [place.key, place]));
  const pick = (keys: Iterable<string>) => [...keys].flatMap((key) => rows.get(key) ?? []);
  const targets = pick(targetKeys);
  const named = new Map(
    targets.map((target) => [
      target.key,
      pick(aboutIt)
        .filter((place) => mayName(target, place))
        .slice(0, mostNamed),
    ]),
  );
  return { targets, named };
}

/** Both are open to everybody who could read either: a public channel, or a ticket of no service project. */
export function mayName(at: PlaceRow, other: PlaceRow): boolean {
  return at.key !== other.key && at.isOpen && other.isOpen && other.url !== null;
}

export function toLink({ place, label, url }: PlaceRow): PlaceLink[] {
  if (url === null || (place.kind !== 'thread' && place.kind !== 'ticket')) return [];
  return [{ kind: place.kind, label, url }];
}

async function tiedPlaces(store: CaseStore, key: string): Promise<string[]> {
  const [ofThread, ofTicket] = await Promise.all([store.tiesOfThread(key), store.tiesOfTicket(key)]);
  return [...ofThread.flatMap(({ ticketKey }) => ticketKey ?? []), ...ofTicket.map(({ threadKey }) => threadKey)];
}
