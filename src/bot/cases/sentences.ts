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
      return 'it lies in another system and only a link to it was shared; upload the file itself';
    case 'deleted':
      return 'it was deleted';
    case 'hidden_by_limit':
      return 'the workspace’s plan hides it; upload it again';
    case 'not_a_file':
      return 'it is not a file with bytes of its own (a canvas, post, e-mail or list); upload it as a file';
  }
}

export function refusalWords(refusal: Refusal): string {
  switch (refusal) {
    case 'guest':
      return 'I do not work for guests here. A full member of the workspace can ask, or switch it on with /triage settings.';
    case 'shared':
      return 'I do not work in channels shared with other organisations. /triage settings switches it on for this one.';
    case 'asker':
      return 'Only some people may ask me here; /triage settings lists them.';
  }
}

/** Said to one person who asks more than the limit, with when it goes on. */
export function tooManyWords({ perMinute, waitMs }: { perMinute: number; waitMs: number }): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return (
    `That is more than ${perMinute} question${perMinute === 1 ? '' : 's'} in a minute, so this one was not taken. ` +
    `Ask it again in ${seconds} second${seconds === 1 ? '' : 's'}; one question may ask for several things.`
  );
}

export function sizeWords(sizeBytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let value = sizeBytes;
  let unit = 0;
  while (value >= 1000 && unit < 3) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`;
}

function minutesInWords(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  if (minutes >= 120 && minutes % 60 === 0) return `${minutes / 60} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const sentences = {
  missingScope: (scope: string) =>
    `could not be downloaded: it needs the permission ${scope}, which this bot does not have here. ` +
    'Whoever manages the app adds it and installs the app again; then share the file once more.',
  waitsForScope: (scope: string) =>
    `waits: it needs the permission ${scope}, which this bot does not have here. ` +
    'Whoever manages the app adds it and installs the app again; nothing needs to be sent again.',
  forbidden: (reason: string) => `could not be downloaded: access was refused (${reason}).`,
  blocked: (host: string) =>
    `was not downloaded: it lies on ${host}, which is not among the addresses this bot may fetch from (DOWNLOAD_ALLOW).`,
  tooLarge: (limitBytes: number) =>
    `is larger than ${sizeWords(limitBytes)}, the most that is taken here. Cut it to the time around the fault, or compress it.`,
  noRoom: () =>
    'waits: there is no room for files here at the moment. The people who run this bot have been told; ' +
    'nothing needs to be sent again.',
  cutShort: () => 'could not be downloaded whole: fewer bytes came than were announced, several times.',
  notFetched: () => 'could not be downloaded. The people who run this bot have been told.',
  notUploaded: () => 'could not be brought to the log service. The people who run this bot have been told.',
  empty: () => 'is empty: it has no bytes.',
  refusedSize: (maxBytes: number | undefined) =>
    maxBytes === undefined
      ? 'is too large for the log service. Cut it to the last few hundred MB around the fault, or compress it.'
      : `is too large for the log service, which takes at most ${sizeWords(maxBytes)}. Cut it to the time around the fault, or compress it.`,
  refused: (httpStatus: number) => `was not taken by the log service (HTTP ${httpStatus}).`,
  unreadable: (reason: string | undefined) =>
    reason ? `could not be analysed: ${reason}` : 'could not be analysed; the log service says that this is final.',
  mayRecover: () => 'The analysis failed for now and may still recover by itself; I keep watching.',
  gaveUp: (durationMs: number) => `was not ready after ${minutesInWords(durationMs)}; I stopped waiting.`,
  notFollowed: () =>
    'was uploaded, but its analysis could not be followed to the end. The people who run this bot have been told.',
  lost: () => 'is no longer known to the log service, and its bytes are gone here too. Share it once more.',
  waitsForService: () =>
    'Your file is safe and waits: the log service does not accept our key at the moment. ' +
    'The people who run this bot have been told; nothing needs to be sent again.',
  investigationFailed: () =>
    'was analysed, but the log service could not finish its investigation. Ask again in a while.',
  refusedQuestion: (httpStatus: number | undefined) =>
    `was analysed, but the log service did not take the question (HTTP ${httpStatus ?? 0}).`,
  endUnknown: () =>
    'was analysed, but the connection to the log service was lost twice during the investigation. Ask again in a while.',
  tooLong: (deadlineMs: number) =>
    `was analysed, but the investigation did not finish within ${minutesInWords(deadlineMs)}. Ask again in a while.`,
  unknownForm: () => 'The service answered in a form I do not know. What it sent is attached.',
  unknownTicket: (issueKey: string) =>
    `I cannot show you a ticket ${issueKey}: it does not exist, or you or I may not see it. ` +
    'If you can open it in Jira, the people who run this bot can give its project to this channel.',
  noFiles: (issueKey: string) =>
    `${issueKey} has no file I could look at. Attach a log to it, and the answer comes by itself.`,
  needsCapture: (issueKey: string, advice: string) =>
    `${issueKey} has no file I could look at. Please attach ${advice}. I go on by myself when it is there.`,
  servedThere: () => 'That is answered in its thread already, or on its way. Ask there what else you want to know.',
  noFilesInMessage: () => 'There is no file I could look at. Point me to a message with a log in it.',
  cannotSee: () =>
    'I cannot show you that: it does not exist, or you or I may not see it. ' +
    'If you can open it, invite me to its channel, or drop the file here.',
  notForYou: () => 'I cannot show you more of that file here: you may not see the place it comes from.',
  noSuchFile: (name = '') =>
    `There is no ${name === '' ? 'such file' : `file ${nameInWords(name)}`} here that you may see. ` +
    'Give me its name as it was shared, or a link to it or its message.',
  noFileYet: () => 'No file of this channel has come to me yet. Share one here, or give me a link to it.',
  forOperators: () => 'The board is for the people who run this bot.',
  noBoard: () => 'The board has no address here: PUBLIC_URL is not set.',
  baselineLost: () => 'cannot be compared: the other file could not be read, or was taken back.',
  sameBytes: () => 'has the same bytes as the other file: there is nothing to compare.',
  comparesNothing: () => 'cannot be compared: this log service compares no files.',
  noneGood: () => 'No earlier file of this place and kind came out without a cause. /triage diff A B compares any two.',
  askedAlready: () => 'That was asked for here already; it is above, or on its way.',
  filed: (issueKey: string) => `Filed as ${issueKey}. Answers in this thread go there too.`,
  filedBefore: (issueKey: string) => `That answer is filed already, as ${issueKey}.`,
  cannotFile: (projectKey: string) =>
    `I cannot file into ${projectKey} for you: there is no such project, or you or I may not create tickets there.`,
  youWrote: () => 'What you wrote, to file it elsewhere:',
  customersWouldRead: (projectKey: string) =>
    `${projectKey} is a service project: its customers would read the ticket, so I do not file there.`,
  withheld: (counts: string) =>
    `An answer is withheld: it would show ${counts}, and the policy of this place keeps that from being posted.`,
  keptFromService: (counts: string) =>
    `was not given to the log service: it holds ${counts}, and the policy of this place keeps such files here.`,
  cannotBeMasked: () =>
    'was not given to the log service: the policy of this place has personal data masked first, which cannot be done in a file of this kind. Share its text.',
  maskedFirst: (counts: string) => `goes to the log service with ${counts} masked.`,
  settingsSaved: () => 'The settings of this channel are saved and hold from now on.',
  settingsRefused: () => 'Only full members of this channel may change its settings.',
  noReviewChannel: (channel: string) =>
    `Nothing was changed: I am not in a channel ${channel}, so no answer could be judged there. ` +
    'Invite me there, then set it again.',
  projectSettingsSaved: (projectKey: string) => `The settings of ${projectKey} are saved and hold from now on.`,
  projectSettingsRefused: (projectKey: string) =>
    `I cannot show you the settings of ${projectKey}: there is no such project, or you do not administer it. ` +
    'Its administrators in Jira and the people who run this bot may change them.',
  answerForgotten: () => 'That answer and its file are no longer kept here. Share the file once more.',
  noLines: () => 'That answer rests on no lines of the file.',
  inviteToShow: () => 'I am not in this channel. Invite me, then press Show everyone again.',
  notForAll: () => 'Not all who read this channel may see where that comes from, so it stays with you.',
  alreadyDone: () => 'That is done already; look above.',
  stopped: () => 'Stopped: what was going on here is no longer worked on.',
  nothingGoesOn: () => 'Nothing goes on here any more.',
  linked: (issueKey: string) =>
    `This thread belongs to ${issueKey} from now on: its answers go to the ticket too. The ticket itself stays as it is.`,
  saidSame: () => 'Noted: the same cause.',
  saidOther: () => 'Noted: another cause. This file is not counted with the others any more.',
  dismissed: () => 'Dismissed: digests here tell of it again only when something changes about it.',
  saidRight: () => 'Noted as right.',
  saidWrong: () => 'Noted as wrong. Say in the thread what you see instead, and I look again.',
  commandFailed: () => 'That could not be done. The people who run this bot have been told; please ask again.',
  cancelledMeanwhile: () => 'was taken back before I had an answer.',
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
    'why: what became of each file here',
    'deep QUESTION: look into a question',
    'rerun: look at the files anew, with what the ticket says by now',
    'dup PROJ-88: the same cause as that ticket; undup takes it back',
    'fixed 4.2: the cause is fixed in that version, say so when it is back',
    'invalid: what I said is not the cause',
  ],
  help: (isDirect = false) =>
    'Share a log, a bug report, a trace, a capture or an archive of them, and its cause comes to the thread; ' +
    `${isDirect ? 'then just ask on' : 'mention me below one that is already there'}, or see /triage help.`,
};
