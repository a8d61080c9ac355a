import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subject } from './subjects.ts';

export type ChildWord =
  | { isReady: true }
  | { begins: number; rssBytes: number }
  | { fails: number; message: string }
  | { ends: true; rssBytes: number };

export interface SubjectRun {
  inputs: number;
  failures: { number: number; kind: 'crash' | 'hang' | 'memory'; message: string; file: string }[];
  peakRssBytes: number;
  slowest: { number: number; ms: number };
  seconds: number;
}

export interface RunLimits {
  longestInputMs: number;
  mostRssBytes: number;
  /** Exports `hostileSubjects`, among which the child finds the subject. */
  module: string;
}

const usualLimits: RunLimits = {
  longestInputMs: 20_000,
  mostRssBytes: 1_000_000_000,
  module: join(import.meta.dirname, 'subjects.ts'),
};
const mostFailures = 25;
const reportEveryMs = 10_000;

/**
 * Runs a subject on inputs 1 to `count` in a process of its own, watched from outside: an input that takes 20 s is a
 * hang, a process beyond 1 GB has run away. Its start counts as no input. Each failing input is written out under its number, and the run goes on.
 */
export async function runSubject(
  subject: Subject,
  count: number,
  say: (line: string) => void,
  limits: RunLimits = usualLimits,
): Promise<SubjectRun> {
  const { longestInputMs, mostRssBytes, module } = limits;
  const startedMs = performance.now();
  const run: SubjectRun = { inputs: 0, failures: [], peakRssBytes: 0, slowest: { number: 0, ms: 0 }, seconds: 0 };
  const told = setInterval(() => say(progressOf(subject, run, count, startedMs)), reportEveryMs);
  try {
    let next = 1;
    while (next <= count && run.failures.length < mostFailures) next = await runFrom(next);
  } finally {
    clearInterval(told);
  }
  run.seconds = (performance.now() - startedMs) / 1000;
  return run;

  /** Gives the number to go on from. */
  async function runFrom(first: number): Promise<number> {
    const child = startChild(module, subject.name, first, count);
    let current = first;
    /** Undefined until the child has started. */
    let beganMs: number | undefined;
    let trouble: 'hang' | 'memory' | undefined;
    let hasEnded = false;
    let failing = Promise.resolve();
    const watch = setInterval(() => {
      if (beganMs !== undefined && performance.now() - beganMs > longestInputMs) stop('hang');
    }, 1000);
    child.on('message', (word: ChildWord) => {
      // It may say more before the kill reaches it.
      if (trouble) return;
      if ('isReady' in word) {
        beganMs = performance.now();
        return;
      }
      if ('fails' in word) {
        failing = failing.then(() => note(word.fails, 'crash', word.message));
        if (run.failures.length >= mostFailures) child.kill();
        return;
      }
      run.peakRssBytes = Math.max(run.peakRssBytes, word.rssBytes);
      if ('ends' in word) {
        hasEnded = true;
        return;
      }
      const nowMs = performance.now();
      if (beganMs !== undefined && word.begins > first && nowMs - beganMs > run.slowest.ms) {
        run.slowest = { number: current, ms: Math.round(nowMs - beganMs) };
      }
      run.inputs++;
      current = word.begins;
      beganMs = nowMs;
      // What the input before left behind.
      if (word.rssBytes > mostRssBytes) stop('memory');
    });
    let lastWords = '';
    child.stderr?.on('data', (text) => {
      lastWords = `${lastWords}${text}`.slice(-2000);
    });
    await new Promise((resolve) => child.once('close', resolve));
    clearInterval(watch);
    await failing;
    if (hasEnded) return count + 1;
    if (beganMs === undefined) throw new Error(`${subject.name} did not start. ${lastWords}`);
    if (trouble === 'memory') await note(current - 1, 'memory', `the process holds ${run.peakRssBytes} bytes`);
    else if (trouble === 'hang') await note(current, 'hang', `no end after ${longestInputMs} ms`);
    else if (run.failures.length < mostFailures) await note(current, 'crash', `the process died. ${lastWords}`);
    return trouble === 'memory' ? current : current + 1;

    function stop(why: 'hang' | 'memory'): void {
      trouble ??= why;
      child.kill('SIGKILL');
    }
  }

  async function note(number: number, kind: SubjectRun['failures'][number]['kind'], message: string): Promise<void> {
    const folder = join(tmpdir(), 'logtriage-soak');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${subject.name.replaceAll(' ', '-')}-${number}`);
    writeFileSync(file, await subject.input(number));
    run.failures.push({ number, kind, message, file });
    say(`${subject.name}: ${kind} on input ${number}, kept as ${file}: ${message.slice(0, 600)}`);
  }
}

function startChild(module: string, name: string, first: number, count: number): ChildProcess {
  return fork(join(import.meta.dirname, 'soak-child.ts'), [module, name, String(first), String(count)], {
    execArgv: ['--max-old-space-size=600'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Files in memory where the system has such a place: ten thousand readings wear no disk.
    env: { ...process.env, ...(existsSync('/dev/shm') && { TMPDIR: '/dev/shm' }) },
  });
}

function progressOf(subject: Subject, run: SubjectRun, count: number, startedMs: number): string {
  const perSecond = Math.round(run.inputs / ((performance.now() - startedMs) / 1000));
  return `${subject.name}: ${run.inputs} of ${count}, ${perSecond} a second, at most ${megabytes(run.peakRssBytes)}`;
}

/** One line: inputs, what went wrong, the most memory, the slowest input. */
export function summaryOf(name: string, { inputs, failures, peakRssBytes, slowest, seconds }: SubjectRun): string {
  const of = (kind: string) => failures.filter((failure) => failure.kind === kind).length;
  const troubles = `${of('crash')} crashes, ${of('hang')} hangs, ${of('memory')} beyond memory`;
  return `${name}: ${inputs} inputs in ${Math.round(seconds)} s, ${troubles}, peak ${megabytes(peakRssBytes)}, slowest ${slowest.ms} ms (input ${slowest.number})`;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
