import { readAnswer } from '../analysis/read-answer.ts';
import type { CaseRow, PlaceRow } from '../store/case-store.ts';
import { planQuestions } from './ask-known-files.ts';
import type { CaseDeps } from './case-deps.ts';
import { unaskedPrefix } from './end-cases.ts';
import type { Place } from './place.ts';
import { type Planned, planNothing } from './planned.ts';
import { nameInWords } from './sentences.ts';

/** Earlier files of a place that are looked through for a good one. */
const mostEarlier = 50;

/** Asks what one file shows that another, earlier or better one does not. */
export function compareFiles(
  deps: Pick<CaseDeps, 'store' | 'clock' | 'vault'>,
  {
    row,
    against,
    place,
    asker,
    askKey,
    batch = null,
  }: {
    row: CaseRow;
    against: CaseRow;
    place: Place;
    asker: string | null;
    askKey: string;
    batch?: string | null;
  },
): Promise<Planned> {
  return planQuestions(deps, [row], {
    place,
    asker,
    askKey,
    question: `What is different in ${nameInWords(row.name)} from ${nameInWords(against.name)}, and what explains what went wrong?`,
    isTyped: false,
    kind: place.kind === 'thread' ? 'follow_up' : 'command',
    against: against.id,
    batch,
  });
}

/** The newest file of the same place and type, older than this one, in which no cause was found or whose cause people called wrong. */
export async function lastGoodCase({ store }: Pick<CaseDeps, 'store'>, row: CaseRow): Promise<CaseRow | undefined> {
  const type = await typeOf(store, row);
  const rows =
    row.vendor === 'slack'
      ? await store.recentCases({ team: row.team ?? '', channel: row.channel ?? '' }, mostEarlier)
      : (await store.casesOfPlace(row.placeKey)).toReversed();
  for (const earlier of rows.filter(({ createdAtMs, id }) => createdAtMs <= row.createdAtMs && id !== row.id)) {
    if (earlier.state !== 'answered' || earlier.sha256 === row.sha256) continue;
    if ((await typeOf(store, earlier)) !== type) continue;
    const own = (await store.questionsOfCases([earlier.id])).find(
      ({ kind, answer }) => kind === 'file' && answer !== null,
    );
    const told = own && readAnswer(own.answer);
    if (told && (told.verdict === 'INCONCLUSIVE' || !told.cause)) return earlier;
  }
  return undefined;
}

async function typeOf(store: CaseDeps['store'], { sha256 }: CaseRow): Promise<string | null> {
  return (sha256 ? (await store.findFile(sha256))?.fileType : null) ?? null;
}

/** What was brought together is one capture, not an earlier and a later one. */
const apartMs = 5 * 60_000;

/** A later capture of the same kind on a ticket is compared with the one before it, although nobody asked. */
export async function compareWithEarlier(
  deps: Pick<CaseDeps, 'store' | 'clock' | 'vault'>,
  row: CaseRow,
  at: PlaceRow | undefined,
  batch: string | null,
): Promise<Planned> {
  const { store } = deps;
  if (row.vendor !== 'jira' || at?.key !== row.placeKey) return planNothing();
  const type = await typeOf(store, row);
  const earlier = (await store.casesOfPlace(row.placeKey))
    .filter(({ state, sha256, isAskedHere }) => state === 'answered' && sha256 !== row.sha256 && isAskedHere)
    .filter(({ createdAtMs }) => createdAtMs <= row.createdAtMs - apartMs)
    .toReversed();
  for (const against of earlier) {
    if ((await typeOf(store, against)) !== type) continue;
    const asked = { asker: null, askKey: `${unaskedPrefix}${row.id}`, batch: batch && `${unaskedPrefix}${batch}` };
    return compareFiles(deps, { row, against, place: at.place, ...asked });
  }
  return planNothing();
}
