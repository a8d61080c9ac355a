import type { ReadContext } from '../../format.ts';
import { createEventQueue } from '../model/event-queue.ts';
import type { TraceModel } from '../model/trace-model.ts';
import { applySystraceLine } from './apply-line.ts';
import { parseSystraceLine, type SystraceLine } from './parse-line.ts';

const maxLineBytes = 1024 * 1024;

/** Reads the kernel's trace as text, bare or within the page that systrace makes. */
export async function readSystrace(context: ReadContext, model: TraceModel): Promise<string[]> {
  const machine = model.machine(0);
  machine.table.adoptIdle();
  const queue = createEventQueue<SystraceLine>();
  let skipped = 0;
  let lost: string | undefined;
  let readBytes = 0;
  let isTrace: boolean | undefined;
  for await (const lines of linesOf(context)) {
    context.signal.throwIfAborted();
    for (const line of lines) {
      readBytes += line.length + 1;
      isTrace ??= !/^\s*</.test(line);
      if (line.includes('<script class="trace-data"')) isTrace = true;
      else if (line.includes('</script>')) isTrace = false;
      if (!isTrace) continue;
      const parsed = parseSystraceLine(line);
      if (parsed) queue.push(parsed.timeNs, 0, line.length + 200, parsed);
      else if (/^\s*CPU:?\d+ \[LOST (\d+) EVENTS\]/.test(line)) lost ??= line.trim();
      else if (line.trim() !== '' && !/^\s*[#<]|^cpus=\d+$/.test(line)) skipped++;
    }
    if (queue.isFull()) queue.drain(false, (_, line) => applySystraceLine(model, machine, line));
    await model.recorder.flush();
    context.progress(Math.min(1, readBytes / Math.max(1, context.source.sizeBytes)));
  }
  queue.drain(true, (_, line) => applySystraceLine(model, machine, line));
  const said: string[] = [];
  if (skipped > 0) said.push(`${context.name}: ${skipped} lines are not trace events and were skipped.`);
  if (lost !== undefined) said.push(`${context.name}: the recorder lost events (${lost}).`);
  return said;
}

/** A page keeps its trace between two script tags; a bare file is all trace. */
async function* linesOf(context: ReadContext): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let offset = 0; ; ) {
    const bytes = await context.source.read(offset, 4 * 1024 * 1024);
    offset += bytes.length;
    const text = rest + decoder.decode(bytes, { stream: bytes.length > 0 });
    const lines = text.split('\n');
    rest = bytes.length > 0 ? (lines.pop() ?? '') : '';
    if (rest.length > maxLineBytes) rest = rest.slice(0, maxLineBytes);
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    if (bytes.length === 0) return;
  }
}
