import { gzipSync, zstdCompressSync } from 'node:zlib';
import { makeTar, makeZip } from '../make-archives.ts';
import { makeSevenZip } from '../make-seven-zip.ts';
import { createDice } from '../mutate.ts';
import { hostileInput } from './hostile-input.ts';
import { readTyped } from './read-forced.ts';
import type { Subject } from './subjects.ts';

const names = [
  'a.log',
  'b/k.txt',
  '../up',
  '/etc/passwd',
  'c\\d',
  'e.zip',
  'ü😀.log',
  'a.log',
  '__proto__',
  'x'.repeat(300),
];

/** Archives of damaged members, and damaged archives of sound ones. */
export function archiveSubject(files: readonly { name: string; content: Buffer }[]): Subject {
  const contents = files.map(({ content }) => content);
  return {
    name: 'archives',
    async input(number) {
      const dice = createDice(number);
      const isSound = number % 2 === 0;
      const members = Array.from({ length: 1 + dice(4) }, () => ({
        name: names[dice(names.length)]!,
        content: isSound ? hostileInput(contents, 1 + dice(1e9)) : contents[dice(contents.length)]!,
      }));
      const packed = await pack(members, dice(6));
      return isSound ? packed : hostileInput([packed], number);
    },
    run: (input, folder) => readTyped(folder, 'case', input),
  };
}

async function pack(members: { name: string; content: Buffer }[], kind: number): Promise<Buffer> {
  if (kind === 0) return gzipSync(await makeTar(members));
  if (kind === 1) return await makeTar(members);
  if (kind === 2)
    return makeSevenZip(members.map(({ name, content }) => ({ name, content: content.toString('latin1') })));
  if (kind === 3) return zstdCompressSync(members[0]!.content);
  if (kind === 4) return gzipSync(gzipSync(members[0]!.content));
  return makeZip([...members, { name: 'inner.zip', content: makeZip(members) }]);
}
