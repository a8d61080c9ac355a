import { quietUntilMs } from '#core/policy.ts';
import type { JobHandler } from '#jobs/queue.ts';
import type { QuestionRow } from '../store/case-store.ts';
import type { GatheredAnswer } from '../store/gathered-answers.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { isOpen } from './is-open.ts';
import type { Answer, Message, NewDelivery } from './messages.ts';
import { type Place, placeKey } from './place.ts';
import { done, type Planned, together } from './planned.ts';
import { scopeOf } from './policy.ts';

export type GatherDeps = Pick<CaseDeps, 'store' | 'gathered' | 'deliver' | 'clock'>;

/** Files that came to a ticket within this of each other were attached together. */
export const togetherMs = 60_000;
/** People and programs attach one file after the other. */
const settlesAfterMs = 3_000;
/** Who waits for a small file does not wait for the largest. */
const longestWaitMs = 2 * 60_000;

/** A row on D1 takes two megabytes, and the comment's text stands in it beside its message. */
const mostSize = 500_000;
const longestQuote = 500;

/** Begins the keys of comments that tell several answers. */
export const gatheredPrefix = 'answers:';

/**
 * Plans deliveries about one file. On a ticket, what belongs to files that were attached together becomes one comment:
 * it waits for the others, within reason. `ending`: questions that end with these deliveries.
 */
export async function deliverTogether(
  deps: GatherDeps,
  { batch, ending }: { batch: string | null; ending: readonly string[] },
  deliveries: readonly NewDelivery<Place>[],
): Promise<Planned> {
  const waits = batch === null ? [] : deliveries.filter(mayWait);
  const others = deliveries.filter((delivery) => !waits.includes(delivery));
  const held = waits.map((delivery) => hold(deps, batch ?? '', ending, delivery));
  return together(await deps.deliver(others), ...(await Promise.all(held)));
}

/** A raw answer is attached to its comment as a file, which belongs to that answer alone. */
function mayWait({ place, message }: NewDelivery<Place>): boolean {
  return place.kind === 'ticket' && !(message.kind === 'answer' && message.attachment !== undefined);
}

async function hold(
  deps: GatherDeps,
  batch: string,
  ending: readonly string[],
  delivery: NewDelivery<Place>,
): Promise<Planned> {
  const { gathered, deliver } = deps;
  const key = await openComment(deps, batch, delivery.place);
  const others = (await gathered.questionsOf(batch)).filter(({ id }) => !ending.includes(id));
  const isAlone = !others.some(isOpen) && (await isSettled(deps, batch)) && (await gathered.waiting(key)).length === 0;
  if (isAlone) return await deliver([delivery]);
  const planned = await deliver([{ ...delivery, toldIn: key }]);
  return together(
    { writes: [gathered.holdsWhileOpen(key)], enqueue: [newJob('tell-gathered', { batch, key })] },
    planned,
  );
}

/** The comment that still gathers: what comes after it was planned is told in the next. */
async function openComment({ gathered }: GatherDeps, batch: string, place: Place): Promise<string> {
  for (let round = 1; ; round += 1) {
    const key = `${gatheredPrefix}${batch}:${placeKey(place)}:${round}`;
    if (!(await gathered.isTold(key))) return key;
  }
}

async function isSettled({ gathered, clock }: GatherDeps, batch: string): Promise<boolean> {
  const newest = (await gathered.questionsOf(batch)).at(-1)?.createdAtMs ?? 0;
  return clock.now() - newest >= settlesAfterMs;
}

/** Posts what was gathered for a ticket, once nothing more is to come or it has waited long enough. */
export function createTellGathered(deps: CaseDeps): JobHandler {
  const { gathered, deliver, clock } = deps;
  return caseHandler({
    kind: 'tell-gathered',
    concurrency: 4,
    async run({ batch, key }, job) {
      if (await gathered.isTold(key)) return { status: 'done' };
      const waitedMs = clock.now() - job.enqueuedAtMs;
      const later = { status: 'later', runAtMs: clock.now() + Math.min(5_000, 500 + waitedMs / 10) } as const;
      const questions = await gathered.questionsOf(batch);
      const isComing = questions.some(isOpen) || !(await isSettled(deps, batch));
      const answers = inOrder(await gathered.waiting(key), questions);
      const [first] = answers;
      // What was gathered was deleted; as long as something may still come, it comes under this key.
      if (!first) return isComing || waitedMs < togetherMs + settlesAfterMs ? later : { status: 'done' };
      if (isComing && waitedMs < longestWaitMs) return later;
      const isUnasked = ({ key: told }: GatheredAnswer) =>
        told.startsWith('answer:') && questions.every(({ id, kind }) => kind === 'file' || !told.includes(id));
      const policy = answers.some(isUnasked) ? await deps.policies.policyOf(scopeOf(first.place)) : undefined;
      const notBeforeMs = policy && quietUntilMs(policy, clock);
      const message = inOne(answers.map((answer) => answer.message));
      const comment = { key, place: first.place, message, ...(notBeforeMs === undefined ? {} : { notBeforeMs }) };
      return done(
        { writes: [gathered.holdsWhileOpen(key), gathered.holdsWhileWhole(key, answers.length)], enqueue: [] },
        await deliver([comment]),
      );
    },
  });
}

/** As their files were attached, whichever was read first. */
function inOrder(answers: readonly GatheredAnswer[], questions: readonly QuestionRow[]): GatheredAnswer[] {
  const rank = ({ key }: GatheredAnswer) =>
    questions.findIndex(({ id, caseId }) => key.includes(`:${id}:`) || key.includes(`:${caseId}:`));
  return answers.toSorted((a, b) => rank(a) - rank(b));
}

/** What the comment tells is kept with each answer: here without what none of it shows. */
function inOne(messages: readonly Message[]): Message {
  const [only] = messages;
  if (messages.length === 1 && only) return only;
  const answers = messages.flatMap((message) => (message.kind === 'answer' ? [{ ...message, fullText: '' }] : []));
  const isLarge = JSON.stringify(answers).length > mostSize;
  return {
    kind: 'answers',
    answers: isLarge ? answers.map(shortened) : answers,
    others: messages.flatMap((message) => (message.kind === 'notice' || message.kind === 'verdicts' ? [message] : [])),
  };
}

/** Verdict, cause and the deciding line; the page behind the answer has the rest. */
function shortened({ also: _, more: __, charts: ___, ...answer }: Answer): Answer {
  const proof = answer.proof.filter(({ excerpt }) => excerpt.length <= longestQuote).slice(0, 1);
  return { ...answer, explanation: '', proof, notTheCause: [], next: [] };
}
