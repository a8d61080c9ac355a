import { wholeText } from '#core/kept-text.ts';
import type { CaseRow } from '../../store/case-store.ts';
import type { JobControl } from '../../store/job-control.ts';
import { planQuestions } from '../ask-known-files.ts';
import type { CaseDeps } from '../case-deps.ts';
import { intakeJobKeys, jobKey, newJob } from '../case-jobs.ts';
import { cancelCase } from '../end-cases.ts';
import { isOpen } from '../is-open.ts';
import { type Planned, planNothing, planWrites, together } from '../planned.ts';
import { nameInWords } from '../sentences.ts';
import { isUnderWay } from './find-target.ts';

type Deps = CaseDeps & { control: JobControl };

/** What is to be done, and how the one who wished it hears of it. */
export interface Changed {
  planned: Planned;
  words: string;
}

/** Has a failed file taken in once more, and one that waits look at once. */
export async function retryCase(deps: Deps, row: CaseRow, askKey: string): Promise<Changed> {
  const { store, clock, control } = deps;
  const name = nameInWords(row.name);
  const questions = await store.questionsOfCases([row.id]);
  const file = row.sha256 ? await store.findFile(row.sha256) : undefined;
  if (isUnderWay(row)) {
    const keys = [
      ...intakeJobKeys(row.id, file),
      ...questions.filter(isOpen).map(({ id }) => jobKey('investigate', { questionId: id })),
    ];
    return {
      planned: planWrites(...control.hasten(keys)),
      words: `${name} is in progress; I look at it now.`,
    };
  }
  if (row.state === 'answered') return nothing(`${name} is answered; ask more in its thread.`);
  if (row.state === 'cancelled') return nothing(`${name} was cancelled; share it again.`);
  if (file?.failure) return nothing(`${name} ${file.failure} The same bytes would get the same result.`);
  const place = (await store.findPlaces([row.placeKey]))[0]?.place;
  const asked = questions.find(({ kind }) => kind === 'file') ?? questions.at(-1);
  if (!place) return nothing(`${name} is no longer stored here; share it again.`);
  const question = asked ? await wholeText(deps.vault, asked) : '';
  const planned = together(
    {
      writes: [store.updateCase(row.id, { state: 'queued', detail: null, sha256: null })],
      // Every round is a job of its own.
      enqueue: [newJob('collect', { caseId: row.id, generation: clock.now() })],
    },
    await planQuestions(deps, [row], {
      place,
      // Whoever has it tried again repeats the words of another.
      asker: asked?.asker ?? null,
      askKey,
      question,
      isTyped: asked?.isTyped ?? true,
      kind: 'command',
    }),
  );
  return { planned, words: `${name} is processed again.` };
}

/** Ends the work on a file: nothing is posted about it any more. */
export async function stopCase(deps: Deps, row: CaseRow): Promise<Changed> {
  const name = nameInWords(row.name);
  if (!isUnderWay(row)) return nothing(`${name} is already ${row.state}.`);
  return { planned: await cancelCase(deps, row, 'cancelled'), words: `I stopped working on ${name}.` };
}

function nothing(words: string): Changed {
  return { planned: planNothing(), words };
}
