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
  expect([rotated.isCurrent(sealed), rotated.isCurrent(await rotated.seal('x'))]).toEqual([false, true]);
  const foreign = await createVault([key(3)]);
  await expect(foreign.open(sealed)).rejects.toThrow(
    /^DATA_KEY: .* the key [\da-f]{8}, which is not among those given/,
  );
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
