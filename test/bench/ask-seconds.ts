import { join } from 'node:path';
import { readUpload } from '../../src/service/child/read-upload.ts';
import { investigate } from '../../src/service/investigator/investigate.ts';

/** How long questions over a log take once it has been read, by mode and question. */
export async function askSeconds(path: string, folder: string): Promise<[string, number][]> {
  const { signal } = new AbortController();
  const place = join(folder, 'reading');
  const read = await readUpload({ path, name: 'sample.log', folder: place }, { signal, progress() {} });
  if (!read.ok) return [];
  const files = [{ id: '1', name: 'sample.log', folder: place, reading: read.reading }];
  const times: [string, number][] = [];
  for (const mode of ['quick', 'deep'] as const) {
    for (const question of ['', "Find 'job 77 in'", 'How many failed passwords are there?', 'p95 of port by user']) {
      const startedAtMs = performance.now();
      await investigate({ files, question, mode, budgetMs: 120_000, signal }, () => {});
      times.push([`${mode}: ${question || 'no question'}`, (performance.now() - startedAtMs) / 1000]);
    }
  }
  return times;
}
