import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurnstile } from '#core/turnstile.ts';

type Cost = { N: number; r: number; p: number; maxmem: number };
const deriveNow = promisify<string, Buffer, number, Cost, Buffer>(scrypt);
const cost: Cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

// One derivation takes 32 MB and a thread for a tenth of a second: guessing must not take the machine from all others.
const turns = createTurnstile(2, 40);
const derive: typeof deriveNow = (...parameters) =>
  turns.pass(AbortSignal.timeout(30_000), () => deriveNow(...parameters));

/** `scrypt$N$r$p$salt$hash`, base64url. Throws TurnstileFull where too many passwords are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Takes as long for an account that does not exist, so that time does not tell who has one. Throws TurnstileFull like
 * the other.
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', hash = ''] = (stored ?? nobody).split('$');
  const settings = { N: Number(n), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const wanted = Buffer.from(hash, 'base64url');
  const found = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), wanted.length, settings);
  return timingSafeEqual(found, wanted) && stored !== null && stored !== undefined;
}

const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
