import type { JobHandler } from '#jobs/queue.ts';
import type { AskCommand } from '../intake/intake.ts';
import { planQuestions } from './ask-known-files.ts';
import { askTicket } from './ask-ticket.ts';
import type { CaseDeps } from './case-deps.ts';
import type { CaseJobs } from './case-jobs.ts';
import { channelOf } from './channel-of.ts';
import { openCases } from './open-cases.ts';
import { type Place, placeKey, type ThreadPlace } from './place.ts';
import { type Planned, together } from './planned.ts';
import type { Channel, ChatMessage, MessageRef } from './ports.ts';
import { notice, sentences } from './sentences.ts';

/** Answers `/triage <ticket>`, `<message link>` and `<file link>`, each with an optional question. */
export function createRunCommand(deps: CaseDeps): JobHandler {
  const { slack, store } = deps;
  return {
    kind: 'run-command',
    concurrency: 4,
    async run(job) {
      const { command } = job.payload as unknown as CaseJobs['run-command'];
      const channel = await channelOf(slack, command.team, command.channel);
      const place = answerPlace(command, channel);
      const isOpen = channel?.visibility === 'public' && place.kind === 'channel';
      const label = channel?.name ? `#${channel.name}` : 'a conversation';
      const known: Planned = { writes: [store.savePlace(place, { label, url: null, isOpen })], enqueue: [] };
      return { status: 'done', ...together(known, await carryOut(deps, command, place)) };
    },
  };
}

function answerPlace(command: AskCommand, channel: Channel | null): Place {
  const { team, user, responseUrl } = command;
  return channel?.isMember
    ? { kind: 'channel', team, channel: command.channel }
    : { kind: 'reply', team, channel: command.channel, user, responseUrl };
}

async function carryOut(deps: CaseDeps, command: AskCommand, place: Place): Promise<Planned> {
  const askKey = `command:${command.commandId}`;
  const { ask, team } = command;
  switch (ask.kind) {
    case 'ticket':
      return askTicket(deps, { place, askKey, issueKey: ask.issueKey, question: ask.question });
    case 'message':
      return askMessage(deps, { place, askKey, ref: { ...ask.ref, team }, question: ask.question });
    case 'file': {
      const shares = await deps.slack.shares(team, ask.fileId);
      const ref = shares.status === 'found' ? shares.value[0] : undefined;
      if (!ref) return say(deps, askKey, place, sentences.cannotSee());
      return askMessage(deps, { place, askKey, ref, question: ask.question, fileId: ask.fileId });
    }
  }
}

async function askMessage(
  deps: CaseDeps,
  asked: { place: Place; askKey: string; ref: MessageRef; question: string; fileId?: string },
): Promise<Planned> {
  const { slack, store } = deps;
  const { place, askKey, ref } = asked;
  const fetched = await slack.message(ref);
  if (fetched.status !== 'found') return say(deps, askKey, place, sentences.cannotSee());
  const message = fetched.value;
  const files = message.files.filter(({ id, skip }) => !skip && (!asked.fileId || id === asked.fileId));
  if (files.length === 0) return say(deps, askKey, place, sentences.noFilesInMessage());
  const thread: ThreadPlace = {
    kind: 'thread',
    team: message.team,
    channel: message.channel,
    threadTs: message.threadTs,
  };
  const source = { vendor: 'slack' as const, team: message.team, channel: message.channel, ts: message.ts };
  const opened = await openCases(deps, { place: thread, files, source, question: null });
  const isKnown = (await store.findPlace(placeKey(thread))) !== undefined;
  return together(
    { writes: isKnown ? [] : [await savePlace(deps, thread, message)], enqueue: [] },
    opened,
    planQuestions(
      deps,
      opened.caseIds.map((id) => ({ id })),
      { place, askKey, question: asked.question.trim() || message.text, kind: 'command' },
    ),
  );
}

async function savePlace({ slack, store }: CaseDeps, thread: ThreadPlace, message: ChatMessage) {
  const channel = await channelOf(slack, message.team, message.channel);
  const isOpen = channel?.visibility === 'public';
  const label = isOpen && channel.name ? `#${channel.name}` : 'a conversation';
  const url = (await slack.permalink(thread.team, thread.channel, thread.threadTs)) ?? null;
  return store.savePlace(thread, { label, url, isOpen });
}

function say(deps: CaseDeps, askKey: string, place: Place, sentence: string): Promise<Planned> {
  return deps.deliver([{ key: `told:${askKey}`, place, message: notice('info', [sentence]) }]);
}
