import type { CaseRow, QuestionRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { newJob } from './case-jobs.ts';
import { newQuestion } from './new-question.ts';
import { type Place, placeKey, type ThreadPlace } from './place.ts';
import { type Planned, planNothing, planWrites, together } from './planned.ts';
import { type Asking, askerKey, sourceOfCase } from './privacy.ts';
import { notice, sentences } from './sentences.ts';
import { statusJobs } from './status/show-status.ts';
import type { ThreadHome } from './thread-home.ts';

const mostFiles = 5;

/** Asks a follow-up of the files a thread is about: those it names, else those of the newest message. */
export async function askKnownFiles(
  deps: Pick<CaseDeps, 'store' | 'clock' | 'vault' | 'deliver' | 'privacy'> & { home: ThreadHome },
  asked: Asking & {
    place: ThreadPlace;
    askKey: string;
    question: string;
    isAddressed: boolean;
    kind: 'follow_up' | 'overheard';
  },
): Promise<Planned> {
  const rows = await deps.home.casesOf(asked.place);
  const places = await answerPlaces(deps, asked, rows);
  const placeOf = (row: CaseRow) => places.get(row.placeKey) ?? null;
  const visible = rows.filter(placeOf);
  const [newest] = visible;
  // People may ask each other something in a thread whose files could not be read.
  if (!newest && !asked.isAddressed) return planNothing();
  if (!newest) {
    const place = rows.length > 0 ? asked.alone : asked.place;
    const words = rows.length > 0 ? sentences.notForYou() : sentences.help();
    return deps.deliver([{ key: `help:${asked.askKey}`, place, message: notice('info', [words]) }]);
  }
  const named = visible.filter(({ name }) => name.length >= 3 && asked.question.includes(name));
  const chosen = (named.length > 0 ? named : visible.filter((row) => isBesides(row, newest))).slice(0, mostFiles);
  const threadKey = placeKey(asked.place);
  const openly = chosen.filter((row) => placeOf(row)?.kind === 'thread');
  const tickets = openly.filter(({ vendor, placeKey: key }) => vendor === 'jira' && key !== threadKey);
  const { askKey, question, kind } = asked;
  const asker = askerKey(asked.asker);
  return together(
    await planQuestions(deps, openly, { place: asked.place, asker, askKey, question, kind }),
    await planQuestions(
      deps,
      chosen.filter((row) => !openly.includes(row)),
      { place: asked.alone, asker, askKey, question, kind: kind === 'overheard' ? kind : 'command' },
    ),
    planWrites(...(await tieToTickets(deps, threadKey, tickets)).writes),
  );
}

/** As what somebody asks it who wants it answered once more. */
export function kindAgain(kind: QuestionRow['kind']): 'follow_up' | 'command' {
  return kind === 'follow_up' || kind === 'overheard' ? 'follow_up' : 'command';
}

/** Where answers about each of these files go, by the place the file lies at: those of one place go together. */
async function answerPlaces({ privacy }: Pick<CaseDeps, 'privacy'>, asked: Asking, rows: readonly CaseRow[]) {
  const sources = new Map(rows.map((row) => [row.placeKey, sourceOfCase(row)]));
  const places = new Map<string, Place | null>();
  for (const [key, source] of sources) places.set(key, await privacy.answerPlace(asked, source));
  return places;
}

/** Plans one question for each case and starts it. `askKey` is the same for each delivery of one question. */
export async function planQuestions(
  deps: Pick<CaseDeps, 'store' | 'clock' | 'vault'>,
  rows: readonly Pick<CaseRow, 'id'>[],
  asked: {
    place: Place;
    asker: string | null;
    askKey: string;
    question: string;
    kind: 'follow_up' | 'overheard' | 'command';
    /** False: nobody typed these words. */
    isTyped?: boolean;
    against?: string;
    /** What is answered with it; without it, what is asked here of all these files. */
    batch?: string | null;
  },
): Promise<Planned> {
  const { store } = deps;
  const planned = rows.map(({ id: caseId }) =>
    newQuestion(deps, {
      askKey: `${asked.askKey}:${caseId}`,
      batch: asked.batch ?? (rows.length > 1 ? asked.askKey : null),
      caseId,
      placeKey: placeKey(asked.place),
      asker: asked.asker,
      kind: asked.kind,
      text: asked.question,
      isTyped: asked.isTyped ?? true,
      against: asked.against ?? null,
    }),
  );
  const questions = await Promise.all(planned);
  const { place } = asked;
  const seen = { label: 'a conversation', url: null, isOpen: false };
  return {
    writes: [
      ...(place.kind === 'reply' ? [store.savePlace(place, seen)] : []),
      ...questions.map((question) => store.insertQuestion(question)),
    ],
    enqueue: questions.flatMap(({ id }) => [newJob('investigate', { questionId: id }), ...statusJobs(deps, place, id)]),
  };
}

/** A thread below an answer about a ticket's file is about that ticket from then on. */
async function tieToTickets(
  { store }: Pick<CaseDeps, 'store'>,
  threadKey: string,
  rows: readonly CaseRow[],
): Promise<Planned> {
  const places = await store.findPlaces([...new Set(rows.map(({ placeKey: key }) => key))]);
  const ties = places.flatMap(({ key, place }) =>
    place.kind === 'ticket' ? [store.tie({ threadKey, issueKey: place.issueKey.toUpperCase(), ticketKey: key })] : [],
  );
  return { ...planNothing(), writes: ties };
}

function isBesides(row: CaseRow, newest: CaseRow): boolean {
  if (row.vendor !== newest.vendor || row.placeKey !== newest.placeKey) return false;
  return newest.vendor === 'slack' ? row.messageTs === newest.messageTs : row.id === newest.id;
}
