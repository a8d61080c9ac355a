import { writeSync } from 'node:fs';
import type { ChildMessage, ChildRequest, ChildWork } from './protocol.ts';

/**
 * Entry of the process hostile files are read in: requests about one file, their messages, the end.
 * It is given no environment, may read the program and the file, and may write its folder only.
 */
const progressIntervalMs = 100;

// A spare loads what its kind of request needs before it gets one; nobody waits for it yet.
const loaded = loadAhead(process.argv[2] as ChildWork | undefined);
for await (const line of linesOf(process.stdin)) {
  await loaded;
  await answer(JSON.parse(line) as ChildRequest);
}
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
  const type = await detectUpload(path, name);
  send({ type: 'done', result: type });
  // The same file is likely to be read next: until it is asked for, this child has nothing to do.
  const { formats } = await import('../formats/registry.ts');
  await formats.find((format) => format.type === type)?.load();
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

/** Of JSON: what ends a line is a line feed, and nothing else that may stand in a text. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let chunks: Buffer[] = [];
  for await (const chunk of input) {
    chunks.push(chunk);
    if (!chunk.includes(0x0a)) continue;
    const told = Buffer.concat(chunks);
    const end = told.lastIndexOf(0x0a);
    chunks = [told.subarray(end + 1)];
    yield* told.toString('utf8', 0, end).split('\n');
  }
}
