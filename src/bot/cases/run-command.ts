import { openData } from '#core/kept-text.ts';
import type { JobHandler } from '#jobs/queue.ts';
import type { AskCommand } from '../intake/intake.ts';
import { planQuestions } from './ask-known-files.ts';
import { askedBeside, isAskable } from './ask-thread-files.ts';
import { askTicket } from './ask-ticket.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler } from './case-jobs.ts';
import { channelOf } from './channel-of.ts';
import { runWorkAsk, type WorkDeps } from './commands/run-ask.ts';
import { guessFile, noLogWords } from './is-log.ts';
import { isOpen } from './is-open.ts';
import { openCases } from './open-cases.ts';
import { type ChannelPlace, placeKey, type ReplyPlace, type ThreadPlace } from './place.ts';
import { done, type Planned, planWrites, together } from './planned.ts';
import { channelScope, refusalOf } from './policy.ts';
import { type Channel, type ChatMessage, type ListedFile, type MessageRef, sourceOfMessage } from './ports.ts';
import { type Asking, askerKey } from './privacy.ts';
import { nameInWords, notice, refusalWords, sentences, skipWords } from './sentences.ts';
import { withWaiting } from './status/tell-waiting.ts';

type Asked = Asking & { askKey: string };
type Caller = Omit<AskCommand, 'ask'>;

/** A file that was shared nowhere is looked for in no channel: the refusal then takes what any refusal takes. */
const nowhere = { channel: 'C0000000000', ts: '0000000000.000000' };
/** A file shared more often than this is looked for in the newest of its places. */
const mostShares = 20;

/** Answers `/triage <ticket>`, `<message link>` and `<file link>`, each with an optional question. */
export function createRunCommand(deps: WorkDeps): JobHandler {
  const { slack, store } = deps;
  return caseHandler({
    kind: 'run-command',
    concurrency: 4,
    async run({ command }, _job, { signal }) {
      const channel = await channelOf(slack, command.team, command.channel);
      const { team, user } = command;
      const alone = aloneWith(command);
      const person = await slack.person(team, user);
      const policy = await deps.policies.policyOf(channelScope(command));
      const refusal = refusalOf(policy, { team, user, person, channel });
      if (refusal) return done(await say(deps, askKeyOf(command), alone, refusalWords(refusal)));
      const place = channel?.isMember ? openPlace(command) : alone;
      const asker = { team, user, channel: command.channel };
      const asked = { place, alone, asker, askKey: askKeyOf(command) };
      const seen = {
        label: channel?.name ? `#${channel.name}` : 'a conversation',
        url: null,
        isOpen: isPublic(channel),
      };
      const known: Planned = planWrites(store.savePlace(place, seen));
      const ask = await openData<AskCommand['ask']>(deps.vault, command.ask);
      const planned = withWaiting(deps, await carryOut(deps, ask, asked, signal), asked);
      return done(known, planned);
    },
    async onDead({ command }) {
      return await say(deps, askKeyOf(command), aloneWith(command), sentences.commandFailed());
    },
  });
}

function openPlace({ team, channel, threadTs }: Caller): ThreadPlace | ChannelPlace {
  return threadTs ? { kind: 'thread', team, channel, threadTs } : { kind: 'channel', team, channel };
}

function aloneWith({ team, channel, user, responseUrl, threadTs }: Caller): ReplyPlace {
  return { kind: 'reply', team, channel, user, responseUrl, ...(threadTs ? { threadTs } : {}) };
}

function askKeyOf({ commandId }: Caller): string {
  return `command:${commandId}`;
}

function isPublic(channel: Channel | null): boolean {
  return channel?.visibility === 'public';
}

async function carryOut(deps: WorkDeps, ask: AskCommand['ask'], asked: Asked, signal: AbortSignal): Promise<Planned> {
  const { team } = asked.asker;
  switch (ask.kind) {
    case 'ticket':
      return askTicket(deps, { ...asked, issueKey: ask.issueKey, question: ask.question });
    case 'message':
      return askMessage(deps, { ...asked, refs: [{ ...ask.ref, team }], question: ask.question });
    case 'work':
      return runWorkAsk(deps, ask.work, { ...asked, team }, signal);
    case 'file': {
      const shares = await deps.slack.shares(team, ask.fileId);
      const refs = shares.status === 'found' ? shares.value.slice(0, mostShares) : [];
      return askMessage(deps, { ...asked, refs, question: ask.question, fileId: ask.fileId });
    }
  }
}

