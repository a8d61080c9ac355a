import type { Policy } from '#core/policy.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { chatAsker, type TooMany } from '../store/asking-limit.ts';
import { askKnownFiles, planQuestions } from './ask-known-files.ts';
import { askThreadFiles } from './ask-thread-files.ts';
import { askTicket } from './ask-ticket.ts';
import { nextLookMs } from './be-patient.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { channelOf } from './channel-of.ts';
import { findTarget } from './commands/find-target.ts';
import { decideMessage } from './decide-message.ts';
import { isPromptlyEdited } from './edited-question.ts';
import { tellOperator } from './end-cases.ts';
import { noLogsOfMessage } from './find-no-logs.ts';
import { findTicketKeys, keysOfProjects, withoutTickets } from './issue-keys.ts';
import { openCases } from './open-cases.ts';
import { placeKey, type ReplyPlace, type ThreadPlace } from './place.ts';
import { done, type Planned, planNothing, together } from './planned.ts';
import { channelScope, type Refusal, refusalOf } from './policy.ts';
import { type Channel, type ChatMessage, type MessageRef, sourceOfMessage } from './ports.ts';
import { askerKey } from './privacy.ts';
import { nameInWords, notice, refusalWords, sentences, tooManyWords } from './sentences.ts';
import type { ThreadHome } from './thread-home.ts';
import { messageKeyOf, withdrawReplaced } from './withdraw-question.ts';

type Deps = CaseDeps & { home: ThreadHome };

// A message may be announced before the vendor's history shows it.
const appearsWithinMs = 10_000;

/** Fetches a message anew and does what it asks: takes its files, answers its question, or leaves it alone. */
export function createReadMessage(deps: Deps): JobHandler {
  const { slack, clock, log } = deps;
  return caseHandler({
    kind: 'read-message',
    concurrency: 4,
    async run({ ref }, job, { signal }) {
      const fetched = await slack.message(ref);
      if (fetched.status === 'forbidden') {
        const runAtMs = fetched.missingScope ? nextLookMs(job, clock.now()) : undefined;
        const planned = await explain(deps, ref, fetched);
        return runAtMs === undefined ? done(planned) : { status: 'later', runAtMs, ...planned };
      }
      if (fetched.status === 'gone') {
        const isYoung = clock.now() - job.enqueuedAtMs < appearsWithinMs;
        if (isYoung) return { status: 'later', runAtMs: clock.now() + 2_000 };
        log.info('message is gone', { channel: ref.channel });
        return { status: 'done' };
      }
      const channel = await channelOf(slack, ref.team, ref.channel);
      const message = fetched.value;
      return done(
        await withdrawReplaced(deps, messageKeyOf(message), askKeyOf(message)),
        await act(deps, message, channel, signal),
      );
    },
  });
}

async function act(deps: Deps, message: ChatMessage, channel: Channel | null, signal: AbortSignal): Promise<Planned> {
  const { log, deliver, home, jira } = deps;
  const { team, author } = message;
  const place: ThreadPlace = { kind: 'thread', team, channel: message.channel, threadTs: message.threadTs };
  const isDirect = channel?.visibility === 'direct';
  const policy = await deps.policies.policyOf(channelScope(message));
  const isAtHome = await home.isAtHome(place);
  const candidates = findTicketKeys(message, jira.readLink);
  const known = await keysOfProjects(jira, candidates);
  const decision = decideMessage(message, {
    isDirect,
    isAtHome,
    issueKeys: known ?? candidates,
    noLogs: await noLogsOfMessage(deps, message, signal),
    tellsOfAll: policy.tellsOfAll,
  });
  const user = author.kind === 'person' ? author.id : undefined;
  const asked = {
    team,
    place,
    alone: aloneWith(place, user ?? ''),
    asker: { team, user, channel: message.channel },
    askKey: askKeyOf(message),
  };
  const asker = askerKey(asked.asker);
  if (decision.do === 'ignore') {
    log.info('message ignored', { channel: message.channel, reason: decision.reason });
    return planNothing();
  }
  const isAddressed = message.mentionsBot || isDirect;
  const refusal = author.kind === 'person' ? await refusalFor(deps, policy, message, channel) : undefined;
  if (refusal) {
    log.info('message refused', { channel: message.channel, refusal });
    if (!isAddressed) return planNothing();
    return deliver([
      { key: `refused:${asked.askKey}`, place: asked.alone, message: notice('info', [refusalWords(refusal)]) },
    ]);
  }
  if (user && decision.do !== 'take-files') {
    const tooMany = await deps.asking.take(chatAsker({ team, user }), asked.askKey);
    if (tooMany) return await refuseMore(deps, tooMany, asked.alone);
  }
  switch (decision.do) {
    case 'take-files':
      if (decision.take.length === 0) return sayWhatIsSkipped(deps, place, message.ts, decision.skip);
      return together(
        await settle(deps, place, message, channel),
        await openCases(deps, {
          place,
          files: decision.take,
          source: sourceOfMessage(message),
          question: withoutTickets(message.spoken, known ?? [], jira.readLink),
          isAskedHere: true,
          isAddressed,
          isQuiet: policy.reviewChannel !== '' && !isAddressed,
        }),
        await sayWhatIsSkipped(deps, place, message.ts, decision.skip),
      );
    case 'follow-up': {
      const { question } = decision;
      const kind = isAddressed || (await isAlone(deps, place, message)) ? 'follow_up' : 'overheard';
      return together(
        await settle(deps, place, message, channel),
        (isAddressed
          ? await askThreadFiles(deps, { place, asker, askKey: asked.askKey, question }, message.ts)
          : null) ?? (await askKnownFiles(deps, { ...asked, question, isAddressed, kind })),
      );
    }
    case 'ask-ticket':
      return together(await settle(deps, place, message, channel), await askTicket(deps, { ...asked, ...decision }));
    case 'ask-newest': {
      const rows = await findTarget(deps, asked, { kind: 'newest' });
      if (rows.length === 0) return help();
      const { askKey } = asked;
      return together(
        await settle(deps, place, message, channel),
        await planQuestions(deps, rows, { place, asker, askKey, question: decision.question, kind: 'follow_up' }),
      );
    }
    case 'help':
      return help();
  }

  function help(): Promise<Planned> {
    const told = notice('info', [sentences.help(isDirect)]);
    return deliver([{ key: `help:${placeKey(place)}:${message.ts}`, place, message: told }]);
  }
}

