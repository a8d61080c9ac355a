import type { Investigation } from '../investigation.ts';
import { linesWithStatus } from '../words/status-place.ts';
import { tallyWords, type WordTally } from '../words/tally-words.ts';
import { countOf, type LinesByDocument, linesOfAll, linesOfAny, linesWithout, type Unit } from '../words/unit.ts';
import { askedWords, isStatus } from './asked-words.ts';
import { runsOf, unitsOf, type WordFound } from './units.ts';

/** A word or phrase of the question and how many lines hold it. */
export interface PresentTerm {
  /** As the file spells it. */
  term: string;
  /** As the question says it. */
  asked: string;
  lines: number;
  isPhrase: boolean;
}

/** Lines the question is about. */
export interface Chosen {
  /** What stands in them: in each line one of these groups as a whole. */
  groups: Unit[][];
  byDocument: LinesByDocument;
  /** Lines that hold the words of a phrase, but not side by side. */
  apart: number;
  /** Quoted texts that no line holds together. */
  isDivided?: boolean;
  /** Words the file has, but in no line together with those chosen. */
  dropped?: Unit[];
}

export interface Resolved {
  present: PresentTerm[];
  missing: string[];
  /** As `chosen.groups`, as text; empty where no word narrows the lines down. */
  needles: string[][];
  chosen: Chosen | undefined;
  found: WordFound[];
  /** Texts there was no time to look into. */
  unsearched: number;
}

/** Finds out which words of the question are in the documents at all, and which of them narrow the lines down. */
export async function resolveNeedles(run: Investigation, sources: ReadonlySet<string>): Promise<Resolved> {
  const parts = askedWords(run.question, sources);
  const tallies =
    parts.length === 0
      ? new Map<string, WordTally>()
      : await tallyAll(
          run,
          parts.map(({ word }) => word),
        );
  // What was not looked for in every text is not said to be in none.
  const unsearched = parts.length === 0 ? 0 : searchedIn(run).length - tallies.size;
  const settled = await byStatus(unitsOf(parts, tallies), run);
  const found = unsearched === 0 ? settled : settled.filter(({ unit }) => unit !== undefined);
  const runs = runsOf(parts, tallies).filter((one) => isMeantTogether(one, found, run));
  const named = found.filter(({ part }) => part.part !== 'outcome' && part.part !== 'soft');
  const missing = named.filter(({ unit }) => unit === undefined).map(({ part }) => part.word.text);
  const units = [...runs, ...found.flatMap(({ part, unit }) => (unit && part.part !== 'outcome' ? [unit] : []))];
  const present = units.map(({ label, asked, lines, isPhrase }) => ({ term: label, asked, lines, isPhrase }));
  const chosen = await choose(run, found, runs);
  if (parts.length > 0) {
    const told = present.slice(0, 8).map(({ term, lines }) => `${term}: ${lines} lines`);
    run.step(
      'search',
      {
        terms: parts
          .slice(0, 8)
          .map(({ word }) => word.text)
          .join(', '),
      },
      told.length === 0 ? 'none of the words is in the file' : told.join(', '),
    );
  }
  const needles = chosen === undefined ? [] : chosen.groups.map((group) => group.map(({ label }) => label));
  return { present, missing, needles, chosen, found, unsearched };
}

const searchedIn = ({ documents }: Investigation) => documents.infos.slice(0, 300).filter(({ lines }) => lines > 0);

async function tallyAll(run: Investigation, words: Parameters<typeof tallyWords>[1]): Promise<Map<string, WordTally>> {
  const tallies = new Map<string, WordTally>();
  for (const info of searchedIn(run)) {
    // The first is looked through however late it is: an answer needs something to stand on.
    if (tallies.size > 0 && !run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document !== undefined) tallies.set(info.name, await tallyWords(document, words, run.signal));
  }
  return tallies;
}

/** A status is only looked for where the file states one. */
async function byStatus(found: readonly WordFound[], run: Investigation): Promise<WordFound[]> {
  const codes = found.filter(({ part, unit }) => part.part === 'status' && unit !== undefined);
  const settled: WordFound[] = [];
  for (const one of found) {
    const { part, unit } = one;
    if (part.part === 'status') continue;
    const asked = part.word.text;
    const code = codes.find((other) => other.part.word.text.trim() === `" ${asked}`)?.unit;
    const stated = code === undefined ? unit : { ...code, asked, label: asked };
    if (stated === undefined || (code === undefined && !isStatus(part))) settled.push(one);
    else {
      // A size may stand behind a quote as the code does: the column tells.
      const byDocument = new Map<string, Uint32Array>();
      for (const [name, lines] of stated.byDocument) {
        const document = await run.documents.open(name);
        const left = document === undefined ? lines : await linesWithStatus(document, lines, asked);
        if (left.length > 0) byDocument.set(name, left);
      }
      const found = byDocument.size === 0 ? stated : { ...stated, byDocument, lines: countOf(byDocument) };
      settled.push({ ...one, unit: found });
    }
  }
  return settled;
}

const maxPatternLines = 2_000_000;
const levelNoun = /^(?:errors?|failures?|warnings?|exceptions?)$/i;

/** "Timeout errors" are the errors that tell of timeouts, unless the file mostly says it so. */
function isMeantTogether(one: Unit & { members: number[] }, found: readonly WordFound[], run: Investigation): boolean {
  if (run.question.phrases.length > 0 || run.question.text.length > 300) return false;
  const words = one.asked.split(' ');
  const nouns = words.filter((word) => !levelNoun.test(word));
  if (nouns.length === words.length) return true;
  const others = found.filter(({ part }) => nouns.includes(part.word.text)).map(({ unit }) => unit?.lines ?? 0);
  return one.lines >= 0.5 * Math.max(0, ...others);
}