/** Asks the files of the first of these messages that the asker and the bot can see. */
async function askMessage(
  deps: WorkDeps,
  asked: Asked & { refs: readonly MessageRef[]; question: string; fileId?: string },
): Promise<Planned> {
  const { slack, store, privacy } = deps;
  const { askKey, alone, asker } = asked;
  const isHere = ({ channel }: MessageRef) => channel === asker.channel;
  const refs = asked.refs.length > 0 ? asked.refs : [{ ...nowhere, team: asker.team }];
  for (const ref of refs.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))) {
    const source = { kind: 'channel' as const, team: ref.team, channel: ref.channel };
    const place = await privacy.answerPlace(asked, source);
    const fetched = place ? await slack.message(ref) : null;
    if (!place || fetched?.status !== 'found') continue;
    const message = fetched.value;
    const meant = message.files.filter(({ id }) => !asked.fileId || id === asked.fileId);
    const files = meant.filter(isAskable);
    if (files.length === 0) return say(deps, askKey, alone, whyNone(meant));
    const thread = threadOf(message);
    const opened = await openCases(deps, {
      place: thread,
      files,
      source: sourceOfMessage(message),
      question: null,
      isAskedHere: isHere(ref),
    });
    const question = asked.question.trim();
    if (question === '' && place.kind === 'thread' && (await areServed(deps, opened.caseIds, placeKey(place))))
      return say(deps, askKey, alone, sentences.servedThere());
    return together(
      planWrites(...(isHere(ref) ? [store.savePlace(thread, await seenOf(deps, thread))] : [])),
      opened,
      await planQuestions(
        deps,
        opened.caseIds.map((id) => ({ id })),
        { place, askKey, ...askedBeside({ question, asker: askerKey(asker) }, message), kind: 'command' },
      ),
    );
  }
  return say(deps, askKey, alone, sentences.cannotSee());
}

function whyNone(files: readonly ListedFile[]): string {
  const words = files.flatMap((file) => {
    const guess = guessFile(file);
    if (file.skip) return [`${nameInWords(file.name)} was skipped: ${skipWords(file.skip)}.`];
    return guess === 'log' ? [] : [`${nameInWords(file.name)} ${noLogWords(guess)}`];
  });
  return words[0] ?? sentences.noFilesInMessage();
}

/** Whether the cause of each of these files is told there by now, or on its way. */
async function areServed({ store, answersOf }: WorkDeps, caseIds: readonly string[], key: string): Promise<boolean> {
  const own = (await store.questionsOfCases(caseIds)).filter(
    ({ placeKey: at, kind }) => at === key && (kind === 'file' || kind === 'command'),
  );
  const served = new Set<string>();
  for (const question of own) {
    const isThere = async () =>
      (await answersOf(question.id)).some(({ place, state }) => placeKey(place) === key && state !== 'failed');
    if (isOpen(question) || (question.state === 'answered' && (await isThere()))) served.add(question.caseId);
  }
  return caseIds.every((id) => served.has(id));
}

function threadOf({ team, channel, threadTs }: ChatMessage): ThreadPlace {
  return { kind: 'thread', team, channel, threadTs };
}

async function seenOf({ slack }: CaseDeps, thread: ThreadPlace) {
  const channel = await channelOf(slack, thread.team, thread.channel);
  const label = isPublic(channel) && channel?.name ? `#${channel.name}` : 'a conversation';
  const url = (await slack.permalink(thread.team, thread.channel, thread.threadTs)) ?? null;
  return { label, url, isOpen: isPublic(channel) };
}

function say(deps: CaseDeps, askKey: string, place: ReplyPlace, sentence: string): Promise<Planned> {
  return deps.deliver([{ key: `told:${askKey}`, place, message: notice('info', [sentence]) }]);
}
