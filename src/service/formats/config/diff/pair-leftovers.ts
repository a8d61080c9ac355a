import { type ConfigNode, contentOf, leavesOf } from './config-node.ts';

const maxPairs = 250_000;
const likeness = 0.5;

interface Pairing {
  pairs: { before: ConfigNode; after: ConfigNode; kind: 'changed' | 'renamed' }[];
  removed: ConfigNode[];
  added: ConfigNode[];
}

/** What is only in one of the two, put together where it is the same thing with another value or another name. */
export function pairLeftovers(removed: readonly ConfigNode[], added: readonly ConfigNode[]): Pairing {
  const pairs: Pairing['pairs'] = [];
  let left = [...removed];
  let free = [...added];
  const take = (
    find: (node: ConfigNode, others: readonly ConfigNode[]) => ConfigNode | undefined,
    kind: 'changed' | 'renamed',
  ) => {
    if (left.length * free.length > maxPairs) return;
    for (const after of [...free]) {
      const before = find(after, left);
      if (!before) continue;
      pairs.push({ before, after, kind });
      left = left.filter((each) => each !== before);
      free = free.filter((each) => each !== after);
    }
  };
  take(
    (after, others) => others.find((before) => before.identity === after.identity && isLeaf(before) === isLeaf(after)),
    'changed',
  );
  take((after, others) => others.find((before) => isSwitched(before.text, after.text)), 'changed');
  take((after, others) => others.find((before) => isSameUnderOtherName(before, after)), 'renamed');
  take((after, others) => mostAlike(after, others), 'changed');
  take((after, others) => others.find((before) => sharedContent(before, after) >= 0.6), 'renamed');
  return { pairs, removed: left, added: free };
}

function isLeaf(node: ConfigNode): boolean {
  return node.children.length === 0;
}

/** `shutdown` and `no shutdown`. */
function isSwitched(before: string, after: string): boolean {
  return (
    before === `no ${after}` || after === `no ${before}` || before === `undo ${after}` || after === `undo ${before}`
  );
}

/** A key with the same telling value, or a block with the same content. */
function isSameUnderOtherName(before: ConfigNode, after: ConfigNode): boolean {
  if (isLeaf(before) !== isLeaf(after)) return false;
  if (isLeaf(before)) return before.value !== undefined && before.value === after.value && isTelling(before.value);
  return contentOf(before) === contentOf(after) && (leavesOf(before) > 1 || isTelling(contentOf(before)));
}

function isTelling(value: string): boolean {
  return (
    value.length >= 4 &&
    !/^(?:true|false|none|null|auto|info|warn|error|debug|default|enabled?|disabled?|\d{1,4})$/i.test(value)
  );
}

/** The command most like it that begins with the same word: most words at their places are equal. */
function mostAlike(after: ConfigNode, others: readonly ConfigNode[]): ConfigNode | undefined {
  if (after.value !== undefined || !isLeaf(after)) return undefined;
  let best: ConfigNode | undefined;
  let most = likeness;
  for (const before of others) {
    if (before.value !== undefined || !isLeaf(before)) continue;
    const alike = alikeness(before.text, after.text);
    if (alike > most || (alike === most && best === undefined)) [best, most] = [before, alike];
  }
  return best;
}

function alikeness(before: string, after: string): number {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const named = nameOf(before);
  if (old[0] !== now[0] || named !== nameOf(after)) return 0;
  // Of two words the first is the command and the second its value.
  if (named !== '' || (old.length === 2 && now.length === 2)) return 1;
  let front = 0;
  while (front < old.length && old[front] === now[front]) front++;
  let back = 0;
  while (back < Math.min(old.length, now.length) - front && old[old.length - 1 - back] === now[now.length - 1 - back])
    back++;
  return (front + back) / Math.max(old.length, now.length);
}

function wordsOf(text: string): string[] {
  return text.replace(/^(?:no|undo) /, '').split(' ');
}

/** Commands of which there may be many, each about something it names: they change only where that stays the same. */
function nameOf(text: string): string {
  return (
    /^(?:no )?((?:neighbor|peer) \S+ \S+|user(?:name)? \S+|local-user \S+ \S+|ip route(?:-static)?(?: vrf \S+)? \S+ \S+|vlan \S+|route-map \S+ \S+ \d+|network \S+|ip address(?! \S+ \S+ secondary)|ipv6 address|description|mtu|bandwidth|set \S+(?= )|-A \S+)(?= |$)/.exec(
      text,
    )?.[1] ?? ''
  );
}

/** Which part of what lies in two blocks is in both. */
function sharedContent(before: ConfigNode, after: ConfigNode): number {
  if (isLeaf(before) || isLeaf(after)) return 0;
  if (
    before.text.split(/[ =]/, 1)[0] !== after.text.split(/[ =]/, 1)[0] &&
    before.value === undefined &&
    !/[.[]/.test(before.text + after.text)
  )
    return 0;
  const old = before.children.map((child) => `${child.identity}\u0000${contentOf(child)}`);
  const now = new Set(after.children.map((child) => `${child.identity}\u0000${contentOf(child)}`));
  if (old.length < 2 || now.size < 2) return 0;
  return old.filter((each) => now.has(each)).length / Math.max(old.length, now.size);
}