async function choose(
  run: Investigation,
  found: readonly WordFound[],
  runs: readonly (Unit & { members: number[] })[],
): Promise<Chosen | undefined> {
  if (run.question.pattern !== undefined) return ofPattern(run, run.question.pattern);
  const quoted = unitsWith(found, 'quoted');
  if (run.question.phrases.length > 0) return quoted.length > 0 ? ofQuoted(run, quoted) : ofLostPhrase(run);
  const [soft] = unitsWith(found, 'soft');
  if (soft !== undefined) return { groups: [[soft]], byDocument: soft.byDocument, apart: 0 };
  const total = run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
  const narrowing = unitsWith(found, 'term').filter(({ lines }) => lines < total * 0.95);
  const [phrase] = runs.filter(({ lines }) => lines < total * 0.95);
  const { intent, text } = run.question;
  const isShort = text.length <= 300;
  const said = phrase === undefined ? [] : phrase.asked.split(' ');
  const others = narrowing.filter(({ asked }) => !said.includes(asked));
  const outcomes = /^(?:count|find|when|which|around)$/.test(intent)
    ? unitsWith(found, 'outcome').filter(({ asked }) => !levelNoun.test(asked) && !said.includes(asked))
    : [];
  const rest = phrase === undefined && outcomes.length > 0 ? [...narrowing, ...outcomes] : others;
  const first = phrase === undefined ? [] : [phrase];
  if (phrase === undefined && narrowing.length === 0) return undefined;
  for (let size = isShort ? Math.min(5, rest.length) : 1 - first.length; size + first.length >= 1; size--) {
    const group = [...first, ...rest.slice(0, size)];
    if (
      group.length === 1 &&
      phrase === undefined &&
      narrowing.length > 1 &&
      (intent === 'find' || intent === 'which')
    ) {
      // No line holds them together: a look-up shows the lines of each.
      const each = narrowing.slice(0, 3);
      return {
        groups: each.map((unit) => [unit]),
        byDocument: linesOfAny(each.map((unit) => unit.byDocument)),
        apart: 0,
      };
    }
    const byDocument = linesOfAll(group);
    if (countOf(byDocument) > 0) {
      const apart = apartFrom(byDocument, group, phrase, found);
      const dropped = rest.slice(size).filter((unit) => countOf(linesOfAll([...group, unit])) === 0);
      return { groups: [group], byDocument, apart, ...(dropped.length > 0 ? { dropped } : {}) };
    }
  }
  return undefined;
}

/** Lines that hold each word of the phrase somewhere, and all else that is asked for, but not the phrase. */
function apartFrom(
  lines: LinesByDocument,
  group: readonly Unit[],
  phrase: Unit | undefined,
  found: readonly WordFound[],
): number {
  if (phrase === undefined) return 0;
  const words = phrase.asked.split(' ');
  const single = found.flatMap(({ part, unit }) => (unit && words.includes(part.word.text) ? [unit] : []));
  const all = linesOfAll([...single, ...group.filter((unit) => unit !== phrase)]);
  return countOf(linesWithout(all, lines));
}

/** Several quoted texts are meant together, unless the question says "or"; where no line holds them all, each by itself. */
function ofQuoted(run: Investigation, quoted: readonly Unit[]): Chosen {
  const isEither = /["'`”»]\s*,?\s+or\s+["'`“«]|\b(?:either|any of)\b/i.test(run.question.text);
  const together = linesOfAll(quoted);
  if (!isEither && countOf(together) > 0) return { groups: [[...quoted]], byDocument: together, apart: 0 };
  return {
    groups: quoted.map((unit) => [unit]),
    byDocument: linesOfAny(quoted.map((unit) => unit.byDocument)),
    apart: 0,
    ...(isEither || quoted.length === 1 ? {} : { isDivided: true }),
  };
}

/** Lines that a pattern fits. One that is none finds nothing. */
async function ofPattern(run: Investigation, pattern: string): Promise<Chosen | undefined> {
  const byDocument = new Map<string, Uint32Array>();
  for (const info of run.documents.infos.slice(0, 300)) {
    if (!run.hasTime()) break;
    const document = await run.documents.open(info.name);
    const query = { pattern, ignoreCase: true, limit: maxPatternLines, budgetMs: 5000 };
    const matches = await document?.search(query).catch(() => undefined);
    if (matches !== undefined && matches.lines.length > 0) byDocument.set(info.name, Uint32Array.from(matches.lines));
  }
  const lines = countOf(byDocument);
  if (lines === 0) return undefined;
  const label = `/${pattern}/`;
  const unit = { asked: label, label, spellings: [label], isPhrase: true, byDocument, lines };
  return { groups: [[unit]], byDocument, apart: 0 };
}

/** What was quoted stands nowhere as it is: lines that hold all its words. */
async function ofLostPhrase(run: Investigation): Promise<Chosen | undefined> {
  const texts = run.question.phrases[0]!.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 1);
  if (texts.length < 2) return undefined;
  const parts = askedWords({
    ...run.question,
    phrases: [],
    pairs: [],
    terms: [...new Set(texts)].slice(0, 12),
    intent: 'find',
  });
  const tallies = await tallyAll(
    run,
    parts.map(({ word }) => word),
  );
  const units = unitsOf(parts, tallies).flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
  const byDocument = linesOfAll(units);
  if (units.length < parts.length || countOf(byDocument) === 0) return undefined;
  return { groups: [units], byDocument, apart: 0 };
}

function unitsWith(found: readonly WordFound[], part: WordFound['part']['part']): Unit[] {
  return found.flatMap((one) => (one.unit !== undefined && one.part.part === part ? [one.unit] : []));
}
