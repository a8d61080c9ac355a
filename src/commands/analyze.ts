import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { UsageError } from '#core/errors.ts';
import { printable, printableJson } from '#core/printable.ts';
import { createTurnstile } from '#core/turnstile.ts';
import type { Reading } from '#service/formats/reading.ts';
import { readQuery } from '#service/investigator/query/read-query.ts';
import { analyzeFile } from './analyze-file.ts';
import { standardInput } from './open-input.ts';
import { modelOf, openReadingRoom, tsharkOf } from './open-reading-room.ts';
import { printAnalysis } from './print-analysis.ts';
import { createProgressBar } from './progress-bar.ts';
import { spoolStdin } from './spool-stdin.ts';

export const usage = 'logtriage analyze FILE… [--question Q] [--query Q] [--chart png|svg|NAME] [--json]';
export const about =
  'Names the cause in each file, with the lines that prove it; - reads standard input. --chart writes FILE.png or FILE.svg, or one file called NAME (.png or .svg).';

/** As shells count an end by SIGINT. */
const interrupted = 130;

/** Reads files and says what is wrong with them. 0: every file was read, 1: one could not be. Throws UsageError. */
export async function run(args: readonly string[]): Promise<number> {
  const { paths, question, chart, isJson } = parse(args);
  // The drawing library is loaded only where a picture is wanted: it takes longer than reading a small file.
  const drawer = chart === undefined ? undefined : (await import('./write-chart.ts')).chartWriter(chart);
  using stdin = paths.includes(standardInput) ? await spoolStdin() : undefined;
  const room = openReadingRoom({
    model: modelOf(process.env),
    onModelFallback: (reason) =>
      process.stderr.write(
        `The language model gave no usable answer (${printable(reason)}); the built-in one is used.\n`,
      ),
    tsharkProgram: tsharkOf(process.env),
  });
  const bar = createProgressBar(process.stderr, paths);
  const abort = new AbortController();
  const interrupt = () => abort.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  let exitCode = 0;
  const drawn = new Map<string, string>();
  const drawingOf = (path: string) =>
    drawer && {
      draw: async (reading: Reading) => {
        try {
          drawn.set(path, await drawer(path, reading));
        } catch (error) {
          exitCode = 1;
          const reason = error instanceof Error ? error.message : 'failed';
          process.stderr.write(`The chart could not be written: ${printable(reason)}\n`);
        }
      },
    };
  try {
    // As many at one time as there are processors; the answers are printed in the order asked for.
    const turnstile = createTurnstile(availableParallelism());
    const analyses = paths.map((path, index) => {
      const progress = (fraction: number) => bar.set(index, fraction);
      const { signal } = abort;
      const analysis = turnstile.pass(signal, () =>
        analyzeFile(room, {
          ...inputOf(path, stdin),
          question,
          signal,
          progress,
          ...drawingOf(inputOf(path, stdin).path),
        }),
      );
      analysis.catch(() => {});
      return analysis;
    });
    for (const [index, pending] of analyses.entries()) {
      const analysis = await pending;
      if (analysis.status === 'FAILED') exitCode = 1;
      bar.set(index, 1);
      bar.hide();
      const text = isJson
        ? printableJson(JSON.stringify(analysis))
        : printAnalysis(analysis, { hasColour: wantsColour() });
      await write(`${text}\n`);
      const chart = drawn.get(inputOf(paths[index]!, stdin).path);
      if (chart !== undefined && !isJson) await write(`  Chart: ${printable(chart)}\n\n`);
    }
  } catch (error) {
    if (abort.signal.aborted) return interrupted;
    throw error;
  } finally {
    bar.hide();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
  return exitCode;
}

/** Standard input is told as a file of that name. */
function inputOf(path: string, stdin: { path: string } | undefined): { path: string; source?: string } {
  return path === standardInput && stdin ? { path: 'stdin', source: stdin.path } : { path };
}

interface Order {
  paths: string[];
  question: string;
  chart: string | undefined;
  isJson: boolean;
}

function parse(args: readonly string[]): Order {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        question: { type: 'string', short: 'q' },
        query: { type: 'string' },
        chart: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    if (positionals.length === 0) throw new UsageError('analyze needs at least one file');
    const { query, chart, json = false } = values;
    if (query !== undefined && readQuery(query) === undefined) {
      throw new UsageError('--query: not a written query, such as: count status=500 by path');
    }
    const question = query ?? values.question ?? '';
    if (chart !== undefined && !/^(?:png|svg)$/i.test(chart) && positionals.length > 1) {
      throw new UsageError('--chart NAME draws one file; --chart png draws each');
    }
    if (positionals.filter((path) => path === standardInput).length > 1)
      throw new UsageError('- can be given only once');
    return { paths: positionals, question: question.trim(), chart, isJson: json };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'wrong usage'}\nusage: ${usage}`);
  }
}

function wantsColour(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

async function write(text: string): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
}
