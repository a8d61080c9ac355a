import { viewOf } from './byte-reading.ts';

/** As many as pay off in a document of any size. */
const mostNodes = 1 << 15;
const mostTextBytes = 1 << 20;
const fewestNodes = 1 << 6;
/** A phrase and the node it may split take about this many bytes of text. */
const bytesPerNode = 16;
const none = -1;
export const notAnEnd = -2;

/** Numbers kept of a node. */
export const field = {
  textAt: 0,
  textLength: 1,
  /** The state behind a variable that follows the text; -1 where none has followed. */
  behind: 2,
  /** Of lines that end with the text; -1 while it is not kept, `notAnEnd` where none has ended. */
  form: 3,
  first: 4,
  second: 5,
} as const;
/** A node's numbers begin at its own number shifted by this. */
export const fieldBits = 3;

/** Room for the phrases of a document of this size: archives hold thousands of small ones. */
function nodesFor(documentBytes: number): number {
  let nodes = fewestNodes;
  while (nodes < mostNodes && nodes * bytesPerNode < documentBytes) nodes *= 2;
  return nodes;
}

/** Texts that begin alike share their first pieces: a node is a piece, its children go on with different bytes. */
export interface PhraseNodes {
  maxNodes: number;
  /** By node and field. */
  numbers: Int32Array;
  textsView: DataView;
  childOf(node: number, byte: number): number;
  /** The node at which the text ends that begins at the node `root`. There must be room. */
  insert(bytes: Uint8Array, from: number, to: number, root: number): number;
  /** A node, to be filled by hand: without text, the root of others. */
  newNode(textAt: number, textLength: number): number;
  /** Whether one phrase more of this many bytes fits. */
  hasRoom(textBytes: number): boolean;
  clear(): void;
}

export function createPhraseNodes(documentBytes = Number.POSITIVE_INFINITY): PhraseNodes {
  const maxNodes = nodesFor(documentBytes);
  const maxTextBytes = Math.min(mostTextBytes, documentBytes);
  const nodes = new Int32Array(maxNodes << fieldBits);
  const texts = new Uint8Array(maxTextBytes);
  // By their first byte: key and node in turn.
  const children = new Int32Array(maxNodes * 4);
  const childMask = maxNodes * 4 - 2;
  let nodeCount = 0;
  let textBytes = 0;
  return { maxNodes, numbers: nodes, textsView: viewOf(texts), childOf, insert, newNode, hasRoom, clear };

  function hasRoom(moreBytes: number): boolean {
    return nodeCount + 3 <= maxNodes && textBytes + moreBytes <= maxTextBytes;
  }

  function clear(): void {
    nodeCount = textBytes = 0;
    children.fill(0);
  }

  function insert(bytes: Uint8Array, from: number, to: number, root: number): number {
    let node = root;
    let parent = none;
    let p = from;
    for (;;) {
      const at = nodes[(node << fieldBits) + field.textAt]!;
      const length = nodes[(node << fieldBits) + field.textLength]!;
      let same = 0;
      while (same < length && p + same < to && texts[at + same] === bytes[p + same]) same++;
      p += same;
      if (same < length) {
        // The upper part becomes a node of its own, in the place of the whole.
        const upper = newNode(at, same);
        putChild(parent, texts[at]!, upper);
        nodes[(node << fieldBits) + field.textAt] = at + same;
        nodes[(node << fieldBits) + field.textLength] = length - same;
        putChild(upper, texts[at + same]!, node);
        node = upper;
      }
      if (p === to) return node;
      const child = childOf(node, bytes[p]!);
      if (child < 0) break;
      parent = node;
      node = child;
    }
    const leaf = newNode(textBytes, to - p);
    texts.set(bytes.subarray(p, to), textBytes);
    textBytes += to - p;
    putChild(node, bytes[p]!, leaf);
    return leaf;
  }

  function newNode(textAt: number, textLength: number): number {
    const at = nodeCount << fieldBits;
    nodes[at + field.textAt] = textAt;
    nodes[at + field.textLength] = textLength;
    nodes[at + field.behind] = none;
    nodes[at + field.form] = notAnEnd;
    return nodeCount++;
  }

  function childOf(node: number, byte: number): number {
    const key = ((node << 8) | byte) + 1;
    for (let slot = Math.imul(key, 0x9e3779b1) >>> 12; ; slot += 2) {
      const at = slot & childMask;
      const known = children[at]!;
      if (known === key) return children[at + 1]!;
      if (known === 0) return none;
    }
  }

  function putChild(node: number, byte: number, child: number): void {
    const key = ((node << 8) | byte) + 1;
    for (let slot = Math.imul(key, 0x9e3779b1) >>> 12; ; slot += 2) {
      const at = slot & childMask;
      if (children[at] !== 0 && children[at] !== key) continue;
      children[at] = key;
      children[at + 1] = child;
      return;
    }
  }
}
