import { mkdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTurnstile } from '#core/turnstile.ts';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import type { Reading, ReadingFailure } from '#service/formats/reading.ts';
import type { ModelSettings } from '#service/investigator/choose-investigator.ts';
import type { InvestigationEvent, Report } from '#service/investigator/report.ts';
import { ChildFailed, runChild } from './run-child.ts';
import type { AskTshark } from './tshark.ts';

export interface ChildReadingRoomOptions {
  /** The child's program, as a path: src/service/child/child.ts, or its bundle. */
  childEntry: string;
  /** Folder the child may read its program and packages from. */
  programFolder: string;
  /** Children at one time, and as many again for quick searches; others wait. */
  maxChildren: number;
  /** Resident memory one child may take before it is ended. */
  maxChildBytes: number;
  readDeadlineMs: number;
  detect: ReadingRoom['detect'];
  /** What the child says is believed only after these; undefined refuses it. */
  parseReading(value: unknown): Reading | undefined;
  parseFailure(value: unknown): ReadingFailure | undefined;
  parseReport(value: unknown): Report | undefined;
  /** The language model deep runs may ask; the child uses the network for nothing else. */
  model?: ModelSettings;
  /** Where tshark is installed: asked about captures once they are read. */
  askTshark?: AskTshark;
  /** Told by name why a model's answer was not used. */
  onModelFallback?(reason: string): void;
}

/** Reads and investigates in child processes with memory, time and file limits. */
export function createChildReadingRoom(options: ChildReadingRoomOptions): ReadingRoom {
  const turnstile = createTurnstile(options.maxChildren);
  // Somebody waits in front of a quick search: it does not queue behind readings and investigations of minutes.
  const quickTurnstile = createTurnstile(options.maxChildren);
  const limits = { maxBytes: options.maxChildBytes, entry: options.childEntry, programFolder: options.programFolder };

  return {
    detect: options.detect,

    async read(input, { signal, progress }) {
      const folder = resolve(input.folder);
      const path = resolve(input.path);
      return await turnstile.pass(signal, async () => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true });
        try {
          const answer = await runChild({
            ...limits,
            request: { type: 'read', input: { ...input, path, folder } },
            readable: [path, folder],
            writable: [folder],
            deadlineMs: options.readDeadlineMs,
            signal,
            onMessage(message) {
              if (message.type === 'progress' && Number.isFinite(message.fraction)) {
                progress(Math.min(1, Math.max(0, Number(message.fraction))));
              }
            },
          });
          if (answer.type === 'failed') return { ok: false, failure: options.parseFailure(answer.failure) ?? garbled };
          const own = options.parseReading(answer.result);
          if (!own || !staysInside(own, path)) return { ok: false, failure: garbled };
          const tshark = own.fileType === 'pcap' ? await options.askTshark?.(path, signal) : undefined;
          const reading = { ...withoutTshark(own), ...(tshark === undefined ? {} : { tshark }) };
          await writeAtomically(join(folder, 'reading.json'), JSON.stringify(reading));
          return { ok: true, reading };
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof ChildFailed) return { ok: false, failure: failed(error.message) };
          throw error;
        }
      });
    },

    async investigate({ files, question, mode, budgetMs, signal }, emit) {
      return await (mode === 'quick' ? quickTurnstile : turnstile).pass(signal, async () => {
        const documents = files.flatMap(({ reading }) => reading.documents.map(({ path }) => path));
        const answer = await runChild({
          ...limits,
          request: {
            type: 'investigate',
            // What no rule checked takes no part in an answer.
            files: files.map((file) => ({ ...file, reading: withoutTshark(file.reading) })),
            question,
            mode,
            budgetMs,
            ...(options.model !== undefined && mode === 'deep' ? { model: options.model } : {}),
          },
          readable: [
            ...files.map(({ folder }) => resolve(folder)),
            ...documents.filter((path) => path.startsWith('/')),
          ],
          writable: [],
          // The investigator keeps to its budget by itself; this only ends one that does not.
          deadlineMs: budgetMs + 30_000,
          signal,
          onMessage(message) {
            if (message.type === 'event') emit(message.event as InvestigationEvent);
            if (message.type === 'fallback') options.onModelFallback?.(String(message.reason).slice(0, 200));
          },
        });
        const report = answer.type === 'done' ? options.parseReport(answer.result) : undefined;
        if (!report) throw new ChildFailed('the investigation gave no report');
        return report;
      });
    },
  };
}

const garbled: ReadingFailure = failed('the reader gave an answer that makes no sense');

function failed(reason: string): ReadingFailure {
  return { code: 'reader_failed', message: `The file could not be read: ${reason}.`, isPermanent: false };
}

function withoutTshark(reading: Reading): Reading {
  const { tshark: _, ...own } = reading;
  return own;
}

/** Documents lie in the reading's folder, or are the upload itself; a child cannot point elsewhere. */
function staysInside(reading: Reading, upload: string): boolean {
  const isLocal = (path: string) => !path.startsWith('/') && !path.split('/').includes('..');
  return reading.documents.every(
    ({ path, indexPath }) => (isLocal(path) || path === upload) && (indexPath === undefined || isLocal(indexPath)),
  );
}

async function writeAtomically(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text, { flush: true });
  await rename(`${path}.part`, path);
}
