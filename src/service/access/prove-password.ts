import type { AttemptKey, Attempts } from '#core/attempts.ts';
import { TurnstileFull } from '#core/turnstile.ts';
import type { User } from '../store/accounts.ts';
import { isPassword } from './password.ts';

export type PasswordProof = { result: 'right' | 'wrong' } | { result: 'too_many'; retryAfterSeconds: number };

const busySeconds = 2;

/** Looks at a password only where the attempt still fits, and counts it first: looking takes long. */
export async function provePassword(
  attempts: Attempts,
  keys: readonly AttemptKey[],
  password: string,
  user: User | undefined,
): Promise<PasswordProof> {
  const attempt = attempts.take(keys);
  if (!attempt.isTaken) return { result: 'too_many', retryAfterSeconds: Math.ceil(attempt.waitMs / 1000) };
  try {
    const result = (await isPassword(password, user?.passwordHash)) ? 'right' : 'wrong';
    attempt.end(result);
    return { result };
  } catch (error) {
    attempt.end('untried');
    if (error instanceof TurnstileFull) return { result: 'too_many', retryAfterSeconds: busySeconds };
    throw error;
  }
}
