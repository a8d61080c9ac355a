import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTurnstile } from '#core/turnstile.ts';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import type { FileType, Reading, ReadingFailure } from '#service/formats/reading.ts';
import type { ModelSettings } from '#service/investigator/choose-investigator.ts';
import type { InvestigationEvent, ReadFile, Report } from '#service/investigator/report.ts';
import { endChild } from './child-process.ts';
import { createChildSupply, type SupplyOptions } from './child-supply.ts';
import type { Desk } from './desk.ts';
import { createKeptChildren } from './kept-children.ts';
import { askChild, ChildFailed, type ChildTask, runChild } from './run-child.ts';
import type { AskTshark } from './tshark.ts';

export interface ChildReadingRoomOptions extends SupplyOptions {
  /** Children at one time of each sort: those that read, investigate, search quickly, and look at types. */
  maxChildren: number;
  /** Children that looked at a file and wait to read it. */
  maxKept: number;
  readDeadlineMs: number;
  detectDeadlineMs: number;
  /** What the child says is believed only after these; undefined refuses it. */
  parseFileType(value: unknown): FileType | undefined;
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
export function createChildReadingRoom(options: ChildReadingRoomOptions): ReadingRoom & { close(): void } {
  const supply = createChildSupply(options);
  const kept = createKeptChildren({ most: options.maxKept, keepMs });
  const { maxBytes } = options;
  const readTurnstile = createTurnstile(options.maxChildren);
  const deepTurnstile = createTurnstile(options.maxChildren);
  // Somebody waits in front of these: they do not queue behind readings and investigations of minutes.
  const quickTurnstile = createTurnstile(options.maxChildren);
  const detectTurnstile = createTurnstile(options.maxChildren);

  return {
    close() {
      kept.close();
      supply.close();
    },

    async detect(path, name) {
      const { signal } = new AbortController();
      return await detectTurnstile.pass(signal, async () => {
        const child = await supply.take('read');
        const request = { type: 'detect', path: child.desk.show(resolve(path)), name } as const;
        try {
          const answer = await askChild(child, {
            request,
            maxBytes: Math.min(maxBytes, maxDetectBytes),
            deadlineMs: options.detectDeadlineMs,
            signal,
            onMessage() {},
          });
          const type = answer.type === 'done' ? options.parseFileType(answer.result) : undefined;
          if (type) kept.keep(resolve(path), child);
          else endChild(child);
          return type ?? 'log';
        } catch (error) {
          if (error instanceof ChildFailed) return 'log';
          throw error;
        }
      });
    },

    async read(input, { signal, progress }) {
      const folder = resolve(input.folder);
      const path = resolve(input.path);
      return await readTurnstile.pass(signal, async () => {
        await rm(folder, { recursive: true, force: true });
        await mkdir(folder, { recursive: true });
        try {
          const child = kept.take(path) ?? (await supply.take('read'));
          const upload = child.desk.show(path);
          child.desk.collect(folder);
          const answer = await runChild(child, {
            request: { type: 'read', input: { ...input, path: upload, folder: child.desk.outbox } },
            maxBytes,
            deadlineMs: options.readDeadlineMs,
            signal,
            onMessage(message) {
              if (message.type === 'progress' && Number.isFinite(message.fraction)) {
                progress(Math.min(1, Math.max(0, Number(message.fraction))));
              }
            },
          });
          if (answer.type === 'failed') return { ok: false, failure: options.parseFailure(answer.failure) ?? garbled };
          const said = options.parseReading(answer.result);
          if (!said || !staysInside(said, upload)) return { ok: false, failure: garbled };
          const own = withPaths(said, (documentPath) => (documentPath === upload ? path : documentPath));
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
      return await (mode === 'quick' ? quickTurnstile : deepTurnstile).pass(signal, async () => {
        const model = mode === 'deep' ? options.model : undefined;
        const child = await supply.take('investigate', { needsNetwork: model !== undefined });
        const shown = files.map((file) => showFile(file, child.desk));
        const request: ChildTask['request'] = {
          type: 'investigate',
          files: shown,
          question,
          mode,
          budgetMs,
          ...(model === undefined ? {} : { model }),
        };
        const answer = await runChild(child, {
          request,
          maxBytes,
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

const maxDetectBytes = 512 * 1024 * 1024;
/** Between a look at a small file and its reading lie two jobs; what waits longer stands in a long queue. */
const keepMs = 20_000;

/** A read file as a child may see it. What no rule checked takes no part in an answer. */
function showFile(file: ReadFile, desk: Desk): ReadFile {
  const reading = withPaths(withoutTshark(file.reading), (path) => (path.startsWith('/') ? desk.show(path) : path));
  return { ...file, folder: desk.show(resolve(file.folder)), reading };
}

function withPaths(reading: Reading, change: (path: string) => string): Reading {
  return { ...reading, documents: reading.documents.map((each) => ({ ...each, path: change(each.path) })) };
}

const garbled: ReadingFailure = failed('the reader returned an invalid answer');

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
