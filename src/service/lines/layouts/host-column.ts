import { severityOf } from '../level-words.ts';
import { stampLength } from '../stamp-length.ts';
import { isThread } from '../thread-names.ts';

/** A line without the machine that sent it, which stands between its time and its program. */
export interface Sent {
  host: string;
  /** The line as the program wrote it on a machine of its own. */
  rest: string;
}

/** One piece of the head of a line: "[web02]", "INFO", "sshd[411]:", "backupd |". */
interface Piece {
  text: string;
  from: number;
  to: number;
  /** A bracket, a colon or a bar sets it apart from a sentence. */
  isMarked: boolean;
}

const piece =
  /(?:\[\s{0,8}(?<bracketed>[^\][\s]{1,60})\s{0,8}\]:?|(?<bare>[A-Za-z\d][^\s|[\](){}<>"'=,;:]{0,60})(?:\[\d{1,9}\])?(?<colon>:?))\s{1,12}(?<bar>\|\s{0,8})?/y;
const mostPieces = 5;

/** Undefined where the line does not begin with a time. */
function piecesOf(line: string): Piece[] | undefined {
  const stamp = stampLength(line);
  if (stamp === 0) return undefined;
  const pieces: Piece[] = [];
  piece.lastIndex = stamp;
  while (pieces.length < mostPieces) {
    const from = piece.lastIndex;
    const groups = piece.exec(line)?.groups;
    if (groups === undefined) break;
    const { bracketed, bare, colon, bar } = groups;
    const isMarked = bracketed !== undefined || colon === ':' || bar !== undefined;
    pieces.push({ text: bracketed ?? bare ?? '', from, to: piece.lastIndex, isMarked });
  }
  return pieces;
}

/** Names of programs and machines come again and again; ids do not. */
const mostNames = 60;
const fewestLines = 8;
const nearlyAll = 0.9;

const machine = /^[A-Za-z][\w-]{1,40}(?:\.[a-z\d-]{1,40}){0,6}$/;
const isNumbered = (name: string): boolean => /\d|[a-z]\.[a-z]/.test(name);
const program = /^[A-Za-z_][\w./-]{1,60}$/;
const isBeside = ({ text }: Piece): boolean => severityOf(text) !== undefined || /^\d{1,9}$/.test(text);

/**
 * Where lines of several machines name the machine before the program, whatever else stands beside the two: "INFO
 * edge-3 billing: …", "[web02] [WARN] [sshd] …". By the first lines of a document; undefined where they have no such place.
 */
export function hostColumn(lines: readonly string[]): ((line: string) => Sent | undefined) | undefined {
  const heads = lines.flatMap((line) => {
    const pieces = piecesOf(line);
    return pieces === undefined ? [] : [pieces];
  });
  if (heads.length < fewestLines) return undefined;
  const at = [0, 1, 2].find((one) => isHostPlace(heads, one));
  if (at === undefined) return undefined;
  return (line) => {
    const found = piecesOf(line);
    const own = found?.[at];
    if (found === undefined || own === undefined || !isHead(found, at)) return undefined;
    return { host: own.text, rest: line.slice(0, own.from) + line.slice(own.to) };
  };
}

/** A machine behind levels and numbers alone, and a program behind it. */
const isHead = (pieces: readonly Piece[], at: number): boolean => {
  const own = pieces[at];
  return (
    own !== undefined &&
    machine.test(own.text) &&
    !isBeside(own) &&
    pieces.slice(0, at).every(isBeside) &&
    programBehind(pieces, at) !== undefined
  );
};

const programBehind = (pieces: readonly Piece[], at: number): string | undefined => {
  const next = pieces.slice(at + 1).find((one) => !isBeside(one));
  return next?.isMarked === true && program.test(next.text) ? next.text : undefined;
};

function isHostPlace(heads: readonly (readonly Piece[])[], at: number): boolean {
  const held = heads.filter((pieces) => isHead(pieces, at));
  return (
    held.length >= heads.length * nearlyAll &&
    areMachines(held.map((pieces) => pieces[at]?.text ?? '')) &&
    arePrograms(held.map((pieces) => programBehind(pieces, at) ?? ''))
  );
}

const areFew = (names: ReadonlySet<string>, lines: number): boolean =>
  names.size <= mostNames && names.size * 3 <= lines;

/** Of each line the name in one place. */
export function areMachines(names: readonly string[]): boolean {
  const own = new Set(names);
  const numbered = [...own].filter((name) => isNumbered(name) && !isThread(name));
  return areFew(own, names.length) && numbered.length >= own.size * 0.6 && names.every((name) => machine.test(name));
}

export function arePrograms(names: readonly string[]): boolean {
  const own = new Set(names);
  // "STATE", "TEMP": what the next cell is.
  const inSmall = [...own].filter((name) => /[a-z]/.test(name));
  return (
    areFew(own, names.length) &&
    inSmall.length * 2 > own.size &&
    names.every((name) => program.test(name) && severityOf(name) === undefined)
  );
}
