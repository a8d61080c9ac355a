import { RemoteError } from '#core/errors.ts';
import type { CaseDeps } from './case-deps.ts';
import { guessFile, holdsLogLines, type NoLog } from './is-log.ts';
import type { ChatMessage, Download, ListedFile, Ticket } from './ports.ts';

export type NoLogs = ReadonlyMap<string, NoLog>;
type Open = (file: ListedFile) => Promise<Download>;

/** Files of a message that are no logs. Short texts are read for it; what cannot be read counts as a log and is told of later. */
export async function noLogsOfMessage(
  { slack }: Pick<CaseDeps, 'slack'>,
  { team, channel, ts, threadTs, files }: ChatMessage,
  signal: AbortSignal,
): Promise<NoLogs> {
  const message = { team, channel, ts, threadTs };
  return await findNoLogs(files, ({ id }) => slack.download({ team, fileId: id, message }, signal));
}

/** The same of a ticket. `signal` undefined: somebody asks for its files, and every text counts as a log. */
export async function noLogsOfTicket(
  { jira }: Pick<CaseDeps, 'jira'>,
  files: Ticket['attachments'],
  signal?: AbortSignal,
): Promise<NoLogs> {
  return await findNoLogs(files, signal && (({ id }) => jira.download({ attachmentId: id }, signal)));
}

/** Those of a ticket that are worth a question; what a text holds is seen when it is read. */
export function likelyLogs<File extends Ticket['attachments'][number]>(
  { attachments }: { attachments: readonly File[] },
  noLogs: NoLogs = new Map(),
): File[] {
  return attachments.filter((file) => {
    const guess = guessFile(file);
    return !file.author.isOwn && !file.skip && !noLogs.has(file.id) && (guess === 'log' || guess === 'text');
  });
}

async function findNoLogs(files: readonly ListedFile[], open: Open | undefined): Promise<NoLogs> {
  const noLogs = new Map<string, NoLog>();
  for (const file of files) {
    const guess = guessFile(file);
    if (guess === 'log') continue;
    if (guess !== 'text') noLogs.set(file.id, guess);
    else if (open && !file.skip && !(await isLogText(file, open))) noLogs.set(file.id, guess);
  }
  return noLogs;
}

async function isLogText(file: ListedFile, open: Open): Promise<boolean> {
  // An empty file and one cut short are told of like any other.
  if (!file.sizeBytes) return true;
  const download = await open(file);
  if (download.status !== 'ok') return true;
  const text = await new Response(download.stream).text().catch((cause: unknown) => {
    throw new RemoteError('unavailable', 'The download broke off', { cause });
  });
  return holdsLogLines(text);
}
