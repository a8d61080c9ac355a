import { quietUntilMs } from '#core/policy.ts';
import { readAnswer } from '../../analysis/read-answer.ts';
import type { CaseRow, QuestionRow } from '../../store/case-store.ts';
import type { JobControl, JobState } from '../../store/job-control.ts';
import type { PostedAnswer } from '../../store/posted-answers.ts';
import type { CaseDeps } from '../case-deps.ts';
import { intakeJobKeys, jobKey } from '../case-jobs.ts';
import { decideMessage } from '../decide-message.ts';
import { findNoLogs } from '../find-no-logs.ts';
import { isCertainEnough, scopeOf } from '../policy.ts';
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
  const posted = (await Promise.all(questions.map(({ id }) => deps.answersOf(id)))).flat();
  return [
    `${nameInWords(row.name)} came at ${timeOf(row.createdAtMs)} and is ${row.state} since ${timeOf(row.updatedAtMs)}`,
    ...(row.detail ? [`because it ${row.detail.replace(/\.$/, '')}`] : []),
    ...(questions.length > 0
      ? [`questions: ${counted(questions.map(({ state }) => state))}`]
      : ['nobody asks about it']),
    ...open.map((job) => stepInWords(job, clock.now())),
    ...(failed ? [`last error: ${failed.lastError?.slice(0, 200)}`] : []),
    `answers posted: ${posted.length}`,
    ...(await heldBack(deps, questions)),
  ].join('; ');
}

/** Why an answer that is there cannot be read where its file came: what the policy of the place says of such ones. */
async function heldBack(
  { store, policies, clock }: Pick<Deps, 'store' | 'policies' | 'clock'>,
  questions: readonly QuestionRow[],
): Promise<string[]> {
  const own = questions.find(({ kind, state }) => kind === 'file' && state === 'answered');
  const place = own && (await store.findPlaces([own.placeKey]))[0]?.place;
  if (!place) return [];
  const policy = await policies.policyOf(scopeOf(place));
  const { verdict } = readAnswer(own.answer);
  if (policy.reviewChannel !== '') return ['answers nobody asked for go to a review channel from here (shadow mode)'];
  if (!isCertainEnough(policy, verdict)) {
    const { leastVerdict } = policy;
    return [
      `its answer is ${verdict ?? 'INCONCLUSIVE'}, and unasked only those from ${leastVerdict} on are posted here; ask in its thread`,
    ];
  }
  const quietUntil = quietUntilMs(policy, clock);
  return quietUntil === undefined ? [] : [`quiet hours hold answers nobody asked for back until ${timeOf(quietUntil)}`];
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
  const noLogs = await findNoLogs(deps, message, signal);
  const decision = decideMessage(message, {
    isDirect: false,
    isAtHome: false,
    issueKeys: [],
    noLogs,
    tellsOfAll: true,
  });
  if (decision.do !== 'take-files')
    return `That message was left alone: ${'reason' in decision ? decision.reason : 'it asks nothing'}.`;
  const skipped = decision.skip.map(({ name, words }) => `${nameInWords(name)} ${words}`);
  const missed = decision.take.map(
    ({ name }) => `${nameInWords(name)} did not come to me; /triage with the link of the message takes it now.`,
  );
  return [...missed, ...skipped].join(' ');
}

function stepInWords({ key, state, attempt, runAtMs }: JobState, nowMs: number): string {
  const step = key.slice(0, key.indexOf(':'));
  const when = state === 'running' ? 'under way' : runAtMs > nowMs ? `next at ${timeOf(runAtMs)}` : 'due';
  return `${step}: ${when}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
}

function counted(words: readonly string[]): string {
  return [...Map.groupBy(words, (word) => word)].map(([word, all]) => `${all.length} ${word}`).join(', ');
}

/** `2026-11-20 14:02 UTC` */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
