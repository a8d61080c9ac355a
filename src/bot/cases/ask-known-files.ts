import { newId } from '#core/ids.ts';
import type { CaseRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { newJob } from './case-jobs.ts';
import { type Place, placeKey, type ThreadPlace } from './place.ts';
import { type Planned, planNothing, together } from './planned.ts';
import { notice, sentences } from './sentences.ts';
import type { ThreadHome } from './thread-home.ts';

const mostFiles = 5;

/** Asks a follow-up of the files a thread is about: those it names, else those of the newest message. */
export async function askKnownFiles(
  deps: Pick<CaseDeps, 'store' | 'clock' | 'deliver'> & { home: ThreadHome },
  asked: { place: ThreadPlace; askKey: string; question: string; isAddressed: boolean },
): Promise<Planned> {
  const rows = await deps.home.casesOf(asked.place);
  const [newest] = rows;
  // People may ask each other something in a thread whose files could not be read.
  if (!newest && !asked.isAddressed) return planNothing();
  if (!newest) {
    return deps.deliver([
      {
        key: `help:${asked.askKey}`,
        place: asked.place,
        message: notice('info', [sentences.noFilesInMessage()]),
      },
    ]);
  }
  const named = rows.filter(({ name }) => name.length >= 3 && asked.question.includes(name));
  const chosen = named.length > 0 ? named : rows.filter((row) => isBesides(row, newest));
  const threadKey = placeKey(asked.place);
  const tickets = chosen.filter(({ vendor, placeKey: key }) => vendor === 'jira' && key !== threadKey);
  return together(planQuestions(deps, chosen.slice(0, mostFiles), { ...asked, kind: 'follow_up' }), {
    writes: (await tieToTickets(deps, threadKey, tickets)).writes,
    enqueue: [],
  });
}

/** Plans one question for each case and starts it. `askKey` is the same for each delivery of one question. */
export function planQuestions(
  { store, clock }: Pick<CaseDeps, 'store' | 'clock'>,
  rows: readonly Pick<CaseRow, 'id'>[],
  asked: { place: Place; askKey: string; question: string; kind: 'follow_up' | 'command' },
): Planned {
  const now = clock.now();
  const questions = rows.map(({ id: caseId }) => ({
    id: newId(clock),
    askKey: `${asked.askKey}:${caseId}`,
    caseId,
    placeKey: placeKey(asked.place),
    kind: asked.kind,
    text: asked.question,
    state: 'waiting' as const,
    idempotencyKey: crypto.randomUUID(),
    posts: 0,
    createdAtMs: now,
    updatedAtMs: now,
  }));
  return {
    writes: questions.map((question) => store.insertQuestion(question)),
    enqueue: questions.map(({ id }) => newJob('investigate', { questionId: id })),
  };
}

/** A thread below an answer about a ticket's file is about that ticket from then on. */
async function tieToTickets(
  { store, clock }: Pick<CaseDeps, 'store' | 'clock'>,
  threadKey: string,
  rows: readonly CaseRow[],
): Promise<Planned> {
  const places = await store.findPlaces([...new Set(rows.map(({ placeKey: key }) => key))]);
  const ties = places.flatMap(({ key, place }) =>
    place.kind === 'ticket'
      ? [
          store.insertTie({
            threadKey,
            issueKey: place.issueKey.toUpperCase(),
            ticketKey: key,
            state: 'tied',
            createdAtMs: clock.now(),
          }),
        ]
      : [],
  );
  return { ...planNothing(), writes: ties };
}

function isBesides(row: CaseRow, newest: CaseRow): boolean {
  if (row.vendor !== newest.vendor || row.placeKey !== newest.placeKey) return false;
  return newest.vendor === 'slack' ? row.messageTs === newest.messageTs : row.id === newest.id;
}
