import { writeSync } from 'node:fs';
import type { ChildMessage, ChildRequest, ChildWork } from './protocol.ts';

/**
 * Entry of the process hostile files are read in: one request, its messages, the end.
 * It is given no environment, may read the program and the file, and may write its folder only.
 */
const progressIntervalMs = 100;

// A spare loads what its kind of request needs before it gets one; nobody waits for it yet.
const loaded = loadAhead(process.argv[2] as ChildWork | undefined);
const text = await readStandardInput();
await loaded;
if (text !== '') await answer(JSON.parse(text) as ChildRequest);
process.exit(0);

async function answer(request: ChildRequest): Promise<void> {
  if (request.type === 'detect') await detect(request);
  else if (request.type === 'read') await read(request);
  else await investigate(request);
}

function loadAhead(work: ChildWork | undefined): Promise<unknown> | undefined {
  if (work === 'read') return Promise.all([import('./detect-upload.ts'), import('./read-upload.ts')]);
  if (work !== 'investigate') return undefined;
  return Promise.all([import('../investigator/choose-investigator.ts'), import('../lines/open-lines.ts')]);
}

async function detect({ path, name }: Extract<ChildRequest, { type: 'detect' }>): Promise<void> {
  const { detectUpload } = await import('./detect-upload.ts');
  send({ type: 'done', result: await detectUpload(path, name) });
}

async function read({ input }: Extract<ChildRequest, { type: 'read' }>): Promise<void> {
  const { readUpload } = await import('./read-upload.ts');
  let lastMs = 0;
  const result = await readUpload(input, {
    signal: new AbortController().signal,
    progress(fraction) {
      const nowMs = performance.now();
      if (nowMs - lastMs < progressIntervalMs) return;
      lastMs = nowMs;
      send({ type: 'progress', fraction });
    },
  });
  send(result.ok ? { type: 'done', result: result.reading } : { type: 'failed', failure: result.failure });
}

async function investigate(request: Extract<ChildRequest, { type: 'investigate' }>): Promise<void> {
  const { chooseInvestigator } = await import('../investigator/choose-investigator.ts');
  const { openLines } = await import('../lines/open-lines.ts');
  const { files, question, mode, budgetMs, model } = request;
  const investigate = await chooseInvestigator(openLines, model, (reason) => send({ type: 'fallback', reason }));
  const signal = new AbortController().signal;
  const report = await investigate({ files, question, mode, budgetMs, signal }, (event) =>
    send({ type: 'event', event }),
  );
  send({ type: 'done', result: report });
}

/** Written through at once: what was sent before a crash arrives. */
function send(message: ChildMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`, 'utf8');
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += writeSync(1, bytes, offset);
    } catch (error) {
      // A full pipe: the parent is about to read on.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
