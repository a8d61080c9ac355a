import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** `scrypt$N$r$p$salt$hash`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes as long for an account that does not exist, so that time does not tell who has one. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', hash = ''] = (stored ?? nobody).split('$');
  const settings = { N: Number(n), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const wanted = Buffer.from(hash, 'base64url');
  const found = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), wanted.length, settings);
  return timingSafeEqual(found, wanted) && stored !== null && stored !== undefined;
}

const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
