import { quietUntilMs } from '#core/policy.ts';
import { readProgress } from '../../analysis/read-progress.ts';
import type { CaseRow, QuestionRow } from '../../store/case-store.ts';
import type { ForgetRows } from '../../store/forget-rows.ts';
import type { JobControl } from '../../store/job-control.ts';
import type { CaseDeps } from '../case-deps.ts';
import { jobKey } from '../case-jobs.ts';
import { isAwaited } from '../end-cases.ts';
import { isOpen } from '../is-open.ts';
import { placeKey, type ThreadPlace } from '../place.ts';
import { channelScope, isUnrequested } from '../policy.ts';
import type { Stage } from './status-words.ts';

export type StatusDeps = CaseDeps & { control: JobControl; rows: ForgetRows; gate: { isClosed(): Promise<boolean> } };

export interface Work {
  stages: Stage[];
  noun: 'file' | 'question';
  /** It waits for something that people were told of in a message of its own. */
  isParked: boolean;
}

/** More than these are not told apart in one line. */
const mostQuestions = 40;
/** An answer that is not out by then waits for its time, or for Slack. */
const postingMs = 5 * 60_000;

/** What goes on in a thread that somebody there waits for. `isShown`: a line tells of it, until the answer is out. */
export async function readWork(deps: StatusDeps, place: ThreadPlace, isShown: boolean): Promise<Work> {
  const hidesFiles = await hidesUnasked(deps, place);
  const wanted = (await deps.store.questionsOfPlace(placeKey(place))).filter(
    (question) => isAwaited(question) && !(hidesFiles && isUnrequested(question)),
  );
  const work = await readStages(deps, wanted.filter(isOpen));
  return isShown ? { ...work, stages: [...work.stages, ...(await posting(deps, place, wanted))] } : work;
}

/** How far each of these open questions is. */
export async function readStages(deps: StatusDeps, questions: readonly QuestionRow[]): Promise<Work> {
  const { store, gate } = deps;
  const open = questions.slice(0, mostQuestions);
  const stages: Stage[] = [];
  const caseIds = new Set<string>();
  let parked = 0;
  for (const question of open) {
    const row = await store.findCase(question.caseId);
    if (!row) continue;
    caseIds.add(row.id);
    stages.push(await stageOf(deps, question, row));
    if (await isWaitingForPeople(deps, row)) parked += 1;
  }
  const isParked = open.length > 0 && (parked === open.length || (await gate.isClosed()));
  return { stages, noun: caseIds.size < stages.length ? 'question' : 'file', isParked };
}

/** What may not be posted in the thread is not announced there either. */
async function hidesUnasked({ policies, clock }: StatusDeps, place: ThreadPlace): Promise<boolean> {
  const policy = await policies.policyOf(channelScope(place));
  const isQuiet = quietUntilMs(policy, clock) !== undefined;
  return policy.reviewChannel !== '' || policy.leastVerdict !== 'INCONCLUSIVE' || isQuiet;
}

async function stageOf({ store, control }: StatusDeps, question: QuestionRow, row: CaseRow): Promise<Stage> {
  const file = row.sha256 ? await store.findFile(row.sha256) : undefined;
  const investigation = jobKey('investigate', { questionId: question.id });
  if (!file) return (await queued(control, jobKey('collect', { caseId: row.id, generation: 1 }))) ?? { at: 'fetching' };
  const upload = { sha256: file.sha256, generation: file.generation };
  switch (file.state) {
    case 'spooled':
    case 'uploading':
    case 'failed':
      return (await queued(control, jobKey('upload', upload))) ?? { at: 'handing' };
    case 'analysing':
      return { at: 'reading', share: readProgress(file.record) };
    case 'completed': {
      if (question.posts === 0) return (await queued(control, investigation)) ?? { at: 'searching', share: undefined };
      return { at: 'searching', share: readProgress(await control.payloadOf(investigation)) };
    }
  }
}

async function queued(control: JobControl, key: string): Promise<Stage | undefined> {
  const place = await control.placeInQueue(key);
  return place === undefined ? undefined : { at: 'queued', place };
}

/** Said in the thread already: there is no room, or a permission is missing. */
async function isWaitingForPeople({ rows }: StatusDeps, row: CaseRow): Promise<boolean> {
  if (row.state !== 'queued') return false;
  return (await rows.deliveriesOf([`waits:${row.id}:`])).length > 0;
}

async function posting(
  { rows, clock }: StatusDeps,
  place: ThreadPlace,
  questions: readonly QuestionRow[],
): Promise<Stage[]> {
  const since = clock.now() - postingMs;
  const ended = questions.filter((question) => !isOpen(question) && question.updatedAtMs >= since);
  const prefixes = ended
    .slice(0, mostQuestions)
    .flatMap(({ id, caseId }) => [`answer:${id}:`, `failed:${id}:`, `verdict:${caseId}:`]);
  const here = placeKey(place);
  const unsent = (await rows.deliveriesOf([...new Set(prefixes)])).filter(
    (delivery) => placeKey(delivery.place) === here && !['sent', 'failed'].includes(delivery.state),
  );
  return unsent.map(() => ({ at: 'posting' }));
}
