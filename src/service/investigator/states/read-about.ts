import { documentsOf } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { linesWithMost, lookUpWords } from '../members/asked-lines.ts';
import { looksLikeName } from '../words/asked-word.ts';
import { countOf } from '../words/unit.ts';
import { readState, type StateRead } from './read-state.ts';

/** One that was asked about, with what its lines tell. */
export interface About {
  label: string;
  /** Written like a name; else a word of which lines tell, and whose usual work they are not. */
  isNamed: boolean;
  read: StateRead;
}

const mostLines = 100_000;

/** Undefined where no line is of it. */
export async function readAbout(
  run: Investigation,
  subject: readonly string[],
  state?: string,
): Promise<About | undefined> {
  const looked = (await lookUpWords(run, subject)).filter(({ isOther }) => !isOther);
  const isName = (word: string) => looksLikeName(word) || word.includes(' ');
  if (looked.some(({ word, unit }) => unit === undefined && isName(word))) return undefined;
  const found = linesWithMost(looked);
  if (found === undefined || countOf(found.lines) > mostLines) return undefined;
  const names = found.held.map(({ word, unit }) => unit?.label ?? word);
  const read = await readState(run, found.lines, names, state, documentsOf(run)[0] ?? {});
  return read === undefined ? undefined : { label: names.join(' '), isNamed: names.some(isName), read };
}
