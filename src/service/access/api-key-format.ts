import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^ltk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** `ltk_`, 30 characters of chance (178 bits), 6 of checksum: a typo is told from an unknown key without a look-up. */
export function makeApiKey(): string {
  const secret = Array.from({ length: 30 }, () => alphabet[randomInt(62)]).join('');
  return `ltk_${secret}${checksum(secret)}`;
}

export function isWellFormedApiKey(key: string): boolean {
  const match = keyPattern.exec(key);
  return match !== null && checksum(match[1]!) === match[2];
}

export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < 6; i += 1) {
    text = alphabet[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
