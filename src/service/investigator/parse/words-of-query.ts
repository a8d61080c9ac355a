import { samesOf, stateAsked, synonymsOf } from '../facts/lexicon.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import type { Condition, Query } from '../query/query.ts';

/** Stems of all words that the query stands for: what it names, what that is called, and what its outcomes and states are called. */
export function heldIn(query: Query, schema: Schema): Set<string> {
  const held = new Set<string>();
  const say = (text: string) => {
    for (const word of text.toLowerCase().split(/[^\p{L}\d]+/u)) if (word !== '') held.add(stem(word));
    for (const one of stemsOf(text)) held.add(one);
  };
  const column = (name: string | undefined) => {
    if (name === undefined) return;
    say(name);
    const one = columnNamed(schema, name);
    if (one === undefined) return;
    for (const word of [...one.stems, ...one.aliases]) held.add(word);
    say(one.unit.name);
  };
  const conditions: Condition[] = [...query.where, ...(query.against ?? []), ...(query.window?.during?.where ?? [])];
  for (const { field, value, or = [] } of conditions) {
    column(field);
    for (const one of [value, ...or]) {
      say(one);
      for (const other of [...samesOf(one), ...synonymsOf(one)]) say(other);
      for (const part of one.split(' ')) for (const other of synonymsOf(part)) say(other);
    }
  }
  for (const name of [query.of, query.by, query.beside, query.through]) column(name);
  for (const state of [query.state, query.window?.during?.state]) {
    if (state === undefined) continue;
    say(state);
    for (const found of [stateIn(schema, state)?.words, stateAsked(state)?.words])
      for (const one of found === undefined ? [] : [found.opposite, ...found.begins, ...found.ends, ...found.asked])
        say(one);
  }
  return held;
}

/** The word is one of these, or another word for one. */
export const isHeld = (word: string, held: ReadonlySet<string>): boolean =>
  [word, ...word.split(/[-_/.]/)].some((one) => held.has(stem(one))) ||
  [...synonymsOf(word), ...samesOf(word)].some((one) => one.split(' ').every((part) => held.has(stem(part))));
