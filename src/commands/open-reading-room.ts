import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { UsageError } from '#core/errors.ts';
import { createChildReadingRoom } from '#node/child-reading-room.ts';
import { openFileSource } from '#service/archives/file-source.ts';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import { parseFailure, parseReading } from '#service/child/reading-schema.ts';
import { parseReport } from '#service/child/report-schema.ts';
import { detectType } from '#service/formats/detect-type.ts';
import type { ModelSettings } from '#service/investigator/choose-investigator.ts';

const mebibyte = 1024 * 1024;

/** The reading room as the service and the command line use it: as many children as processors. */
export function openReadingRoom(model?: ModelSettings, onModelFallback?: (reason: string) => void): ReadingRoom {
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
    ...(model === undefined ? {} : { model }),
    ...(onModelFallback === undefined ? {} : { onModelFallback }),
  });
}

/** The language model the environment names; undefined where it names none. Throws UsageError where half is named. */
export function modelOf(env: {
  LLM_BASE_URL?: string | undefined;
  LLM_MODEL?: string | undefined;
  LLM_API_KEY?: string | undefined;
}): ModelSettings | undefined {
  const { LLM_BASE_URL: baseUrl = '', LLM_MODEL: model = '', LLM_API_KEY: apiKey = '' } = env;
  if (baseUrl === '' && model === '') return undefined;
  if (baseUrl === '' || model === '') throw new UsageError('LLM_BASE_URL and LLM_MODEL go together: one is missing');
  return { baseUrl, model, ...(apiKey === '' ? {} : { apiKey }) };
}
