import { join } from 'node:path';
import { expect } from 'vitest';
import { readUpload } from '#service/child/read-upload.ts';
import { parseReading } from '#service/child/reading-schema.ts';
import { createDice, mutate } from './mutate.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

/** Reads `count` mutations of a file; each must end with a valid reading or a failure that is the file's own. */
export async function readHostileInputs(
  folder: TemporaryFolder,
  { name, content }: { name: string; content: Uint8Array },
  count: number,
): Promise<void> {
  for (let seed = 1; seed <= count; seed++) {
    const bytes = mutate(content, createDice(seed));
    const path = folder.file('upload', bytes);
    const result = await readUpload(
      { path, name, folder: join(folder.path, 'reading') },
      { signal: new AbortController().signal, progress() {} },
    );
    const label = `${name}, seed ${seed}`;
    if (!result.ok) {
      expect(result.failure.code, `${label}: ${result.failure.message}`).not.toBe('reader_failed');
      continue;
    }
    const reading = parseReading(JSON.parse(JSON.stringify(result.reading)));
    expect(reading, label).toBeDefined();
    const lines = new Map(reading!.documents.map((document) => [document.name, document.lines]));
    for (const { evidence, rule } of reading!.findings) {
      for (const { document, lineStart, lineEnd } of evidence) {
        expect(lineEnd, `${label}, ${rule}`).toBeLessThanOrEqual(lines.get(document) ?? -1);
        expect(lineStart, `${label}, ${rule}`).toBeLessThanOrEqual(lineEnd);
      }
    }
  }
}
