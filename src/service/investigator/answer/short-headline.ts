import type { Draft } from './draft.ts';
import type { Text } from './say.ts';

/** What is read at a glance. */
const longestHeadline = 170;
const longestWithBeginning = 240;
const windowBehind = /, (?:only \d{4}-\d\d-\d\d|in \d{1,3} windows?:)[^`;]*$/;

/** A headline of several statements keeps those that fit; the others follow it as sentences. `asksWhy`: a beginning goes before an end. */
export function withShortHeadline(draft: Draft, asksWhy = false): Draft {
  const { kept, rest } = split(draft.cause, asksWhy);
  if (rest.length === 0) return kept === draft.cause ? draft : { ...draft, cause: kept };
  const told = new Set(draft.explanation.map(({ text }) => text.md));
  // The story of what came first says with what it begins.
  const hasStory = draft.explanation.some(({ text }) => /^What (?:came first|stands before)/.test(text.plain));
  const moved = rest
    .filter(({ plain }) => !(hasStory && plain.startsWith('it begins ')))
    .map(asSentence)
    .filter((text) => !told.has(text.md));
  return { ...draft, cause: kept, explanation: [...moved.map((text) => ({ text, ranges: [] })), ...draft.explanation] };
}

function split(text: Text, asksWhy: boolean): { kept: Text; rest: Text[] } {
  if (text.plain.length <= longestHeadline) return { kept: text, rest: [] };
  const parts = beginningKept(statements(text.md), asksWhy);
  let kept = parts[0]!;
  let count = 1;
  while (count < parts.length && plainOf(`${kept}; ${parts[count]!}`).length <= longestHeadline) {
    kept = `${kept}; ${parts[count]!}`;
    count++;
  }
  if (count === parts.length) return { kept: toText(kept), rest: [] };
  return { kept: toText(kept), rest: parts.slice(count).map(toText) };
}

/** When it was is told with its lines: with what it begins tells more. */
function beginningKept(parts: string[], asksWhy: boolean): string[] {
  const [first = '', second = ''] = parts;
  // That it is over tells more than with what it began, but where something else is said to be meant.
  const isOver = !asksWhy && /, then [^`;]* without\b[^;]*$/.test(first) && !first.startsWith('No: ');
  if (!second.startsWith('it begins ') || isOver) return parts;
  const together = `${first.replace(windowBehind, '')}; ${second}`;
  return plainOf(together).length <= longestWithBeginning ? [together, ...parts.slice(2)] : parts;
}

/** Parted at a semicolon, but for those inside the text of the file, which stands in code spans. */
function statements(md: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let fence = 0;
  for (let at = 0; at < md.length; at++) {
    if (md[at] === '`' && (at === 0 || md[at - 1] !== '\\' || fence > 0)) {
      let end = at;
      while (md[end] === '`') end++;
      if (fence === 0) fence = end - at;
      else if (end - at === fence) fence = 0;
      at = end - 1;
    } else if (fence === 0 && md.startsWith('; ', at)) {
      parts.push(md.slice(from, at));
      from = at + 2;
      at++;
    }
  }
  return [...parts, md.slice(from)];
}

function toText(md: string): Text {
  return { md, plain: plainOf(md) };
}

/** As read: without the fences of code spans and the signs that escape markup. */
function plainOf(md: string): string {
  return md.replace(/(`+) ?(.*?) ?\1/g, '$2').replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function asSentence(text: Text): Text {
  const raise = (one: string) => one.charAt(0).toUpperCase() + one.slice(1);
  return { md: raise(text.md), plain: raise(text.plain) };
}
