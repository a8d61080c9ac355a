import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createChildReadingRoom } from '#node/child-reading-room.ts';
import { openFileSource } from '#service/archives/file-source.ts';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import { parseFailure, parseReading } from '#service/child/reading-schema.ts';
import { parseReport } from '#service/child/report-schema.ts';
import { detectType } from '#service/formats/detect-type.ts';

const mebibyte = 1024 * 1024;

/** The reading room as the service and the command line use it: as many children as processors. */
export function openReadingRoom(): ReadingRoom {
  const programFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  return createChildReadingRoom({
    childEntry: fileURLToPath(new URL('../service/child/child.ts', import.meta.url)),
    programFolder,
    maxChildren: availableParallelism(),
    maxChildBytes: 1024 * mebibyte,
    readDeadlineMs: 30 * 60 * 1000,
    async detect(path, name) {
      const source = openFileSource(path);
      try {
        return await detectType(name, source);
      } finally {
        source.close();
      }
    },
    parseReading,
    parseFailure,
    parseReport,
  });
}
