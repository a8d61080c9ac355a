import { literalPattern } from '#core/literal-pattern.ts';
import type { Survey } from '../survey/survey.ts';
import { isSymptom } from './concepts.ts';
import type { PresentTerm } from './needles.ts';
import { isOfWhole } from './of-whole.ts';
import type { Question } from './question.ts';
import type { WordFound } from './units.ts';

/** The part of the system a question is about. */
export interface Subject {
  /** As the file spells it. */
  label: string;
  /** As the question says it. */
  asked: string;
  /** What writes its lines, or the words that stand in them: a line of it holds one of the groups as a whole. */
  names: string[][];
  /** It writes lines of its own, or is written like a name; else it is a word of the question that the file has. */
  isNamed: boolean;
}

const maxWords = 3;
const maxNames = 8;
/** What is said of nearly all lines tells no part apart. */
const mostOfFile = 0.6;

/** Whom or what the question is about, by the loosest spelling that is still its name. Undefined where it is the whole. */
export function subjectOf(
  question: Question,
  found: readonly WordFound[],
  present: readonly PresentTerm[],
  surveys: readonly Survey[],
): Subject | undefined {
  if (question.text.length > 300) return undefined;
  const numbered = numberedIn(question.text);
  if (numbered !== undefined) return numbered;
  const sources = sourcesOf(surveys);
  const total = surveys.reduce((sum, survey) => sum + survey.linesSeen, 0);
  const said = question.text.match(/[\p{L}\d_][\p{L}\d_./@-]*/gu) ?? [];
  const known = new Set([...question.terms, ...question.phrases].map((word) => folded(word)));
  for (let size = maxWords; size >= 1; size--) {
    for (let at = 0; at + size <= said.length; at++) {
      const words = said.slice(at, at + size).map((word) => word.replace(/[.'-]+$/, ''));
      const isKnown = words.every((word) => known.has(folded(word)));
      if (!isKnown && !(size === 1 && isSaidAsName(words[0]!, question.text))) continue;
      const names = isKnown ? namesLike(words, sources) : exactly(folded(words[0]!), sources);
      const lines = names.reduce((sum, name) => sum + (sources.get(name) ?? 0), 0);
      if (names.length === 0 || names.length > maxNames || lines > total * mostOfFile) continue;
      const label = names.length === 1 ? names[0]! : words.join(' ');
      return {
        label,
        asked: words.join(' '),
        names: names.map((name) => [name]),
        isNamed: !isOfAny(words[0]!, question.text),
      };
    }
  }
  return inLines(question, found, present, total);
}

/** "Unit 7", "port 3": one of several that go by a number, as logs write it. */
function numberedIn(text: string): Subject | undefined {
  const match =
    /\b(unit|node|site|port|slot|disk|drive|worker|channel|axis|cell|lane|line|shard|partition|pump|room|zone|rack|motor|station|gate|sensor|device|tank|robot|printer|reactor|chamber|camera|host|fan|psu) ?#?(\d{1,4})\b(?![.:,]\d|-\d)/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [label, noun, value] = [match[0], match[1]!.toLowerCase(), match[2]!];
  return {
    label,
    asked: label,
    names: ['=', ' ', '-', '_', '', ':', ' #', '#'].map((sign) => [`${noun}${sign}${value}`]),
    isNamed: true,
  };
}

/** No program of that name: what stands in the lines. A name before words, words side by side before a single one. */
function inLines(
  question: Question,
  found: readonly WordFound[],
  present: readonly PresentTerm[],
  total: number,
): Subject | undefined {
  const units = found
    .flatMap(({ part, unit }) => (unit !== undefined && part.part === 'term' ? [unit] : []))
    .filter(({ asked, lines }) => lines <= total * mostOfFile && !isSymptom(asked) && !isOfWhole(asked))
    .filter(({ asked }) => !/^[1-5](?:\d\d|xx)$/.test(asked) && !isDoing.test(asked));
  const text = question.text.toLowerCase();
  units.sort((a, b) => text.indexOf(a.asked.toLowerCase()) - text.indexOf(b.asked.toLowerCase()));
  const [named] = units.filter(({ asked }) => /[\d_./:@-]/.test(asked) || /[a-z][A-Z]/.test(asked));
  if (named !== undefined) return { label: named.label, asked: named.asked, names: [[named.label]], isNamed: true };
  const [first, ...others] = units;
  if (first === undefined) return undefined;
  const joined = present.find(
    ({ isPhrase, asked, lines }) => isPhrase && asked.startsWith(`${first.asked} `) && lines > 0,
  );
  if (joined !== undefined)
    return { label: joined.term, asked: joined.asked, names: [[joined.term]], isNamed: /[_./-]/.test(joined.term) };
  const next = others.find(({ asked }) => text.includes(`${first.asked} ${asked}`.toLowerCase()));
  const both = next === undefined ? [first.label] : [first.label, next.label];
  return { label: both.join(' '), asked: first.asked, names: [both], isNamed: false };
}

/** "Does any cron job fail": no particular one. */
function isOfAny(word: string, text: string): boolean {
  return new RegExp(`\\b(?:any|all|every|each|some|other|which|what) ${literalPattern(word)}\\b`, 'i').test(text);
}

/** What people do and what is done to systems, no part of one. */
const isDoing =
  /^(?:updat\w*|upgrad\w*|deploy\w*|roll-?outs?|releas\w*|chang\w*|install\w*|config\w*|start\w*|stop\w*|keep\w*|request\w*|respon\w*|answer\w*|timed?|time-?outs?|connect\w*|disconnect\w*|happen\w*|log\w*|came|come|comes|goes|going|gets?|getting|suddenly|again|always|anymore|while|since|cause\w*|lunch|noon|right|today|tonight|night|morning|state|status|end|issue|problem)$/i;

/** Programs, hosts and loggers by how many lines are theirs. */
function sourcesOf(surveys: readonly Survey[]): Map<string, number> {
  const sources = new Map<string, number>();
  for (const { groups, series } of surveys) {
    for (const group of groups)
      for (const [name, count] of group.sources) sources.set(name, (sources.get(name) ?? 0) + count);
    for (const { owner, count } of series) if (owner !== '' && !sources.has(owner)) sources.set(owner, count);
  }
  return sources;
}

/** "api server" is `kube-apiserver` and `api_server`; "checkout" is `c.acme.checkout.Checkout` and `checkout-2`. */
function namesLike(words: readonly string[], sources: ReadonlyMap<string, number>): string[] {
  const wanted = folded(words.join(''));
  const [only, ...others] = words;
  if (wanted.length < 2) return [];
  const exact = exactly(wanted, sources);
  if (exact.length > 0) return exact;
  if (others.length === 0 && (wanted.length < 4 || isSymptom(only!) || isOfWhole(only!) || isDoing.test(only!)))
    return [];
  const like = [...sources.keys()].flatMap((name) => {
    const parts = partsOf(name);
    const isLike =
      others.length === 0
        ? parts.includes(wanted) || parts.includes(wanted.replace(/s$/, ''))
        : folded(name).includes(wanted);
    // Of a path its own part names it.
    return isLike ? [name.split('/').find((part) => folded(part).includes(wanted)) ?? name] : [];
  });
  return [...new Set(like)];
}

function exactly(wanted: string, sources: ReadonlyMap<string, number>): string[] {
  return [...sources.keys()].filter((name) => {
    const own = folded(name);
    return own === wanted || `${own}s` === wanted || own === `${wanted}s`;
  });
}

/** "Why is search slow": a word that elsewhere only asks stands where a name stands. */
function isSaidAsName(word: string, text: string): boolean {
  const isPlain = /^[\p{L}\d_-]{3,}$/u.test(word);
  return (
    isPlain &&
    new RegExp(`\\b(?:is|are|was|were|the|our|with|does|did) ${word}(?= (?:so |very |been )?(?:\\w+))`, 'iu').test(text)
  );
}

function partsOf(name: string): string[] {
  return name
    .split(/[^\p{L}\d]+|(?<=[a-z])(?=[A-Z])/u)
    .map((part) => part.toLowerCase())
    .filter((part) => part !== '');
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}
