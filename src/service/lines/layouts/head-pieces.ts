import { stampLength } from '../stamp-length.ts';

/** One piece of the head of a line: "[web02]", "INFO", "sshd[411]:", "backupd |". */
export interface Piece {
  text: string;
  /** Of a program: "sshd[411]". */
  pid: number | undefined;
  from: number;
  /** Where the next piece begins. */
  to: number;
  isBracketed: boolean;
  /** A bracket, a colon, a dash or a bar sets it apart from a sentence. */
  isMarked: boolean;
  /** More than one space stands behind it, as in a column. */
  isApart: boolean;
}

export interface HeadPieces {
  pieces: readonly Piece[];
  /** How many of them stand before the time. */
  ahead: number;
}

const piece = new RegExp(
  [
    String.raw`(?:\[\s{0,8}(?<square>[^\][]{1,60}?)\s{0,8}\]|\((?<round>[\w./@-]{1,60})\)|<(?<angle>[\w./@-]{1,60})>|\{(?<curly>[\w./@-]{1,60})\}`,
    String.raw`|(?<bare>#?[A-Za-z\d][^\s|[\](){}<>"'=,;:]{0,60}(?::\d{1,6}(?=\s))?)(?:\[(?<pid>\d{1,9})\])?)`,
    String.raw`(?<mark>\s{0,12}\||\s{1,12}:(?=\s)|::?(?=\s|\[)|\s{1,12}--?(?=\s)|\t)?\s{0,12}`,
  ].join(''),
  'y',
);
const mostPieces = 7;

/** Undefined where neither the line nor what stands behind its first piece begins with a time. */
export function piecesOf(line: string): HeadPieces | undefined {
  const stamp = stampLength(line);
  if (stamp > 0) return { pieces: piecesFrom(line, stamp, mostPieces), ahead: 0 };
  const [lead] = piecesFrom(line, 0, 1);
  // "web | 2026-05-01T…": the container's name, before a line as its program wrote it.
  if (lead === undefined || line.slice(lead.from, lead.to).includes('|')) return undefined;
  const inner = stampLength(line.slice(lead.to));
  if (inner === 0) return undefined;
  return { pieces: [lead, ...piecesFrom(line, lead.to + inner, mostPieces - 1)], ahead: 1 };
}

function piecesFrom(line: string, from: number, most: number): Piece[] {
  const pieces: Piece[] = [];
  piece.lastIndex = from;
  while (pieces.length < most) {
    const start = piece.lastIndex;
    const groups = piece.exec(line)?.groups;
    // A word at the end of the line, or one that goes on, is said.
    if (groups === undefined || piece.lastIndex >= line.length) break;
    const { square, round, angle, curly, bare, pid, mark } = groups;
    const isBracketed = bare === undefined;
    if (!isBracketed && mark === undefined && !/\s/.test(line[piece.lastIndex - 1] ?? '')) break;
    pieces.push({
      text: square ?? round ?? angle ?? curly ?? bare ?? '',
      pid: pid === undefined ? undefined : Number(pid),
      from: start,
      to: piece.lastIndex,
      isBracketed,
      isMarked: isBracketed || mark !== undefined,
      isApart: /\s\s$|\t$/.test(line.slice(start, piece.lastIndex)),
    });
  }
  return pieces;
}
