import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { checkEvidence } from '../../../src/bot/cases/check-evidence.ts';
import { zipOf } from '../../support/zip-of.ts';

const log = 'first line\nsecond line\n';
const members = { 'logs/app.log': log, 'deep/er/kernel.log': `${'x'.repeat(5_000)}\n[    1.0] oops\n` };
const good = [
  { file: 'logs/app.log', lineStart: 2, lineEnd: 2, excerpt: 'second line' },
  { file: 'deep/er/kernel.log', lineStart: 2, lineEnd: 2, excerpt: '[    1.0] oops' },
];
const bad = { file: 'logs/app.log', lineStart: 1, lineEnd: 1, excerpt: '[    1.0] oops' };

function ranged(bytes: Uint8Array) {
  return {
    sizeBytes: bytes.byteLength,
    open: async (start: number, end: number) => new Blob([new Uint8Array(bytes.subarray(start, end))]).stream(),
  };
}

async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

it.each([
  ['zip, packed', async () => zipOf(members, 8)],
  ['zip, stored', async () => zipOf(members, 0)],
  ['tar', () => tarOf(members)],
  ['tar.gz', async () => gzipSync(await tarOf(members))],
  ['tar with a long name', () => tarOf({ [`${'d/'.repeat(90)}x.log`]: 'x', ...members })],
])('looks quotes up in the members of a %s', async (_, make) => {
  const archive = ranged(await make());
  expect(await checkEvidence([...good, bad], archive)).toMatchObject({ state: 'checked', kept: good, dropped: 1 });
  const elsewhere = { ...bad, file: 'logs/other.log' };
  expect(await checkEvidence([good[0]!, elsewhere], archive)).toEqual({ state: 'uncheckable' });
});

it('is not led astray by a damaged archive', async () => {
  const whole = zipOf(members, 8);
  for (let cut = 1; cut < whole.byteLength; cut += 17) {
    const check = await checkEvidence(good, ranged(whole.subarray(0, cut)));
    expect(check.state === 'uncheckable' || check.dropped === 2, `cut at ${cut}`).toBe(true);
  }
});
