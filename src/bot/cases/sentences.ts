import { formatSize } from '#core/format-size.ts';
import type { Notice, NoticeTone } from './messages.ts';
import type { Refusal } from './policy.ts';
import type { SkipReason } from './ports.ts';

/** A file's name as it may stand in a sentence: one line, no control or direction characters, not without end. */
export function nameInWords(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean === ''
    ? 'a file without a name'
    : clean.length > 120
      ? `${clean.slice(0, 80)}…${clean.slice(-35)}`
      : clean;
}

export function notice(tone: NoticeTone, paragraphs: string[], links: Notice['links'] = []): Notice {
  return { kind: 'notice', tone, paragraphs, links };
}

export function skipWords(reason: SkipReason): string {
  switch (reason) {
    case 'external':
      return 'only a link to a file in another system was shared; upload the file itself';
    case 'deleted':
      return 'it was deleted';
    case 'hidden_by_limit':
      return 'the workspace’s plan hides it; upload it again';
    case 'not_a_file':
      return 'it is a canvas, post, e-mail or list; upload it as a file';
  }
}

export function refusalWords(refusal: Refusal): string {
  switch (refusal) {
    case 'guest':
      return 'Guests may not ask me here. A full member of the workspace can ask, or allow guests with /triage settings.';
    case 'shared':
      return 'I do not work in channels shared with other organisations. Allow this one with /triage settings.';
    case 'asker':
      return 'Only some people may ask me here; /triage settings lists them.';
  }
}

/** Said to one person who asks more than the limit, with when it goes on. */
export function tooManyWords({ perMinute, waitMs }: { perMinute: number; waitMs: number }): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return (
    `You asked more than ${perMinute} question${perMinute === 1 ? '' : 's'} in a minute, so I did not take this one. ` +
    `Ask it again in ${seconds} second${seconds === 1 ? '' : 's'}. One question may ask for several things.`
  );
}

