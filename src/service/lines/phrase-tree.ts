import { sameBytes, viewOf } from './byte-reading.ts';
import {
  beginForm,
  endForm,
  formBytes,
  hashForm,
  lineForm,
  passVariable,
  readPhrase,
  variableEnd,
} from './line-form.ts';
import { createPhraseNodes, field, fieldBits, notAnEnd } from './phrase-nodes.ts';

/**
 * Knows forms by the constant text between their variables, so that a phrase seen before is compared, not hashed.
 * Finds what `hashForm` hashes, a few times faster; memory is fixed.
 */
export interface PhraseTree {
  /**
   * The form kept for lines of this form; where none was, -1, and its hashes are in `lineForm`. The byte at `end` must
   * be a line feed, or a carriage return before one.
   */
  find(bytes: Uint8Array, start: number, end: number, seed: number): number;
  /**
   * The same for a line whose end is not known but lies before `limit`: -1 where its form is not known either, else
   * its line feed is at `lineFeed`.
   */
  findAlike(bytes: Uint8Array, start: number, limit: number, seed: number): number;
  lineFeed: number;
  /** Keeps the number of the form last looked for. */
  keep(form: number): void;
}

/** A tree that is full after fewer lines does not pay. */
const worthwhileLines = 100_000;
const none = -1;

/** For a document of this size; smaller tables do for smaller ones, and what is found is the same. */
export function createPhraseTree(documentBytes?: number): PhraseTree {
  const phraseNodes = createPhraseNodes(documentBytes);
  const { maxNodes, numbers: nodes, textsView, childOf, insert, newNode, hasRoom, clear: clearNodes } = phraseNodes;
  // What was read before a phrase begins, as hashes; the phrases that may follow begin at the state's node.
  const stateNode = new Int32Array(maxNodes);
  const stateFirst = new Int32Array(maxNodes);
  const stateSecond = new Int32Array(maxNodes);
  const isHead = new Uint8Array(maxNodes);
  const stateOfSeed = new Map<number, number>();
  let seen: Uint8Array = new Uint8Array();
  let view = viewOf(seen);
  let stateCount = 0;
  let lastSeed = none;
  let lastSeedState = none;
  let lines = 0;
  let found = none;
  let isOff = false;
  let stuckAt = 0;
  let stuckState = 0;
  const tree: PhraseTree = { find, findAlike, lineFeed: 0, keep };
  return tree;

  function keep(form: number): void {
    if (found >= 0) nodes[(found << fieldBits) + field.form] = form;
  }

  function findAlike(bytes: Uint8Array, start: number, limit: number, seed: number): number {
    if (isOff) return none;
    lines++;
    const node = walk(bytes, start, limit, seed === lastSeed ? lastSeedState : stateOf(seed));
    if (node < 0 || stuckAt - start > formBytes) return none;
    tree.lineFeed = bytes[stuckAt] === 13 ? stuckAt + 1 : stuckAt;
    return nodes[(node << fieldBits) + field.form]!;
  }

  function find(bytes: Uint8Array, start: number, end: number, seed: number): number {
    found = none;
    if (isOff || end - start > formBytes) return plain(bytes, start, end, seed);
    lines++;
    let state = stateOf(seed);
    let from = start;
    while (state >= 0) {
      const node = walk(bytes, from, end + 1, state);
      if (node >= 0) return ending(node);
      const learned = learn(bytes, stuckAt, end, stuckState);
      if (learned < 0) break;
      if (lineForm.at === end) return ending(learned);
      state = nodes[(learned << fieldBits) + field.behind]!;
      from = variableEnd(bytes, lineForm.at);
    }
    return plain(bytes, start, end, seed);
  }

  /** Reads known phrases: to the line's end, whose node it gives, or -1 where an unknown one begins. */
  function walk(bytes: Uint8Array, start: number, limit: number, startState: number): number {
    if (bytes !== seen) {
      seen = bytes;
      view = viewOf(bytes);
    }
    let state = startState;
    let from = start;
    while (state >= 0) {
      let node = stateNode[state]!;
      let p = from;
      let last = none;
      let lastAt = 0;
      for (;;) {
        const at = node << fieldBits;
        const length = nodes[at + field.textLength]!;
        if (p + length >= limit || !sameBytes(view, p, textsView, nodes[at + field.textAt]!, length)) break;
        p += length;
        const byte = bytes[p]!;
        if (byte === 10 || (byte === 13 && bytes[p + 1] === 10)) {
          if (nodes[at + field.form]! === notAnEnd) break;
          stuckAt = p;
          return node;
        }
        if (nodes[at + field.behind]! >= 0) {
          last = node;
          lastAt = p;
        }
        node = childOf(node, byte);
        if (node < 0) break;
      }
      // Longer phrases have no variable in them, so only the longest one known can end at one.
      const next = last < 0 ? none : variableEnd(bytes, lastAt);
      if (next < 0) break;
      state = nodes[(last << fieldBits) + field.behind]!;
      from = next;
    }
    stuckAt = from;
    stuckState = state;
    return none;
  }

  function plain(bytes: Uint8Array, start: number, end: number, seed: number): -1 {
    hashForm(bytes, start, end, seed, false);
    return none;
  }

  function ending(node: number): number {
    const at = node << fieldBits;
    found = node;
    lineForm.first = nodes[at + field.first]!;
    lineForm.second = nodes[at + field.second]!;
    return nodes[at + field.form]!;
  }

  /** Reads the phrase that begins at `from` and keeps it; -1 where there is no room, or the line ends inside a code. */
  function learn(bytes: Uint8Array, from: number, end: number, state: number): number {
    lineForm.first = lineForm.firstAtVariable = stateFirst[state]!;
    lineForm.second = lineForm.secondAtVariable = stateSecond[state]!;
    lineForm.isBehindVariable = isHead[state] === 0;
    lineForm.wordsLeft = formBytes;
    const isAtVariable = readPhrase(bytes, from, end);
    const to = lineForm.at;
    if (to > end) return none;
    if (!hasRoom(to - from)) {
      if (lines < worthwhileLines) isOff = true;
      clear();
      return none;
    }
    const node = insert(bytes, from, to, stateNode[state]!);
    const at = node << fieldBits;
    if (!isAtVariable) {
      endForm(lineForm.first, lineForm.second);
      nodes[at + field.form] = none;
      nodes[at + field.first] = lineForm.first;
      nodes[at + field.second] = lineForm.second;
    } else if (lineForm.isBehindVariable) nodes[at + field.behind] = state;
    else if (nodes[at + field.behind]! < 0) {
      passVariable();
      nodes[at + field.behind] = newState(lineForm.first, lineForm.second, 0);
    }
    return node;
  }

  function stateOf(seed: number): number {
    if (seed === lastSeed) return lastSeedState;
    let state = stateOfSeed.get(seed) ?? none;
    if (state < 0 && hasRoom(0)) {
      beginForm(seed);
      state = newState(lineForm.first, lineForm.second, 1);
      stateOfSeed.set(seed, state);
    }
    lastSeed = seed;
    lastSeedState = state;
    return state;
  }

  function newState(first: number, second: number, head: number): number {
    stateNode[stateCount] = newNode(0, 0);
    stateFirst[stateCount] = first;
    stateSecond[stateCount] = second;
    isHead[stateCount] = head;
    return stateCount++;
  }

  /** Logs change what they say over time: a full tree starts anew. */
  function clear(): void {
    clearNodes();
    stateCount = lines = 0;
    stateOfSeed.clear();
    lastSeed = lastSeedState = found = none;
  }
}
