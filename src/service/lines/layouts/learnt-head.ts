import { type LevelName, levelMarked } from '../level-words.ts';
import { type HeadPieces, type Piece, piecesOf } from './head-pieces.ts';
import {
  codePlace,
  dotted,
  holds,
  level,
  machine,
  numbers,
  type PlaceKind,
  processes,
  program,
  thread,
  worker,
} from './place-names.ts';

/** What a line states before its words. */
export interface LineHead {
  host?: string;
  level?: LevelName;
  source?: string;
  thread?: string;
  pid?: number;
  /** What is said, behind those pieces of the head that are none of these. */
  rest: string;
}

type Part = 'host' | 'level' | 'source' | 'thread';

/** What stands in one place: a part, several of them in one word, what is left out, or what is left where it stands. */
interface Place {
  kind: PlaceKind;
  parts?: (text: string) => Partial<Record<Part, string>>;
  isKept?: boolean;
  /** In most lines a sign closes it: where none does it is a word of what is said. */
  isMarked?: boolean;
}

const placeOf = (part: Part, kind: PlaceKind): Place => ({ kind, parts: (text) => ({ [part]: text }) });

/** Two parts in one word. */
function joinedPlace(form: RegExp): Place {
  const parts = (text: string) => form.exec(text)?.groups ?? {};
  const kinds = { level, source: program, host: machine, thread: anyWord };
  const each = Object.entries(kinds) as [keyof typeof kinds, PlaceKind][];
  const fits = (text: string) => {
    const told: Partial<Record<Part, string>> = parts(text);
    return form.test(text) && each.every(([part, kind]) => told[part] === undefined || kind.fits(told[part]));
  };
  const are = (texts: readonly string[]) =>
    each.every(([part, kind]) => {
      const told = texts.flatMap((text) => parts(text)[part] ?? []);
      return told.length === 0 || kind.are(told);
    });
  return { kind: { fits, are }, parts };
}
const anyWord: PlaceKind = { fits: () => true, are: () => true };
const kept: Place = { kind: anyWord, isKept: true };

/** "I/cache", "cache/warn", "cache.info", "cache@web01". */
const joined = [
  /^(?<level>[VTDINWEFC])\/(?<source>.+)$/,
  /^(?<source>.{1,60})[./](?<level>[a-z]{3,9})$/i,
  /^(?<source>[^@]{1,60})@(?<host>[^@]{1,60})$/,
].map(joinedPlace);
/** "[Server thread/WARN]". */
const threadWithLevel = joinedPlace(/^(?<thread>[^/]{1,60} [^/]{1,40})\/(?<level>[A-Z]{3,8})$/);

const fewestLines = 8;

/**
 * How the heads of a document's lines are read, by what stands in each place of most: "INFO edge-3 billing: …",
 * "[web02] [WARN] [sshd] …", "billing W …". By the first lines; undefined where no place has such a part.
 */
export function learnHead(lines: readonly string[]): ((line: string) => LineHead | undefined) | undefined {
  const heads = lines.flatMap((line) => piecesOf(line) ?? []);
  if (heads.length < fewestLines) return undefined;
  const ahead = heads.filter((head) => head.ahead > 0).length * 2 > heads.length ? 1 : 0;
  const own = heads.filter((head) => head.ahead === ahead);
  const places = new HeadPlaces(own, heads.length).learn();
  return places.length === 0 ? undefined : (line) => readHead(line, places, ahead);
}

function readHead(line: string, places: readonly Place[], ahead: number): LineHead | undefined {
  const found = piecesOf(line);
  if (found === undefined || found.ahead !== ahead) return undefined;
  const head: LineHead = { rest: '' };
  let left = '';
  let end = 0;
  for (const [at, { kind, parts, isKept, isMarked }] of places.entries()) {
    const piece = found.pieces[at];
    if (piece === undefined || !kind.fits(piece.text) || (isMarked === true && !piece.isMarked)) return undefined;
    const { level: mark, ...told } = parts?.(piece.text) ?? {};
    Object.assign(head, told);
    const stated = mark === undefined ? undefined : levelMarked(mark);
    if (stated !== undefined) head.level = stated;
    if (piece.pid !== undefined) head.pid = piece.pid;
    if (isKept === true) left += line.slice(piece.from, piece.to);
    end = piece.to;
  }
  head.rest = left + line.slice(end);
  return head;
}

/** Finds the places of a document's heads from left to right. */
class HeadPlaces {
  readonly #heads: readonly HeadPieces[];
  readonly #lines: number;
  readonly #found: (Place | 'name')[] = [];
  #level = false;
  /** A name that a colon closes: what follows is said. */
  #isClosed = false;

  constructor(heads: readonly HeadPieces[], lines: number) {
    this.#heads = heads;
    this.#lines = lines;
  }

