import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFileSource } from '#service/archives/file-source.ts';
import { typeOf } from '#service/formats/detect-type.ts';
import { sampleOf } from '#service/formats/sample.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const data = process.env.LOGTRIAGE_DATA;
const kinds: [folder: string, type: string, wanted: RegExp, bodyOnly: boolean][] = [
  ['kernel', 'dmesg', /./, true],
  ['logs', 'log', /./, false],
  ['questions', 'log', /\.gz$/, false],
  ['pcap', 'pcap', /\.pcap(?:ng)?$/, false],
  ['perfetto', 'perfetto', /\.pftrace$/, false],
  ['config', 'config', /./, false],
  ['bugreport', 'bugreport', /\.zip$/, false],
  ['ramdump', 'ramdump', /\.elf\.gz$/, false],
];

it.skipIf(!data)(
  'types at least 99 in 100 real files rightly, each within a second (LOGTRIAGE_DATA)',
  async () => {
    const folder = temporaryFolder();
    const wrong: string[] = [];
    let count = 0;
    let slowestMs = 0;
    for (const [kind, type, wanted, bodyOnly] of kinds) {
      for (const path of filesIn(join(data!, kind)).filter((each) => wanted.test(each))) {
        const text = bodyOnly ? readFileSync(path) : undefined;
        const source = openFileSource(text ? folder.file('body', text.subarray(text.indexOf('\n\n') + 2)) : path);
        const started = performance.now();
        const found = await typeOf(await sampleOf(path, source));
        slowestMs = Math.max(slowestMs, performance.now() - started);
        source.close();
        count++;
        if (found !== type) wrong.push(`${path}: ${found}`);
      }
    }
    console.log(`${count - wrong.length} of ${count} right, slowest ${slowestMs.toFixed(0)} ms\n${wrong.join('\n')}`);
    expect(wrong.length / count).toBeLessThanOrEqual(0.01);
  },
  600_000,
);

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}
