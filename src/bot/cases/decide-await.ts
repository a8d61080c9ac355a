import type { FileStatus } from '../analysis/read-file-record.ts';
import type { AwaitPayload } from './case-jobs.ts';
import { sentences } from './sentences.ts';

export type AwaitDecision =
  | { do: 'ready' }
  /** `memory`: what the next look must know. `tell`: people hear once that it may recover. */
  | { do: 'wait'; pace: 'usual' | 'recovery'; tell: boolean; memory: Pick<AwaitPayload, 'missing' | 'failed'> }
  /** The service does not know the file any more: its bytes must be brought again. */
  | { do: 'lost' }
  /** `isFinal`: it is about the content, and holds for the same bytes elsewhere. */
  | { do: 'fail'; reason: string; isFinal: boolean };

/** A file that failed and may recover is watched for so long. */
const recoveryMs = 3_600_000;

/** What a look at a file's record means. `status` undefined: the service said that there is no such file. */
export function decideAwait(
  status: FileStatus | undefined,
  memory: Pick<AwaitPayload, 'missing' | 'failed'>,
  time: { nowMs: number; sinceMs: number; deadlineMs: number },
): AwaitDecision {
  const isLate = time.nowMs - time.sinceMs >= time.deadlineMs;
  if (!status) {
    const missing = { polls: (memory.missing?.polls ?? 0) + 1, sinceMs: memory.missing?.sinceMs ?? time.nowMs };
    if (missing.polls >= 3 && time.nowMs - missing.sinceMs >= 60_000) return { do: 'lost' };
    return { do: 'wait', pace: 'recovery', tell: false, memory: { missing } };
  }
  switch (status.kind) {
    case 'completed':
      return { do: 'ready' };
    case 'in_progress':
      if (isLate) return { do: 'fail', reason: sentences.gaveUp(time.deadlineMs), isFinal: false };
      return { do: 'wait', pace: 'usual', tell: false, memory: {} };
    case 'failed': {
      const reason = sentences.unreadable(inWords(status.reason));
      if (status.canRetry === false) return { do: 'fail', reason, isFinal: true };
      const failed = { polls: (memory.failed?.polls ?? 0) + 1, sinceMs: memory.failed?.sinceMs ?? time.nowMs };
      // Without can_retry nobody promised a recovery; three more looks are fair.
      if (status.canRetry === undefined && failed.polls > 3) return { do: 'fail', reason, isFinal: false };
      const hasWaited = time.nowMs - failed.sinceMs >= Math.min(recoveryMs, time.deadlineMs);
      if (hasWaited || isLate)
        return { do: 'fail', reason: sentences.gaveUp(time.nowMs - time.sinceMs), isFinal: false };
      return { do: 'wait', pace: 'recovery', tell: status.canRetry === true && failed.polls === 1, memory: { failed } };
    }
  }
}

function inWords(reason: string | undefined): string | undefined {
  return (
    reason
      ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, 300) || undefined
  );
}
