import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUpload } from '#service/child/read-upload.ts';
import { readContext } from '#service/search/read-context.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function contextOf(name: string, lines: readonly string[], cited: number) {
  const { path: root } = temporaryFolder();
  const [path, folder] = [join(root, 'upload'), join(root, 'reading')];
  writeFileSync(path, `${lines.join('\n')}\n`);
  const read = await readUpload({ path, name, folder }, { signal: new AbortController().signal, progress() {} });
  if (!read.ok) throw new Error(read.failure.message);
  const places = [{ file: name, lineStart: cited, lineEnd: cited }];
  return await readContext({ id: '1', name, folder, reading: read.reading }, places);
}

it.each([
  [
    'app.log',
    ['10:00:01 INFO login password=hunter2xyz', '10:00:02 ERROR disk full', '10:00:03 ERROR again, token=hunter2xyz'],
    2,
  ],
  [
    'r1.cfg',
    [
      'hostname r1',
      '!',
      'interface Ethernet0',
      ' ip address 10.0.0.1 255.255.255.0',
      ' ip ospf authentication-key hunter2xyz',
      '!',
      'key chain k',
      ' key-string 7 hunter2xyz',
    ],
    4,
  ],
  ['k.yaml', ['kind: Secret', 'apiVersion: v1', 'stringData:', '  note: hunter2xyz', 'type: Opaque'], 2],
])('shows the lines around a quote of %s without the secrets in them', async (name, lines, cited) => {
  const context = await contextOf(name, lines, cited);
  expect(context.evidence[0]?.lines.map(({ n }) => n)).toEqual(lines.map((_, index) => index + 1));
  expect(JSON.stringify(context)).toContain('[masked]');
  expect(JSON.stringify(context)).not.toContain('hunter2xyz');
});