/** The same however often a message is read; one that was soon edited is another question, whenever it is read. */
function askKeyOf(message: ChatMessage): string {
  const { ts, editedTs } = message;
  const key = messageKeyOf(message);
  return editedTs && isPromptlyEdited(ts, editedTs) ? `${key}:${editedTs}` : key;
}

/** Whoever talks in a thread where nobody else did talks to the bot. */
async function isAlone({ slack }: Deps, place: ThreadPlace, { ts, author }: ChatMessage): Promise<boolean> {
  const thread = await slack.thread(place);
  if (thread.status !== 'found') return false;
  const said = thread.value.filter((one) => one.author.kind === 'person' && Number(one.ts) <= Number(ts));
  return said.every((one) => one.author.id === author.id);
}

/** Once a minute to each who asks on and on. */
function refuseMore({ deliver }: Deps, tooMany: TooMany, place: ReplyPlace): Promise<Planned> {
  return deliver([{ key: `limit:${tooMany.key}`, place, message: notice('info', [tooManyWords(tooMany)]) }]);
}

async function refusalFor(
  { slack }: Deps,
  policy: Policy,
  { team, author }: ChatMessage,
  channel: Channel | null,
): Promise<Refusal | undefined> {
  const person = author.id === undefined ? null : await slack.person(team, author.id);
  return refusalOf(policy, { team, user: author.id, person, channel });
}

function aloneWith({ team, channel, threadTs }: ThreadPlace, user: string): ReplyPlace {
  return { kind: 'reply', team, channel, user, responseUrl: '', threadTs };
}

async function sayWhatIsSkipped(
  { deliver }: Deps,
  place: ThreadPlace,
  ts: string,
  skip: readonly { name: string; words: string }[],
): Promise<Planned> {
  if (skip.length === 0) return planNothing();
  const files = skip.map(({ name, words }) => ({
    name: nameInWords(name),
    verdict: 'skipped' as const,
    reason: words,
  }));
  return deliver([{ key: `skips:${placeKey(place)}:${ts}`, place, message: { kind: 'verdicts', files, links: [] } }]);
}

/** Makes the thread a known place, and ties it to the tickets that the message or the thread's first one names. */
async function settle(deps: Deps, place: ThreadPlace, message: ChatMessage, channel: Channel | null): Promise<Planned> {
  const { store, slack, jira, clock } = deps;
  const isOpen = channel?.visibility === 'public';
  const label = isOpen && channel?.name ? `#${channel.name}` : 'a conversation';
  const url = (await slack.permalink(place.team, place.channel, place.threadTs)) ?? null;
  const root = message.threadTs === message.ts ? null : await slack.threadRoot(place);
  const named = [message, ...(root?.status === 'found' ? [root.value] : [])];
  const issueKeys = [...new Set(named.flatMap((part) => findTicketKeys(part, jira.readLink)))].slice(0, 5);
  const threadKey = placeKey(place);
  const user = message.author.kind === 'person' ? message.author.id : undefined;
  const asker = { team: place.team, user, channel: place.channel };
  return {
    writes: [
      store.savePlace(place, { label, url, isOpen }),
      ...issueKeys.map((issueKey) =>
        store.insertTie({ threadKey, issueKey, state: 'pending', createdAtMs: clock.now() }),
      ),
    ],
    enqueue: issueKeys.map((issueKey) => newJob('tie', { threadKey, issueKey, asker })),
  };
}

async function explain(
  deps: Deps,
  ref: MessageRef,
  refused: { reason: string; missingScope?: string },
): Promise<Planned> {
  const place: ThreadPlace = { kind: 'thread', team: ref.team, channel: ref.channel, threadTs: ref.threadTs ?? ref.ts };
  const { reason, missingScope } = refused;
  const message = missingScope
    ? notice('waiting', [`This message ${sentences.waitsForScope(missingScope)}`])
    : notice('failed', [`This message ${sentences.forbidden(reason)}`]);
  const told = await deps.deliver([{ key: `unread:${placeKey(place)}:${ref.ts}`, place, message }]);
  if (!missingScope) return told;
  return together(
    told,
    await tellOperator(deps, `scope:slack:${missingScope}`, [
      `Messages cannot be read: the app lacks the permission ${missingScope}, or was not reinstalled after it was added. ` +
        'Add it and reinstall the app. The messages wait for up to a week, and are then read automatically.',
    ]),
  );
}