  learn(): Place[] {
    for (let place = this.#next(); place !== undefined; place = this.#next()) this.#found.push(place);
    const places = this.#named().map((place, at) => ({ ...place, isMarked: mostly(this.#piecesAt(at), isSet) }));
    return places.slice(0, places.findLastIndex((place, at) => !this.#mayBeSaid(place, at)) + 1);
  }

  #next(): Place | 'name' | undefined {
    const at = this.#found.length;
    const pieces = this.#piecesAt(at);
    const is = (kind: PlaceKind) => holds(kind, pieces.map(textOf), this.#lines);
    if (!this.#level && is(level)) {
      this.#level = true;
      return placeOf('level', level);
    }
    if (is(numbers)) return { kind: numbers };
    if (is(codePlace)) return { kind: codePlace };
    const areBracketed = this.#areBracketed(at);
    if (areBracketed && !this.#level && is(threadWithLevel.kind)) {
      this.#level = true;
      return threadWithLevel;
    }
    const isBehindNumber = this.#placeBefore(at)?.kind === numbers;
    if (isBehindNumber && !this.#hasThread() && is(worker)) return placeOf('thread', worker);
    if (areBracketed && !this.#hasThread() && is(thread)) return placeOf('thread', thread);
    // "[groupmeta] [edge-10] …": who writes, and where.
    const isBesideName = areBracketed && this.#found.at(-1) === 'name' && this.#areBracketed(at - 1);
    if (isBesideName && is(machine)) return placeOf('host', machine);
    if (this.#isClosed) return undefined;
    const both = this.#level || this.#found.includes('name') ? undefined : joined.find(({ kind }) => is(kind));
    if (both !== undefined) {
      this.#isClosed = true;
      this.#level ||= both !== joined[2];
      return both;
    }
    if (!this.#found.includes('name') && is(machine) && this.#hasProgramBehind(at))
      return areBracketed && this.#isPlainLevel(at + 1) ? placeOf('thread', worker) : placeOf('host', machine);
    if (this.#isName(at, pieces, is)) {
      this.#isClosed = (this.#level || !areBracketed) && !(areBracketed && this.#isLogger(at + 1));
      return 'name';
    }
    return areBracketed && !(this.#level && this.#found.includes('name')) ? kept : undefined;
  }

  #isName(at: number, pieces: readonly Piece[], is: (kind: PlaceKind) => boolean): boolean {
    if (!is(program)) return false;
    return (
      mostly(pieces, ({ isMarked, text }) => isMarked || /:\d+$/.test(text)) ||
      arePadded(pieces) ||
      this.#isProcessBehind(at) ||
      (this.#level ? is(dotted) : holds(level, this.#piecesAt(at + 1).map(textOf), this.#lines))
    );
  }

  /** "[io-10] INFO  shop.Cart - …": before a level without brackets stands a thread. */
  #isPlainLevel(at: number): boolean {
    const pieces = this.#piecesAt(at);
    return holds(level, pieces.map(textOf), this.#lines) && pieces.every(({ isBracketed }) => !isBracketed);
  }

  /** "INFO [io-1] org.shop.Cart - …": what stands in brackets before it is its thread. */
  #isLogger(at: number): boolean {
    const pieces = this.#piecesAt(at);
    return mostly(pieces, isSet) && holds(dotted, pieces.map(textOf), this.#lines);
  }

  /** Behind levels and numbers alone. */
  #hasProgramBehind(at: number): boolean {
    for (let next = at + 1; ; next++) {
      const pieces = this.#piecesAt(next);
      const texts = pieces.map(textOf);
      if (holds(level, texts, this.#lines) || holds(numbers, texts, this.#lines)) continue;
      return mostly(pieces, isSet) && holds(program, texts, this.#lines);
    }
  }

  /** "executor 8547 …": few long numbers are of processes. */
  #isProcessBehind(at: number): boolean {
    return holds(processes, this.#piecesAt(at + 1).map(textOf), this.#lines);
  }

  /** A number or an id that stands in no column of its own. */
  #mayBeSaid({ parts, kind }: Place, at: number): boolean {
    if (parts !== undefined || kind === codePlace) return false;
    return kind !== numbers || !mostly(this.#piecesAt(at), ({ isApart }) => isApart);
  }

  #placeBefore(at: number): Place | undefined {
    const place = this.#found[at - 1];
    return place === 'name' ? undefined : place;
  }

  #hasThread(): boolean {
    return this.#found.some((place) => place !== 'name' && (place.kind === thread || place.kind === worker));
  }

  #areBracketed(at: number): boolean {
    return mostly(this.#piecesAt(at), ({ isBracketed }) => isBracketed);
  }

  #piecesAt(at: number): Piece[] {
    return this.#heads.flatMap(({ pieces }) => pieces[at] ?? []);
  }

  /** The last name is the program's; before it stands its thread. */
  #named(): Place[] {
    const last = this.#found.lastIndexOf('name');
    return this.#found.map((place, at) => {
      if (place !== 'name') return place;
      if (at < last) return placeOf('thread', program);
      return { kind: program, parts: (text) => ({ source: withoutMethod(text.replace(/:\d+$/, '')) }) };
    });
  }
}

const textOf = ({ text }: Piece): string => text;
const isSet = ({ isMarked }: Piece): boolean => isMarked;

const mostly = (pieces: readonly Piece[], test: (one: Piece) => boolean): boolean =>
  pieces.length > 0 && pieces.filter(test).length >= pieces.length * 0.9;

/** Words of several lengths in a column of one width. */
const arePadded = (pieces: readonly Piece[]): boolean =>
  new Set(pieces.map(({ from, to }) => to - from)).size === 1 &&
  new Set(pieces.map(({ text }) => text.length)).size > 1;

/** "org.shop.Cart.add" of `java.util.logging`. */
const withoutMethod = (name: string): string => name.replace(/(\.[A-Z][\w$]*)\.[a-z][\w$]*$/, '$1');
