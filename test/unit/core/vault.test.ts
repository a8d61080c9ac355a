import { expect, it } from 'vitest';
import { createVault, readVaultKey } from '#core/vault.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);

it('gives back what it sealed, never the same text twice', async () => {
  const vault = await createVault([key(1)]);
  const [one, two] = await Promise.all([vault.seal('whsec_ärger'), vault.seal('whsec_ärger')]);
  expect(one).not.toBe(two);
  expect(one).not.toContain('whsec');
  expect(await vault.open(one)).toBe('whsec_ärger');
});

it('opens what older keys sealed, and says which key is missing', async () => {
  const old = await createVault([key(1)]);
  const sealed = await old.seal('secret');
  const rotated = await createVault([key(2), key(1)]);
  expect(await rotated.open(sealed)).toBe('secret');
  expect([old.hasEarlierKeys, rotated.hasEarlierKeys]).toEqual([false, true]);
  const foreign = await createVault([key(3)]);
  await expect(foreign.open(sealed)).rejects.toThrow(
    /^DATA_KEY: .* the key [\da-f]{8}, which is not among those given/,
  );
});

it('seals anew whatever an older key sealed in a text, and nothing else of it', async () => {
  const [old, fresh] = [await createVault([key(1)]), await createVault([key(2)])];
  const rotated = await createVault([key(2), key(1)]);
  const kept = { ask: await old.seal('why?'), to: { responseUrl: await old.seal('https://x') }, user: 'U1' };
  const anew = await rotated.reseal(JSON.stringify(kept));
  const read = JSON.parse(anew) as typeof kept;
  expect([await fresh.open(read.ask), await fresh.open(read.to.responseUrl), read.user]).toEqual([
    'why?',
    'https://x',
    'U1',
  ]);
  expect(await rotated.reseal(anew)).toBe(anew);
  await expect(fresh.reseal(JSON.stringify(kept))).rejects.toThrow(/DATA_KEY/);
});

it('refuses what was changed, and leaves alone what was never sealed', async () => {
  const vault = await createVault([key(1)]);
  const sealed = await vault.seal('secret');
  const flipped = sealed.slice(0, -6) + (sealed.at(-6) === 'A' ? 'B' : 'A') + sealed.slice(-5);
  await expect(vault.open(flipped)).rejects.toThrow(/changed since/);
  expect(await vault.open('whsec_old')).toBe('whsec_old');
});

it('takes keys of 32 bytes in either base64 and nothing else', () => {
  expect(readVaultKey(Buffer.alloc(32, 255).toString('base64'))).toHaveLength(32);
  expect(readVaultKey(Buffer.alloc(32, 255).toString('base64url'))).toHaveLength(32);
  for (const text of ['', 'short', Buffer.alloc(31).toString('base64'), 'no base64 at all!']) {
    expect(readVaultKey(text)).toBeUndefined();
  }
});
