import type { Investigation } from '../investigation.ts';

/** A word or phrase of the question and how many lines hold it, as asked or in its stem. */
export interface PresentTerm {
  /** As it is looked for. */
  term: string;
  lines: number;
  isPhrase: boolean;
}

export interface Resolved {
  present: PresentTerm[];
  missing: string[];
  /** What lines the question is about: one of these groups of words must stand in a line as a whole. */
  needles: string[][];
}

/** Finds out which words of the question are in the documents at all, and which of them narrow the lines down. */
export async function resolveNeedles(run: Investigation): Promise<Resolved> {
  const { phrases, terms } = run.question;
  const present: PresentTerm[] = [];
  const missing: string[] = [];
  for (const [index, term] of [...phrases, ...terms].slice(0, 20).entries()) {
    if (!run.hasTime()) break;
    const isPhrase = index < phrases.length;
    if (!isPhrase && isAskedField(run, term)) continue;
    const found = await firstPresent(run, isPhrase ? [term] : [term, ...stems(term)]);
    if (found === undefined) missing.push(term);
    else if (!present.some((other) => other.term === found.term)) present.push({ ...found, isPhrase });
  }
  for (const pair of run.question.pairs) {
    if (!run.hasTime()) break;
    const lines = await countLines(run, [pair]);
    // Words that stand side by side in the file as in the question are meant together.
    if (lines > 0) present.unshift({ term: pair, lines, isPhrase: true });
  }
  const soft = run.question.softPhrase;
  if (soft !== undefined && run.question.intent === 'find') {
    const lines = await countLines(run, [soft]);
    if (lines > 0) present.unshift({ term: soft, lines, isPhrase: true });
  }
  const needles = await needlesOf(run, present, missing);
  if (phrases.length + terms.length > 0) {
    const told = present.slice(0, 8).map(({ term, lines }) => `${term}: ${lines} lines`);
    run.step(
      'search',
      { terms: [...phrases, ...terms].slice(0, 8).join(', ') },
      told.length === 0 ? 'none of the words is in the file' : told.join(', '),
    );
  }
  return { present, missing, needles };
}

/** "which client", "how many users": the noun names the field to tell by, not words to look for. */
function isAskedField(run: Investigation, term: string): boolean {
  const { by, intent } = run.question;
  if (intent !== 'which' && intent !== 'count') return false;
  const word = term.toLowerCase();
  const isGeneric = /^(?:requests?|responses?|entries|entry|sends?|sent|makes?|made|events?|records?)$/.test(word);
  return isGeneric || (by !== undefined && (word === by || word === `${by}s`));
}

async function needlesOf(
  run: Investigation,
  present: readonly PresentTerm[],
  missing: readonly string[],
): Promise<string[][]> {
  const phrases = present.filter((one) => one.isPhrase);
  if (phrases.length > 0) return phrases.map(({ term }) => [term]);
  const lost = run.question.phrases.find((phrase) => missing.includes(phrase));
  if (lost !== undefined) {
    const words = lost.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 1);
    if (words.length > 1 && (await countLines(run, words)) > 0) return [words];
  }
  const total = run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
  const narrowing = present.filter(({ lines }) => lines < total * 0.95);
  const isShort = run.question.text.length <= 300;
  const { intent } = run.question;
  for (let size = isShort ? Math.min(5, narrowing.length) : 1; size >= 1; size--) {
    const group = narrowing.slice(0, size).map(({ term }) => term);
    if (group.length === 1 && narrowing.length > 1 && (intent === 'find' || intent === 'which')) {
      // No line holds them together: a look-up shows the lines of each.
      return narrowing.slice(0, 3).map(({ term }) => [term]);
    }
    if (group.length > 0 && (group.length === 1 || (await countLines(run, group)) > 0)) return [group];
  }
  return [];
}

async function firstPresent(
  run: Investigation,
  variants: readonly string[],
): Promise<{ term: string; lines: number } | undefined> {
  for (const term of variants) {
    const lines = await countLines(run, [term]);
    if (lines > 0) return { term, lines };
  }
  return undefined;
}

/** So many matches tell how frequent a word is; the rest of a long document is estimated by them. */
const enoughToEstimate = 20_000;

/** About how many lines hold all the words. A word inside another ("user" in "superuser") does not count. */
async function countLines(run: Investigation, all: readonly string[]): Promise<number> {
  const starts = all.map((word) => (/^[\p{L}\d]/u.test(word) ? startOf(word) : undefined));
  let lines = 0;
  for (const info of run.documents.infos.slice(0, 300)) {
    const document = await run.documents.open(info.name);
    const matches = await document?.search({
      all,
      ignoreCase: true,
      limit: 25,
      budgetMs: 2000,
      enough: enoughToEstimate,
    });
    if (document === undefined || matches === undefined || matches.total === 0) continue;
    for (const line of matches.lines) {
      const [text = ''] = await document.lines(line, line);
      if (starts.some((start) => start !== undefined && !start.test(text))) continue;
      const { readToLine = info.lines } = matches;
      lines += Math.round((matches.total * info.lines) / Math.max(1, readToLine));
      break;
    }
  }
  return lines;
}

function startOf(word: string): RegExp {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?:^|[^\\p{L}\\d])${literal}|(?<=[a-z])${literal.charAt(0).toUpperCase()}${literal.slice(1)}|_${literal}`,
    'iu',
  );
}

/** "timeouts" is looked for as "timeout", "restarted" as "restart", "slow-query" as "slow query". */
function stems(term: string): string[] {
  const found: string[] = [];
  if (/^[\p{L}]{5,}$/u.test(term)) {
    for (const ending of ['ies', 'es', 's', 'ing', 'ed', 'ion', 'ions', 'ation', 'ure', 'y']) {
      if (term.length - ending.length >= 4 && term.toLowerCase().endsWith(ending))
        found.push(term.slice(0, -ending.length));
    }
  }
  if (/[a-z][-_ ][a-z]/i.test(term)) {
    found.push(term.replace(/[-_]/g, ' '), term.replace(/[-_]/g, ''), term.replace(/-/g, '_'), term.replace(/_/g, '-'));
  }
  return found.filter((stem) => stem !== term);
}
