import { indexIntoReading } from '../../../lines/index-into-reading.ts';
import type { ReadContext } from '../../format.ts';
import type { Finding, Reading } from '../../reading.ts';
import { type CoreText, describeCore, hex, signalOf } from './describe-core.ts';
import type { ProcessCore } from './process-core.ts';
import { codeWords, signalMeaning, signalName } from './signal-words.ts';

const maxRows = 500;
/** A null pointer's fields lie just behind address 0. */
const nearNull = 0x10000n;

/** What a program's core tells; nothing in it is the kernel's, so it has no kernel log and no kernel crash. */
export async function readProcessCore(context: ReadContext, core: ProcessCore): Promise<Reading> {
  const name = `${context.name}#core`;
  const text = await describeCore(core);
  const document = await context.createDocument(name);
  await document.write(`${text.lines.join('\n')}\n`);
  const written = await document.end();
  const { info } = await indexIntoReading(context, {
    name,
    fileType: 'ramdump',
    path: document.path,
    recordedPath: written.path,
  });
  const number = signalOf(core);
  return {
    fileType: 'ramdump',
    documents: [info],
    findings: [findingOf(name, core, text)],
    series: [],
    timeline: [],
    unread: core.unread,
    facts: {
      container: 'ELF core of a program',
      program: core.path || core.name,
      ...(core.arguments === '' ? {} : { 'command line': core.arguments }),
      process: core.ids.process,
      'killed by': number === 0 ? 'nothing' : signalName(number),
      threads: core.threads.length,
      'mapped files': new Set(core.files.map(({ path }) => path)).size,
    },
    crash: null,
    dump: { dmesgLines: 0 },
    tables: {
      threads: core.threads.slice(0, maxRows).map(({ task, signal, at }) => ({
        task,
        signal: signal === 0 ? null : signalName(signal),
        at: at === undefined ? null : hex(at),
      })),
    },
  };
}

function findingOf(document: string, core: ProcessCore, text: CoreText): Finding {
  const number = signalOf(core);
  const program = core.name || core.path;
  const cite = (lineStart: number, lineEnd = lineStart) => ({ document, lineStart, lineEnd });
  const evidence = [
    ...(text.signalLine === undefined ? [] : [cite(text.signalLine)]),
    ...(text.thread === undefined ? [] : [cite(text.thread.from, Math.min(text.thread.to, text.thread.from + 39))]),
    cite(text.programLine),
  ];
  const common = {
    count: 1,
    evidence,
    certainty: 'certain' as const,
    subjects: [program, ...text.frameFiles].slice(0, 6),
  };
  const next = [
    `gdb -batch -ex 'thread apply all bt full' PROGRAM CORE, with the program of this build and its symbols`,
  ];
  if (number === 0) {
    return {
      ...common,
      rule: 'process.snapshot',
      title: `${program} was running when this core was taken`,
      explanation: 'No signal ended the program: a debugger took the core while it ran. This is not a crash in itself.',
      severity: 'info',
      role: 'context',
      next,
    };
  }
  const where = text.place === undefined ? '' : ` at ${text.place}`;
  const file = text.frameFiles[0];
  return {
    ...common,
    rule: 'process.core',
    title: `${program} was killed by ${signalName(number)}${where}`,
    explanation: explain(core, number, text),
    severity: 'critical',
    role: 'cause',
    signature: `${program}: ${signalName(number)}${file === undefined ? '' : ` in ${file}`}`,
    next,
  };
}

function explain({ signal, ids, threads }: ProcessCore, number: number, { frameFiles }: CoreText): string {
  const sentences: string[] = [];
  const words = signal === undefined ? '' : codeWords(number, signal.code, signal.sender, ids.process);
  const isSent = signal !== undefined && signal.code <= 0 && number !== 6;
  if (isSent)
    sentences.push(`${signalName(number)} was ${words || 'sent to it'}: the program did not cause it itself.`);
  else {
    const meaning = signalMeaning(number);
    if (meaning !== undefined) sentences.push(meaning);
    if (words !== '' && number !== 6) sentences.push(`The kernel adds: ${words}.`);
    if (number === 11 && signal?.address !== undefined && signal.address < nearNull) {
      sentences.push(`Address ${hex(signal.address)} is typical of a null pointer.`);
    }
  }
  if (threads.length > 1) sentences.push(`Of its ${threads.length} threads, task ${threads[0]!.task} took the signal.`);
  if (frameFiles.length > 1)
    sentences.push(`It ran in ${[...new Set(frameFiles)].slice(0, 4).join(', called from ')}.`);
  return sentences.join(' ') || 'A signal ended the program.';
}
