import { reasonPlace } from './cause-words.ts';

/** Ids that nobody reads: UUIDs, hashes, addresses, tokens in angle brackets. */
const ids =
  /\(?\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b\)?|<[A-Za-z\d+/]{12,}>|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{20,64}\b/gi;

/** Shortens the text of a line for a headline: what fails and the clause that says why stay, what is between them goes. */
export function cutMiddle(raw: string, most: number): string {
  const text = raw.replace(/\s+/g, ' ').trim();
  if (text.length <= most) return text;
  const bare = text
    .replace(ids, '')
    .replace(/\s{2,}/g, ' ')
    .trim();
  if (bare.length <= most) return bare;
  const place = reasonPlace(bare);
  if (place === undefined || place.to <= most - 2) return `${atWord(bare, most - 2)} …`;
  const end = clauseEnd(bare, place.to, Math.floor(most * 0.65));
  const start = clauseStart(bare, place.from, end, Math.floor(most * 0.65));
  const tail = bare.slice(start, end).trim();
  const head = atWord(bare.slice(0, start), Math.max(16, most - tail.length - 5));
  return `${head} … ${tail}${end < bare.length ? ' …' : ''}`;
}

function atWord(text: string, most: number): string {
  if (text.length <= most) return text.trimEnd();
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(' ');
  return (space > most * 0.6 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:([{])[\s,;:([{]+$/, '');
}

function clauseEnd(text: string, from: number, room: number): number {
  const rest = text.slice(from, from + Math.floor(room * 0.6));
  const stop = /[;,](?=\s)|\.(?=\s|$)|\s[-–]\s/.exec(rest);
  if (stop !== null) return from + stop.index;
  if (from + rest.length >= text.length) return text.length;
  const space = rest.lastIndexOf(' ');
  return from + (space > 0 ? space : rest.length);
}

function clauseStart(text: string, from: number, end: number, room: number): number {
  const earliest = Math.max(0, end - room);
  const before = text.slice(earliest, from);
  const stop = [...before.matchAll(/[:;,.(]\s/g)].at(-1);
  if (stop !== undefined) return earliest + stop.index + stop[0].length;
  const space = before.indexOf(' ');
  return space < 0 ? earliest : earliest + space + 1;
}
