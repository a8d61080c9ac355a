import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { UsageError } from '#core/errors.ts';
import { ownProgram } from '#core/own-program.ts';
import { createChildReadingRoom } from '#node/child-reading-room.ts';
import { compileReaders } from '#node/compile-readers.ts';
import { createTshark, findTshark } from '#node/tshark.ts';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import { parseFailure, parseFileType, parseReading } from '#service/child/reading-schema.ts';
import { parseReport } from '#service/child/report-schema.ts';
import type { ModelSettings } from '#service/investigator/choose-investigator.ts';
import { environmentSchema } from '../config.ts';

const mostChildBytes = 1024 * 1024 * 1024;

/** Beyond this a capture is not worth waiting for what nobody checks. */
const tsharkDeadlineMs = 60_000;

interface RoomSettings {
  model?: ModelSettings | undefined;
  onModelFallback?(reason: string): void;
  tsharkProgram?: string | undefined;
  /** For a process that stays: keeps a child ready, and what children run compiled in this folder. */
  compiledFolder?: string;
  /** Resident memory one child may take. */
  maxChildBytes?: number;
}

/** The reading room as the service and the command line use it: as many children as processors. */
export function openReadingRoom(settings: RoomSettings = {}): ReadingRoom & { close(): void } {
  const { model, onModelFallback, tsharkProgram, compiledFolder, maxChildBytes = mostChildBytes } = settings;
  const programFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  return createChildReadingRoom({
    entry: childProgram('child'),
    programFolder,
    maxBytes: maxChildBytes,
    maxChildren: availableParallelism(),
    readDeadlineMs: 30 * 60 * 1000,
    detectDeadlineMs: 20_000,
    parseFileType,
    parseReading,
    parseFailure,
    parseReport,
    spares: compiledFolder === undefined ? 0 : 1,
    maxKept: compiledFolder === undefined ? 0 : 2 * availableParallelism(),
    ...(compiledFolder === undefined
      ? {}
      : { compileCache: compileReaders(childProgram('compile-readers'), programFolder, compiledFolder) }),
    ...(model === undefined ? {} : { model }),
    ...(onModelFallback === undefined ? {} : { onModelFallback }),
    ...(tsharkProgram === undefined
      ? {}
      : {
          askTshark: createTshark({ program: tsharkProgram, maxBytes: maxChildBytes, deadlineMs: tsharkDeadlineMs }),
        }),
  });
}

function childProgram(name: string): string {
  return fileURLToPath(ownProgram(import.meta, `../service/child/${name}.ts`));
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

/** Where the tshark that TSHARK names lies; undefined where there is none. Throws UsageError for a setting that is neither. */
export function tsharkOf(env: { TSHARK?: string | undefined; PATH?: string | undefined }): string | undefined {
  const setting = environmentSchema.shape.TSHARK.safeParse(env.TSHARK || undefined);
  if (!setting.success) throw new UsageError(`TSHARK: ${setting.error.issues[0]!.message}`);
  return findTshark(setting.data, env.PATH ?? '');
}
