import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { TsharkSection } from '#service/formats/pcap/tshark-section.ts';
import { runTool, type ToolResult } from './run-tool.ts';

interface TsharkOptions {
  /** Absolute path. */
  program: string;
  maxBytes: number;
  deadlineMs: number;
}

/** Asks tshark about a capture. Rejects only with the signal's reason: its failures are sentences. */
export type AskTshark = (path: string, signal: AbortSignal) => Promise<TsharkSection>;

const versionDeadlineMs = 20_000;
const maxOutputBytes = 1024 * 1024;
const maxLines = 80;
const maxLineLength = 240;
const hierarchyTitle = 'Protocol Hierarchy Statistics';

/** The path of the program named by TSHARK; undefined where it is `off` or not there. */
export function findTshark(setting: string, searchPath: string): string | undefined {
  if (setting === 'off') return undefined;
  const candidates = isAbsolute(setting)
    ? [setting]
    : searchPath.split(delimiter).flatMap((folder) => (isAbsolute(folder) ? [join(folder, setting)] : []));
  return candidates.find(isExecutable);
}

/** Expert information from notes up, and the protocol hierarchy, of a whole file: with tshark's default preferences and no name look-ups. */
export function createTshark({ program, maxBytes, deadlineMs }: TsharkOptions): AskTshark {
  let version: string | null | undefined;

  return async (path, signal) => {
    // A home of its own: no profile, preferences, plugins or scripts of the user take part.
    const home = mkdtempSync(join(tmpdir(), 'logtriage-tshark-'));
    const limits = { program, home, maxBytes, maxOutputBytes, signal };
    try {
      if (version === undefined) {
        const told = await runTool({ ...limits, args: ['--version'], deadlineMs: versionDeadlineMs });
        if (told.end !== 'finished') return { version: null, note: 'It is installed, but does not start.', parts: [] };
        version = /\bTShark\b.{0,40}?(\d+(?:\.\d+){1,3})/.exec(told.output)?.[1] ?? null;
      }
      const args = ['-n', '-q', '-r', path, '-z', 'expert,note', '-z', 'io,phs'];
      const result = await runTool({ ...limits, args, deadlineMs });
      const note = noteOf(result, deadlineMs);
      return { version, ...(note === undefined ? {} : { note }), parts: partsOf(result.output) };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function noteOf({ end, output }: ToolResult, deadlineMs: number): string | undefined {
  if (end === 'finished') return undefined;
  if (end === 'too slow') return `It took longer than ${Math.ceil(deadlineMs / 1000)} s and was stopped.`;
  if (end === 'too large') return 'It needed more memory than one file may use and was stopped.';
  if (end === 'too much output') return 'Its output was too long and it was stopped.';
  if (end === 'not started') return 'It is installed, but does not start.';
  return output.trim() === '' ? 'It could not read this file.' : 'It complained of damage; this is what it read.';
}

/** The hierarchy stands between two rules, its name first, in whatever place among the reports. */
function partsOf(output: string): TsharkSection['parts'] {
  const expert: string[] = [];
  const hierarchy: string[] = [];
  let isHierarchy = false;
  for (const line of output.split('\n')) {
    if (line.startsWith(hierarchyTitle)) isHierarchy = true;
    else if (isHierarchy && /^={20,}\s*$/.test(line)) isHierarchy = false;
    else if (!/^(?:[\s=]*|Filter:\s*)$/.test(line)) (isHierarchy ? hierarchy : expert).push(line);
  }
  return [
    { title: 'Expert information', lines: bounded(expert) },
    { title: 'Protocol hierarchy', lines: bounded(hierarchy) },
  ].filter(({ lines }) => lines.length > 0);
}

function bounded(lines: readonly string[]): string[] {
  const rest = lines.length - maxLines;
  const shown = lines.slice(0, maxLines).map((line) => clean(line.trimEnd()));
  return rest > 0 ? [...shown, `… ${rest} more lines`] : shown;
}

/** What packets carry can neither drive a terminal nor turn the reading direction. */
function clean(line: string): string {
  const cut = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
  return cut
    .replace(/\t/g, '  ')
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu,
      (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
    );
}
