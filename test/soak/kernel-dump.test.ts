import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ramdumpFormat } from '../../src/service/formats/ramdump/format.ts';
import { readWith } from '../unit/dmesg/read-with.ts';

const folder = join(process.env.LOGTRIAGE_DATA ?? '', 'ramdump');
const dump = join(folder, 'panic-kaslr-vmcoreinfo.elf.gz');
const hasData = process.env.LOGTRIAGE_DATA !== undefined && existsSync(dump);
if (!hasData) console.warn('memory dump against its serial console: SKIPPED, LOGTRIAGE_DATA names no ramdump/');

it.runIf(hasData)('every kernel line of the serial console is found in the dump', async () => {
  const bytes = gunzipSync(readFileSync(dump));
  const console_ = gunzipSync(readFileSync(dump.replace('.elf.gz', '.serial.txt.gz'))).toString('latin1');
  const wanted = console_
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => /^\[ *\d+\.\d{6}\] /.test(line));
  const start = performance.now();
  const { reading, lines } = await readWith(ramdumpFormat, 'panic.elf', bytes);
  const took = performance.now() - start;
  const printed = new Set(lines('panic.elf#dmesg'));
  const missing = wanted.filter((line) => !printed.has(line));
  console.log(
    `${bytes.length / 1e6} MB in ${Math.round(took)} ms, ${wanted.length - missing.length} of ${wanted.length} console lines, ${reading.dump?.dmesgLines} printed, ${reading.facts.tasks} tasks`,
  );
  expect(missing).toEqual([]);
  expect(reading.crash?.title).toBe('kernel panic: sysrq triggered crash');
  expect(reading.dump?.dmesgLines).toBe(printed.size === 0 ? 0 : lines('panic.elf#dmesg').length);
});
