import { monthWord } from '../../lines/time-words.ts';
import { reasonPlace } from '../facts/trouble-words.ts';

/** A time in front, in one of the common forms: it is told beside the text. */
const stampAhead = new RegExp(
  String.raw`^[[(*#]?(?:\d{4}[-/.]\d\d[-/.]\d\d[T |]\d\d:\d\d:\d\d|\d\d[-/.]\d\d[-/.]\d{2,4}[ |]\d\d:\d\d:\d\d|${monthWord} {1,2}\d{1,2} \d\d:\d\d:\d\d|\d{10}(?=: )|\[ {0,6}\d{1,7}\.\d{3,9}\](?= )|\[?\d\d:\d\d:\d\d\b)(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d)\b)?[\])]?[:;|,]?\s*(?=\S)`,
);

/**
 * Text of the file for a headline: columns closed up; where it is too long, ids and addresses go first, then the middle,
 * so that what fails and the clause that says why stay. Cut between words.
 */
export function shorten(raw: string, most: number): string {
  const text = raw.replace(stampAhead, '').replace(/\s+/g, ' ').trim();
  if (text.length <= most) return text;
  const bare = withoutPackages(withoutFolders(withoutIds(text.replace(/(?<!\\)\\+"/g, '"')), most), most);
  if (bare.length <= most) return bare;
  const place = reasonPlace(bare);
  if (place === undefined || place.to <= most - 2) return `${atWord(bare, most - 2)} …`;
  const room = Math.floor(most * 0.65);
  const end = clauseEnd(bare, place.to, room);
  const start = clauseStart(bare, place.from, end, room);
  const tail = bare.slice(start, end).trim();
  const head = atWord(bare.slice(0, start), Math.max(16, most - tail.length - 5));
  return `${head} … ${tail}${end < bare.length ? ' …' : ''}`;
}

/** `/srv/build/work/app/src/main.c:12:5` is known by its end. */
function withoutFolders(text: string, most: number): string {
  return text.length <= most
    ? text
    : text.replace(/(?<![\w/\\.:])(?:[A-Za-z]:)?(?:[/\\][\w.~+@ -]{0,40}[\w.~+@-]){3,24}(?=[/\\][\w.~+@-])/g, '…');
}

/** `java.util.concurrent.RejectedExecutionException` is known by its last part. */
function withoutPackages(text: string, most: number): string {
  return text.length <= most ? text : text.replace(/(?<![\w$.])(?:[a-z_$][\w$]{0,60}\.){2,20}(?=[A-Z]\w)/g, '');
}

const idInside =
  /\[(?:[^\][]{0,40}[: ])?(?:req-|trace-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[^\][]{0,60}\]\s?|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,64}\b|\[(?:pid|tid|proc|thread)[^\][]{0,60}\]\s?|\b(?:relay|delays?|dsn|end_log_pos|offset|seq)=?\s?[^\s,;]{1,80}[,;]\s?|<[A-Za-z\d+/]{12,}>/gi;

/** Ids, positions and addresses of the other side tell nobody why. */
function withoutIds(text: string): string {
  const bare = text
    .replace(idInside, '')
    .replace(/\s{2,}/g, ' ')
    .trim();
  return bare.length >= 12 ? bare : text;
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
