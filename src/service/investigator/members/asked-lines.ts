import { wholeWord } from '../calculate/conditions.ts';
import type { Investigation } from '../investigation.ts';
import { unitsOf } from '../question/units.ts';
import { literal, looksLikeName, plainWord } from '../words/asked-word.ts';
import { tallyWords, type WordTally } from '../words/tally-words.ts';
import { countOf, type LinesByDocument, linesOfAll, type Unit } from '../words/unit.ts';
import { stemOf } from '../words/word-forms.ts';
import { tellingOf } from './other-names.ts';

/** A word that was looked for; without a unit it is nowhere in the files. */
export interface Looked {
  word: string;
  unit: Unit | undefined;
  /** Found by what lines say instead of it. */
  isOther: boolean;
  /** What lines say instead of it, where some have the word itself. */
  other?: Unit;
}

/** Looks words up in all their forms, else what lines say for them. */
export async function lookUpWords(run: Investigation, asked: readonly string[]): Promise<Looked[]> {
  const first = await findAll(
    run,
    asked.map((word) => [word]),
  );
  const others = asked.map(tellingOf);
  const second = others.some((one) => one.length > 0) ? await findAll(run, others) : [];
  return asked.map((word, index) => {
    const [own, other] = [first[index], second[index]];
    const isOther = own === undefined && other !== undefined;
    return { word, unit: own ?? other, isOther, ...(isOther || other === undefined ? {} : { other }) };
  });
}

async function findAll(run: Investigation, groups: readonly (readonly string[])[]): Promise<(Unit | undefined)[]> {
  const parts = groups.flatMap((group, index) =>
    group.map((text) => ({
      index,
      word: looksLikeName(text) || text.includes(' ') ? literal(text) : plainWord(text),
      part: 'term' as const,
    })),
  );
  if (parts.length === 0) return groups.map(() => undefined);
  const tallies = new Map<string, WordTally>();
  for (const info of run.documents.infos.slice(0, 300)) {
    if (info.lines === 0 || !run.hasTime()) continue;
    const document = await run.documents.open(info.name);
    if (document !== undefined)
      tallies.set(
        info.name,
        await tallyWords(
          document,
          parts.map(({ word }) => word),
          run.signal,
        ),
      );
  }
  const found = unitsOf(parts, tallies);
  return groups.map((_, index) => {
    const units = found
      .filter((_one, at) => parts[at]!.index === index)
      .flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
    // The first that the file has: they stand in the order of how plainly they tell it.
    return units[0];
  });
}

/** Lines that hold all of the words, or as many as any line holds: particular words first. */
export function linesWithMost(looked: readonly Looked[]): { lines: LinesByDocument; held: Looked[] } | undefined {
  const found = looked.filter(({ unit }) => unit !== undefined);
  const ordered = [...found].sort(
    (a, b) => Number(looksLikeName(b.word)) - Number(looksLikeName(a.word)) || a.unit!.lines - b.unit!.lines,
  );
  const held: Looked[] = [];
  let lines: LinesByDocument | undefined;
  for (const one of ordered) {
    for (const unit of [one.unit!, one.other]) {
      if (unit === undefined) continue;
      const next = linesOfAll([...held.map((other) => other.unit!), unit]);
      if (countOf(next) === 0) continue;
      held.push(unit === one.unit ? one : { word: one.word, unit, isOther: true });
      lines = next;
      break;
    }
  }
  return lines === undefined ? undefined : { lines, held };
}

/** Whether a word of a line is a form of one of the words asked for. */
export function predicateTest(looked: readonly Looked[]): (word: string) => boolean {
  const stems = new Set(looked.filter(({ isOther }) => !isOther).map(({ word }) => stemOf(word.toLowerCase())));
  const others = looked
    .filter(({ isOther }) => isOther)
    .flatMap(({ unit }) => unit!.spellings.map((text) => text.toLowerCase()));
  return (word) => {
    const low = word.toLowerCase();
    return stems.has(stemOf(low)) || others.some((text) => text.split(/\W+/).includes(low));
  };
}

/** "The loss went nan": lines with the two words beside each other tell it most plainly. */
export function sideBySide(
  words: readonly string[],
  spellingsOf: (word: string) => readonly string[] = () => [],
): RegExp | undefined {
  if (words.length !== 2) return undefined;
  const [a, b] = words.map((word) =>
    [word, ...spellingsOf(word)].map((spelling) => wholeWord(spelling, false).source).join('|'),
  );
  return new RegExp(`(?:${a})[^\\p{L}\\d]{1,3}(?:${b})|(?:${b})[^\\p{L}\\d]{1,3}(?:${a})`, 'iu');
}
