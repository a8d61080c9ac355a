import type { Fit } from '../words/asked-word.ts';
import type { FoundWord, WordTally } from '../words/tally-words.ts';
import { countOf, type LinesByDocument, linesOfAny, type Unit } from '../words/unit.ts';
import type { WordPart } from './asked-words.ts';

/** What was found of one word of the question. */
export interface WordFound {
  part: WordPart;
  /** Undefined where it is nowhere in the file. */
  unit: Unit | undefined;
  /** Lines where it stands only within something longer, and one such. */
  within: { lines: number; example: string } | undefined;
}

/** Takes a word where it stands by itself; else a quoted or plain one where a longer word begins with it. */
export function unitsOf(parts: readonly WordPart[], tallies: ReadonlyMap<string, WordTally>): WordFound[] {
  return parts.map((part, index) => {
    const found = [...tallies].map(([name, tally]) => ({ name, word: tally.words[index]! }));
    const usable = fitsFor(part);
    const fit = usable.find((one) => found.some(({ word }) => word[one].lines.length > 0));
    const byDocument = fit === undefined ? new Map<string, Uint32Array>() : linesOf(found, fit);
    const others = (['begins', 'inside'] as const).filter((one) => one !== fit);
    const within = withinOf(found, others);
    if (fit === undefined) return { part, unit: undefined, within };
    const spellings = spellingsOf(
      found.map(({ word }) => word),
      fit,
    );
    const unit = {
      asked: part.word.text,
      label: part.part === 'status' || fit === 'inside' ? part.word.text : (spellings[0] ?? part.word.text),
      spellings,
      isPhrase: part.part === 'quoted' || part.part === 'soft',
      byDocument,
      lines: countOf(byDocument),
      ...(fit === 'whole' ? {} : { isWithin: true }),
    };
    return { part, unit, within };
  });
}

/** Words of the question that stand side by side in the file, longest first; different spellings of one are one. */
export function runsOf(
  parts: readonly WordPart[],
  tallies: ReadonlyMap<string, WordTally>,
): (Unit & { members: number[] })[] {
  const bySet = new Map<string, { members: number[]; texts: Map<string, number>; sets: LinesByDocument[] }>();
  for (const [name, tally] of tallies) {
    for (const { text, members, lines } of tally.phrases) {
      const key = [...members].sort((a, b) => a - b).join(' ');
      const known = bySet.get(key) ?? { members, texts: new Map<string, number>(), sets: [] };
      bySet.set(key, known);
      known.texts.set(text, (known.texts.get(text) ?? 0) + lines.length);
      known.sets.push(new Map([[name, lines]]));
    }
  }
  return [...bySet.values()]
    .map(({ members, texts, sets }) => {
      const byDocument = linesOfAny(sets);
      const spellings = mostFirst(texts);
      const asked = members.map((member) => parts[member]!.word.text).join(' ');
      return {
        asked,
        label: spellings[0]!,
        spellings,
        isPhrase: true,
        byDocument,
        lines: countOf(byDocument),
        members,
      };
    })
    .sort((a, b) => b.members.length - a.members.length || b.lines - a.lines);
}

/** An id of which only the beginning was asked for is another id; a quoted text is one wherever it stands. */
function fitsFor({ word, part }: WordPart): Fit[] {
  if (part === 'quoted' || part === 'soft' || part === 'status') return ['whole', 'begins', 'inside'];
  const isId = word.isLiteral && /\d$/.test(word.text) && !/^(?=.*[a-f])[0-9a-f]{6,}$/i.test(word.text);
  return isId ? ['whole'] : ['whole', 'begins'];
}

function linesOf(found: readonly { name: string; word: FoundWord }[], fit: Fit): LinesByDocument {
  return new Map(
    found.filter(({ word }) => word[fit].lines.length > 0).map(({ name, word }) => [name, word[fit].lines]),
  );
}

function withinOf(found: readonly { word: FoundWord }[], fits: readonly Fit[]): WordFound['within'] {
  const lines = fits.reduce((sum, fit) => sum + found.reduce((part, { word }) => part + word[fit].lines.length, 0), 0);
  const words = found.map(({ word }) => word);
  const [example] = fits.flatMap((fit) => spellingsOf(words, fit));
  return lines === 0 ? undefined : { lines, example: example ?? '' };
}

function spellingsOf(words: readonly FoundWord[], fit: Fit): string[] {
  const places = new Map<string, number>();
  for (const word of words)
    for (const { text, places: count } of word[fit].spellings) places.set(text, (places.get(text) ?? 0) + count);
  return mostFirst(places);
}

function mostFirst(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([text]) => text);
}
