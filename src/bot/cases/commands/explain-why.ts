import { type CaseRow, isEnded, type QuestionRow } from '../../store/case-store.ts';
import type { JobControl, JobState } from '../../store/job-control.ts';
import type { PostedAnswer } from '../../store/posted-answers.ts';
import type { CaseDeps } from '../case-deps.ts';
import { intakeJobKeys, jobKey } from '../case-jobs.ts';
import { decideMessage } from '../decide-message.ts';
import { noLogsOfMessage } from '../find-no-logs.ts';
import { heldBackWords, timeOf } from '../held-back.ts';
import { scopeOf } from '../policy.ts';
import type { MessageRef } from '../ports.ts';
import { nameInWords } from '../sentences.ts';

type Deps = Pick<CaseDeps, 'store' | 'slack' | 'clock' | 'policies'> & {
  control: JobControl;
  answersOf(questionId: string): Promise<PostedAnswer[]>;
};

/** What became of a file, step by step: when it came, how far it is, what was tried and what went wrong last. */
export async function explainCase(deps: Deps, row: CaseRow): Promise<string> {
  const { store, clock } = deps;
  const questions = await store.questionsOfCases([row.id]);
  const file = row.sha256 ? await store.findFile(row.sha256) : undefined;
  const keys = [
    ...intakeJobKeys(row.id, file),
    ...questions.map(({ id }) => jobKey('investigate', { questionId: id })),
    ...questions.map(({ id }) => jobKey('conclude', { questionId: id, round: 'first' })),
  ];
  const jobs = await deps.control.states(keys);
  const open = jobs.filter(({ state }) => state === 'waiting' || state === 'running');
  const failed = jobs.filter(({ lastError, state }) => lastError !== null && state !== 'done').at(-1);
  const answers = (await Promise.all(questions.map(({ id }) => deps.answersOf(id)))).flat();
  const posted = answers.filter(({ state }) => state === 'sent');
  const sentences = [
    `${nameInWords(row.name)} arrived at ${timeOf(row.createdAtMs)} and ${stateInWords(row)}`,
    ...(row.detail && row.state !== 'cancelled' ? [`It ${row.detail.replace(/\.$/, '')}`] : []),
    questions.length > 0 ? `Questions: ${counted(questions.map(({ state }) => state))}` : 'No questions',
    ...open.map((job) => stepInWords(job, clock.now())),
    ...(failed ? [`Last error: ${failed.lastError?.slice(0, 200)}`] : []),
    `Answers posted: ${posted.length}`,
    ...(await whyHeldBack(deps, row, questions, posted.length > 0)),
  ];
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

const states: Record<CaseRow['state'], string> = {
  queued: 'is waiting for its turn',
  downloading: 'is being fetched',
  uploading: 'is being uploaded to the log service',
  analysing: 'is being read',
  investigating: 'is being investigated',
  waiting_for_service: 'is waiting for the log service',
  answered: 'was answered',
  skipped: 'was skipped',
  failed: 'failed',
  cancelled: 'was stopped',
};

function stateInWords({ state, detail, updatedAtMs }: CaseRow): string {
  const words = detail === 'deleted' ? 'was deleted' : states[state];
  return isEnded(state) ? `${words} at ${timeOf(updatedAtMs)}` : `${words}, since ${timeOf(updatedAtMs)}`;
}

async function whyHeldBack(
  { store, policies, clock }: Pick<Deps, 'store' | 'policies' | 'clock'>,
  row: CaseRow,
  questions: readonly QuestionRow[],
  isPosted: boolean,
): Promise<string[]> {
  const place = (await store.findPlaces([row.placeKey]))[0]?.place;
  const policy = place && (await policies.policyOf(scopeOf(place)));
  const words = policy && heldBackWords(policy, questions, isPosted, clock);
  return words === undefined ? [] : [words];
}

/** Why a message brought no file to the bot, found by looking at it once more. */
export async function explainMessage(
  deps: Pick<CaseDeps, 'slack'>,
  ref: MessageRef,
  signal: AbortSignal,
): Promise<string> {
  const fetched = await deps.slack.message(ref);
  if (fetched.status !== 'found') return 'I cannot read that message: it was deleted, or I am not in its channel.';
  const message = fetched.value;
  if (message.files.length === 0) return 'That message has no file.';
  const noLogs = await noLogsOfMessage(deps, message, signal);
  const decision = decideMessage(message, {
    isDirect: false,
    isAtHome: false,
    issueKeys: [],
    noLogs,
    tellsOfAll: true,
  });
  if (decision.do !== 'take-files')
    return `I ignored that message: ${'reason' in decision ? decision.reason : 'it asks nothing'}.`;
  const skipped = decision.skip.map(({ name, words }) => `${nameInWords(name)} ${words}`);
  const missed = decision.take.map(
    ({ name }) => `${nameInWords(name)} did not reach me; use /triage with the link of the message to process it now.`,
  );
  return [...missed, ...skipped].join(' ');
}

const steps: Record<string, string> = {
  collect: 'Fetching it',
  upload: 'Uploading it to the log service',
  await: 'Waiting for its analysis',
  investigate: 'Looking for the answer',
  conclude: 'Writing the answer',
};

function stepInWords({ key, state, attempt, runAtMs }: JobState, nowMs: number): string {
  const step = key.slice(0, key.indexOf(':'));
  const when = state === 'running' ? 'running' : runAtMs > nowMs ? `next try at ${timeOf(runAtMs)}` : 'due now';
  return `${steps[step] ?? step}: ${when}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
}

function counted(words: readonly string[]): string {
  return [...Map.groupBy(words, (word) => word)].map(([word, all]) => `${all.length} ${word}`).join(', ');
}