function minutesInWords(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  if (minutes >= 120 && minutes % 60 === 0) return `${minutes / 60} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const sentences = {
  missingScope: (scope: string) =>
    `could not be downloaded: this bot lacks the permission ${scope} here. ` +
    'An administrator of the app must add it and reinstall the app; then share the file again.',
  waitsForScope: (scope: string) =>
    `is waiting: this bot lacks the permission ${scope} here. ` +
    'An administrator of the app must add it and reinstall the app; nothing needs to be sent again.',
  forbidden: (reason: string) => `could not be downloaded: access was refused (${reason}).`,
  notTheFile: (status: number) =>
    `could not be downloaded: its host answered with HTTP status ${status} instead of the file. ` +
    'If you can open it, upload it again.',
  blocked: (host: string) => `was not downloaded: this bot may not download from its host ${host} (DOWNLOAD_ALLOW).`,
  tooLarge: (limitBytes: number) =>
    `is larger than ${formatSize(limitBytes)}, the limit here. Cut it to the time around the fault, or compress it.`,
  noRoom: () =>
    'is waiting: there is no disk space for files at the moment. The people who run this bot have been told; ' +
    'nothing needs to be sent again.',
  cutShort: () => 'could not be downloaded completely: several attempts returned fewer bytes than announced.',
  notFetched: () => 'could not be downloaded. The people who run this bot have been told.',
  notUploaded: () => 'could not be uploaded to the log service. The people who run this bot have been told.',
  empty: () => 'is empty: it has no bytes.',
  refusedSize: (maxBytes: number | undefined) =>
    maxBytes === undefined
      ? 'is too large for the log service. Cut it to the last few hundred MB around the fault, or compress it.'
      : `is too large for the log service, which accepts at most ${formatSize(maxBytes)}. Cut it to the time around the fault, or compress it.`,
  refused: (httpStatus: number) => `was rejected by the log service (HTTP ${httpStatus}).`,
  unreadable: (reason: string | undefined) =>
    reason ? `could not be analysed: ${reason}` : 'could not be analysed; the log service says that this is final.',
  mayRecover: () => 'The analysis failed, but it may still recover; I keep watching.',
  gaveUp: (durationMs: number) => `was not ready after ${minutesInWords(durationMs)}; I stopped waiting.`,
  notFollowed: () => 'was uploaded, but I lost track of its analysis. The people who run this bot have been told.',
  lost: () => 'is no longer at the log service, and I no longer have its bytes. Share it again.',
  waitsForService: () =>
    'Your file is safe and waiting: the log service does not accept our key at the moment. ' +
    'The people who run this bot have been told; nothing needs to be sent again.',
  investigationFailed: () => 'was analysed, but the log service could not finish its investigation. Ask again later.',
  refusedQuestion: (httpStatus: number | undefined) =>
    `was analysed, but the log service rejected the question (HTTP ${httpStatus ?? 0}).`,
  endUnknown: () =>
    'was analysed, but the connection to the log service was lost twice during the investigation. Ask again later.',
  tooLong: (deadlineMs: number) =>
    `was analysed, but the investigation did not finish within ${minutesInWords(deadlineMs)}. Ask again later.`,
  unknownForm: () => 'The service answered in a format I do not know. What it sent is attached.',
  unknownTicket: (issueKey: string) =>
    `I cannot show you ${issueKey}: it does not exist, or you or I may not see it. ` +
    'If you can open it in Jira, the people who run this bot can open its project to this channel.',
  noFiles: (issueKey: string) => `${issueKey} has no file I can analyse. Attach a log to it, and I will answer.`,
  needsCapture: (issueKey: string, advice: string) =>
    `${issueKey} has no file I can analyse. Please attach ${advice}. I continue when it is there.`,
  servedThere: () => 'That is already answered in its thread, or on its way. Ask there if you want to know more.',
  noFilesInMessage: () => 'There is no file I can analyse. Point me to a message with a log in it.',
  cannotSee: () =>
    'I cannot show you that: it does not exist, or you or I may not see it. ' +
    'If you can open it, invite me to its channel, or drop the file here.',
  notForYou: () => 'I cannot show you more of that file here, because you may not see where it comes from.',
  noSuchFile: (name = '') =>
    `There is no ${name === '' ? 'such file' : `file ${nameInWords(name)}`} here that you may see. ` +
    'Give me its name as it was shared, or a link to it or its message.',
  noFileYet: () => 'I have not received a file in this channel yet. Share one here, or give me a link to it.',
  forOperators: () => 'The board is for the people who run this bot.',
  noBoard: () => 'The board has no address, because PUBLIC_URL is not set.',
  baselineLost: () => 'cannot be compared: the other file could not be read, or was cancelled.',
  sameBytes: () => 'has the same bytes as the other file: there is nothing to compare.',
  comparesNothing: () => 'cannot be compared: this log service cannot compare files.',
  noneGood: () => 'There is no earlier good file of this kind here. /triage diff A B compares any two files.',
  askedAlready: () => 'That was already asked here; the answer is above, or on its way.',
  filed: (issueKey: string) => `Filed as ${issueKey}. Answers in this thread go there too.`,
  filedBefore: (issueKey: string) => `That answer is already filed, as ${issueKey}.`,
  cannotFile: (projectKey: string) =>
    `I cannot create a ticket in ${projectKey} for you: there is no such project, or you or I may not create tickets there.`,
  youWrote: () => 'What you wrote, so that you can file it elsewhere:',
  customersWouldRead: (projectKey: string) =>
    `${projectKey} is a service project: customers would see the ticket, so I do not create it there.`,
  withheld: (counts: string) =>
    `I withheld an answer: it would show ${counts}, and the policy here does not allow that to be posted.`,
  keptFromService: (counts: string) =>
    `was not uploaded to the log service: it contains ${counts}, and the policy here does not allow that. Share it without them.`,
  cannotBeMasked: () =>
    'was not uploaded to the log service: the policy here requires personal data to be masked first, which is not possible in a file of this kind. Share its text instead.',
  settingsSaved: () => 'The settings of this channel are saved and apply from now on.',
  settingsRefused: () => 'Only full members of this channel may change its settings.',
  noReviewChannel: (channel: string) =>
    `Nothing was changed: I am not in the channel ${channel}, so no answer could be rated there. ` +
    'Invite me there, then save the settings again.',
  projectSettingsSaved: (projectKey: string) => `The settings of ${projectKey} are saved and apply from now on.`,
  projectSettingsRefused: (projectKey: string) =>
    `I cannot show you the settings of ${projectKey}: there is no such project, or you do not administer it. ` +
    'Its administrators in Jira and the people who run this bot can change them.',
  answerForgotten: () => 'That answer and its file are no longer stored here. Share the file again.',
  noLines: () => 'That answer cites no lines of the file.',
  inviteToShow: () => 'I am not in this channel. Invite me, then press Show everyone again.',
  notForAll: () => 'Not everyone in this channel may see where that comes from, so I show it only to you.',
  sameAsBefore: (name: string, finding: string) =>
    `${name}, analysed again: the answer is the same as before${finding === '' ? '.' : `. ${finding}`}`,
  alreadyDone: () => 'That is already done; see above.',
  stopped: () => 'Stopped. I no longer work on anything here.',
  nothingGoesOn: () => 'Nothing is in progress here any more.',
  linked: (issueKey: string) =>
    `This thread is now linked to ${issueKey}: its answers go to the ticket too. The ticket itself does not change.`,
  saidSame: () => 'Noted: the same cause.',
  saidOther: () => 'Noted: another cause. This file is no longer counted with the others.',
  dismissed: () => 'Dismissed: digests here mention it again only when something about it changes.',
  saidRight: () => 'Noted as right.',
  saidWrong: () => 'Noted as wrong. Say in the thread what you see instead, and I will look again.',
  commandFailed: () => 'That could not be done. The people who run this bot have been told; please ask again.',
  cancelledMeanwhile: () => 'was cancelled before I had an answer.',
  deletedMeanwhile: () => 'was deleted before I had an answer.',
  notACommander: () =>
    'I only take commands from certain people here, and you are not one of them. The people who run this bot can add you (JIRA_COMMAND_USERS).',
  restrictedComment: () =>
    'I do not answer restricted comments, because everyone on the ticket would read the answer. Ask again in a comment without a restriction.',
  noNamedCause: (issueKey: string) =>
    `I found no cause on ${issueKey} that could be recognised in other files, so there is nothing to remember.`,
  noCauseThere: (issueKey: string) =>
    `I cannot use ${issueKey}: I see no such ticket, or found no cause on it that could be recognised in other files.`,
  ticketHelp: () => [
    'Write @logtriage and a question about the files of this ticket, or one of these:',
    'why: what happened to each file here',
    'deep QUESTION: look into a question',
    'rerun: analyse the files again, with what the ticket says now',
    'dup PROJ-88: it has the same cause as that ticket; undup takes that back',
    'fixed 4.2: the cause is fixed in that version; I will say so if it is back',
    'invalid: what I named is not the cause',
  ],
  help: (isDirect = false) =>
    'Share a log, a bug report, a trace, a capture or an archive of them, and I post its cause in the thread; ' +
    `${isDirect ? 'then ask me more there' : 'mention me below one that is already here'}, or see /triage help.`,
};
