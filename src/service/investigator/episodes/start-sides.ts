import { literalPattern } from '#core/literal-pattern.ts';
import { commonStart } from '../words/word-forms.ts';
import type { EpisodeAsked } from './episode-asked.ts';
import type { LineKind } from './line-kinds.ts';
import { unitsNamed } from './named-units.ts';
import type { Side } from './pair-kinds.ts';
import { stateIn } from './state-in.ts';
import { troublePairs } from './state-pairs.ts';
import { lineHolds } from './unit-tokens.ts';

/** A word of the question, and how far a line tells of it: 1 as a word, less within a longer one. */
export interface WordAsked {
  word: string;
  holds(text: string): number;
}

const denial = String.raw`(?:without|not|no|never|nicht|ohne|kein\w*|sans|sin)`;
const ofWholeFile = 0.05;
const mostSides = 60;

/** The words of a question that may tell a state: each as it is, or as denied ("without a leader"). */
export function wordsAsked(text: string, subject: readonly string[], isEnd: boolean): WordAsked[] {
  const units = new Set(unitsNamed(text));
  return subject
    .filter((word) => !/^\d+$/.test(word) && !unitsNamed(word).some((unit) => units.has(unit)))
    .map((written) => {
      // "NotReady"
      const word = /^(?:Not|No|Non)(\p{Lu}\p{L}+)$/u.exec(written)?.[1] ?? written;
      const isDenied =
        word !== written ||
        new RegExp(`\\b${denial} (?:an? |any |the |eine[nr]? )?${literalPattern(word)}`, 'i').test(text);
      const isIn = lineHolds(word);
      const within = word.length >= 4 ? commonStart(word.toLowerCase()) : undefined;
      const lack = lackOf(commonStart(word.toLowerCase()));
      return {
        word,
        holds: (line) => {
          if (isDenied) return lack.test(line) ? 1 : 0;
          // "Is it ready again": of the end, so that the beginning tells the lack of it.
          if (isEnd) return lack.test(line) ? 1 : isIn(line) ? 0.4 : 0;
          if (line.toLowerCase() === word.toLowerCase()) return 1.5;
          if (isIn(line)) return 1;
          return within !== undefined && within.length >= 4 && line.toLowerCase().includes(within) ? 0.6 : 0;
        },
      };
    });
}

/** "No leader", "NotReady", "Ready=Unknown", "NOSYNC", "lost sync". */
function lackOf(stem: string): RegExp {
  const word = literalPattern(stem);
  return new RegExp(
    `(?:${denial}|un|non|lost|loss of|lose[sd]?|losing|missing)[\\s_:-]{0,2}(?:\\p{L}+ )?${word}|${word}\\p{L}{0,4}["']?\\s?[=:]\\s?["']?(?:false|unknown|no|none|0|down|off|lost)\\b|${word}\\p{L}{0,4} (?:is |was )?(?:lost|missing|gone)\\b`,
    'iu',
  );
}

/** Names of what is asked about stand in its routine lines too; the words of a state do not. */
export function isRoutineWord({ holds }: WordAsked, kinds: readonly LineKind[], records: number): boolean {
  const held = kinds.filter(({ text }) => holds(text) >= 1).reduce((sum, { count }) => sum + count, 0);
  return held > Math.max(30, records * ofWholeFile);
}

/** Kinds of lines that may begin what was asked about, those that hold its words first; of troubles all that tell of one. */
export function startSides(kinds: readonly LineKind[], words: readonly WordAsked[], asked: EpisodeAsked): Side[] {
  const events = kinds.filter(({ lines }) => lines !== undefined);
  const hits = new Map(events.map((kind) => [kind, words.reduce((sum, { holds }) => sum + holds(kind.text), 0)]));
  const most = Math.max(0, ...hits.values());
  const sides: Side[] = [];
  const add = (some: readonly LineKind[], bonus = 0) => {
    if (some.length === 0) return;
    const mean = (amount: (kind: LineKind) => number) =>
      some.reduce((sum, kind) => sum + amount(kind), 0) / some.length;
    const trouble = asked.isTrouble ? 0.6 * mean(({ isTrouble }) => Number(isTrouble)) : 0;
    sides.push({ kinds: some, fit: mean((kind) => hits.get(kind)!) + trouble + bonus });
  };
  const groups = (list: readonly LineKind[], keyOf: (kind: LineKind) => string | undefined) =>
    [...Map.groupBy(list, keyOf)].flatMap(([key, some]) => (key === undefined ? [] : [some]));
  if (most > 0) {
    const best = events.filter((kind) => hits.get(kind) === most);
    add(best);
    for (const kind of best.slice(0, mostSides / 4)) add([kind]);
    for (const { holds } of words) add(events.filter(({ text }) => holds(text) > 0));
    for (const some of groups(
      events.filter(({ to }) => to !== undefined && words.some(({ holds }) => holds(to) > 0)),
      ({ to }) => to,
    ))
      add(some, words.some(({ holds }) => holds(some[0]!.to!) > 1) ? 1 : 0.3);
  }
  if (asked.isTrouble) {
    for (const pair of troublePairs) {
      const isTold = asked.meant.some((one) => one.isTold && one.pair === pair);
      const on = events.filter(({ text }) => stateIn(text, pair.on, pair.off) === 'on');
      for (const kind of on) add([kind], isTold ? 0.6 : 0.4);
      add(on, isTold ? 0.6 : 0.4);
    }
    for (const kind of events.filter(({ isTrouble }) => isTrouble)) add([kind], 0.4);
  }
  return sides.sort((a, b) => b.fit - a.fit).slice(0, mostSides);
}
