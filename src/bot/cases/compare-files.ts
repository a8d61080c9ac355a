import { readAnswer } from '../analysis/read-answer.ts';
import type { CaseRow } from '../store/case-store.ts';
import { planQuestions } from './ask-known-files.ts';
import type { CaseDeps } from './case-deps.ts';
import type { Place } from './place.ts';
import type { Planned } from './planned.ts';
import { nameInWords } from './sentences.ts';

/** Earlier files of a place that are looked through for a good one. */
const mostEarlier = 50;

/** Asks what one file shows that another, earlier or better one does not. */
export function compareFiles(
  deps: Pick<CaseDeps, 'store' | 'clock'>,
  { row, against, place, askKey }: { row: CaseRow; against: CaseRow; place: Place; askKey: string },
): Planned {
  return planQuestions(deps, [row], {
    place,
    askKey,
    question: `What is different in ${nameInWords(row.name)} from ${nameInWords(against.name)}, and what explains what went wrong?`,
    kind: place.kind === 'thread' ? 'follow_up' : 'command',
    against: against.id,
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
