import { RemoteError } from '#core/errors.ts';
import type { CaseDeps } from './case-deps.ts';
import { guessFile, holdsLogLines, type NoLog } from './is-log.ts';
import type { ChatMessage, ListedFile } from './ports.ts';

/** Files of a message that are no logs. Short texts are read for it; what cannot be read counts as a log and is told of later. */
export async function findNoLogs(
  { slack }: Pick<CaseDeps, 'slack'>,
  message: ChatMessage,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NoLog>> {
  const noLogs = new Map<string, NoLog>();
  for (const file of message.files) {
    const guess = guessFile(file);
    if (guess === 'log') continue;
    if (guess !== 'text') noLogs.set(file.id, guess);
    else if (!file.skip && !(await isLogText(slack, message, file, signal))) noLogs.set(file.id, guess);
  }
  return noLogs;
}

async function isLogText(
  slack: CaseDeps['slack'],
  { team, channel, ts, threadTs }: ChatMessage,
  { id, sizeBytes = 0 }: ListedFile,
  signal: AbortSignal,
): Promise<boolean> {
  // An empty file and one cut short are told of like any other.
  if (sizeBytes === 0) return true;
  const download = await slack.download({ team, fileId: id, message: { team, channel, ts, threadTs } }, signal);
  if (download.status !== 'ok') return true;
  const text = await new Response(download.stream).text().catch((cause: unknown) => {
    throw new RemoteError('unavailable', 'The download broke off', { cause });
  });
  return holdsLogLines(text);
}
