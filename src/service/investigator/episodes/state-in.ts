const denied = /(?:\bno longer|\bnot|\bno more|\bisn't)\s+(?:[\w-]+ ){0,2}$/i;
const turning = /(?:\bto|\bnow|\bis|\bbecame|\bgoes|\bwent|->|=>|→|=)\s*["'[]?$/i;

/**
 * Which of both states a line tells of; undefined where it tells of neither. Behind "to", "now" or an arrow stands the
 * state that counts; else the first word of a state does.
 */
export function stateIn(text: string, on: RegExp, off: RegExp): 'on' | 'off' | undefined {
  const [first, second] = [turnOf(text, on), turnOf(text, off)];
  if (first === undefined || second === undefined)
    return first !== undefined ? 'on' : second !== undefined ? 'off' : undefined;
  if (first.isTurn !== second.isTurn) return first.isTurn ? 'on' : 'off';
  if (first.isTurn) return first.at > second.at ? 'on' : 'off';
  return first.at < second.at || (first.at === second.at && first.size >= second.size) ? 'on' : 'off';
}

function turnOf(text: string, words: RegExp): { at: number; size: number; isTurn: boolean } | undefined {
  let from = 0;
  let found: { at: number; size: number; isTurn: boolean } | undefined;
  for (let round = 0; round < 4; round++) {
    const match = words.exec(from === 0 ? text : text.slice(from));
    if (match === null) break;
    const at = from + match.index;
    const before = text.slice(Math.max(0, at - 30), at);
    from = at + match[0].length;
    if (denied.test(before)) continue;
    const isTurn = turning.test(before);
    if (found === undefined || (isTurn && !found.isTurn)) found = { at, size: match[0].length, isTurn };
    if (isTurn) break;
  }
  return found;
}
