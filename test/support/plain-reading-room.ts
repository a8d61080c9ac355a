import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import type { Reading } from '#service/formats/reading.ts';
import type { Report } from '#service/investigator/report.ts';

export interface PlainReadingRoom extends ReadingRoom {
  /** Replaces what the next reads and investigations do. */
  beforeRead: (name: string, signal: AbortSignal) => Promise<void> | void;
  beforeAnswer: (question: string, signal: AbortSignal) => Promise<void> | void;
  reads: string[];
}

/** Reads a file as plain lines and answers with the first line that holds a word of the question. No child process. */
export function createPlainReadingRoom(): PlainReadingRoom {
  const room: PlainReadingRoom = {
    beforeRead: () => {},
    beforeAnswer: () => {},
    reads: [],
    async detect(path) {
      const head = await readFile(path);
      if (head.subarray(0, 4).equals(Buffer.from([0xd4, 0xc3, 0xb2, 0xa1]))) return 'pcap';
      if (/^\d\d-\d\d \d\d:\d\d:\d\d\.\d+ /.test(head.toString('latin1', 0, 200))) return 'capture';
      return /^\[ *\d+\.\d+\]/.test(head.toString('latin1', 0, 200)) ? 'dmesg' : 'log';
    },
    async read({ path, name, folder }, { signal, progress }) {
      room.reads.push(name);
      await room.beforeRead(name, signal);
      const bytes = await readFile(path);
      if (bytes.includes(0)) {
        return { ok: false, failure: { code: 'unreadable', message: 'Not a text.', isPermanent: true } };
      }
      await mkdir(folder, { recursive: true });
      progress(1);
      return { ok: true, reading: readingOf(name, path, bytes) };
    },
    async investigate({ files, question, mode, signal }, emit) {
      await room.beforeAnswer(question, signal);
      signal.throwIfAborted();
      const file = files.at(-1)!;
      const document = file.reading.documents[0]!;
      const lines = (await readFile(join('/', document.path), 'utf8')).split('\n');
      const words = question
        .toLowerCase()
        .split(/\W+/)
        .filter((word) => word.length > 2);
      const index = Math.max(
        0,
        lines.findIndex((line) => words.some((word) => line.toLowerCase().includes(word))),
      );
      const excerpt = lines[index]!;
      const answer = `**LIKELY** line ${index + 1} of ${document.name}: \`${excerpt}\`\n\nAsked: ${question} (${files.length} files)`;
      emit({ type: 'query_intent', intent: 'find', plan: ['search', 'read'], filters: {} });
      emit({ type: 'stage', name: 'plan', status: 'started' });
      emit({ type: 'stage', name: 'plan', status: 'done' });
      emit({ type: 'progress', percent: 50, message: 'searching', scannedBytes: 1, totalBytes: 2 });
      const steps = [1, 2].map((n) => ({
        n,
        tool: 'search',
        input: { term: words[0] ?? '' },
        status: 'done' as const,
        summary: `looked ${n} times`,
        citations: [1],
      }));
      if (mode === 'deep') for (const step of steps) emit({ type: 'step', step });
      const cut = Math.ceil(answer.length / 2);
      emit({ type: 'report_chunk', index: 0, text: answer.slice(0, cut) });
      emit({ type: 'report_chunk', index: 1, text: answer.slice(cut) });
      const citation = {
        n: 1,
        file: document.name,
        line_start: index + 1,
        line_end: index + 1,
        excerpt,
        sha256: createHash('sha256').update(excerpt).digest('hex'),
      };
      return {
        verdict: 'LIKELY',
        cause: excerpt,
        answer,
        citations: [citation],
        confidence: 'medium',
        findings: [{ title: excerpt, severity: 'error', citations: [1], rule: 'test' }],
        hypotheses: [],
        steps: mode === 'deep' ? steps : [],
        nextActions: [],
        signature: null,
        droppedClaims: 0,
        engine: 'builtin',
        query: null,
      } satisfies Report;
    },
  };
  return room;
}

function readingOf(name: string, path: string, bytes: Buffer): Reading {
  const lines = bytes.toString('utf8').split('\n').length;
  return {
    fileType: 'log',
    documents: [{ name: basename(name), fileType: 'log', path, sizeBytes: bytes.length, lines, clock: 'none' }],
    findings: [],
    series: [],
    timeline: [],
    unread: [],
    facts: {},
  };
}
