import { type ConfigNode, contentOf, leavesOf } from './config-node.ts';
import { longestCommon } from './longest-common.ts';
import { nameMembers } from './name-members.ts';
import { pairLeftovers } from './pair-leftovers.ts';

/** A difference between two trees; `within` are the nodes around it, outermost first. */
export interface TreeChange {
  kind: 'added' | 'removed' | 'changed' | 'renamed' | 'moved';
  within: readonly ConfigNode[];
  before?: ConfigNode;
  after?: ConfigNode;
}

const maxChanges = 5000;

/** What differs between two lists of nodes: by identity, and in order only where order means something. */
export function compareTrees(before: readonly ConfigNode[], after: readonly ConfigNode[]): TreeChange[] {
  const changes: TreeChange[] = [];
  compareChildren(before, after, [], changes);
  return joinMoves(changes);
}

function compareChildren(
  before: readonly ConfigNode[],
  after: readonly ConfigNode[],
  within: readonly ConfigNode[],
  changes: TreeChange[],
): void {
  if (changes.length > maxChanges) return;
  const groups = new Set([...before, ...after].map(({ orderGroup }) => orderGroup));
  for (const group of groups) {
    const old = before.filter((node) => node.orderGroup === group);
    const now = after.filter((node) => node.orderGroup === group);
    const matched = group === undefined ? matchAnywhere(old, now) : matchInOrder(old, now);
    const removed = old.filter((node) => !matched.has(node));
    const partners = new Set(matched.values());
    const added = now.filter((node) => !partners.has(node));
    for (const [one, other] of matched) compareNodes(one, other, within, changes);
    const isMoved = group !== undefined ? takeMoves(removed, added, within, changes) : () => false;
    const rest = pairLeftovers(
      removed.filter((node) => !isMoved(node)),
      added.filter((node) => !isMoved(node)),
    );
    for (const { before: one, after: other, kind } of rest.pairs) {
      if (kind === 'renamed' || one.children.length === 0 || other.children.length === 0)
        changes.push({ kind, within, before: one, after: other });
      if (one.children.length > 0 && other.children.length > 0) compareNodes(one, other, within, changes);
    }
    for (const node of rest.removed) changes.push({ kind: 'removed', within, before: node });
    for (const node of rest.added) changes.push({ kind: 'added', within, after: node });
  }
}

function compareNodes(
  before: ConfigNode,
  after: ConfigNode,
  within: readonly ConfigNode[],
  changes: TreeChange[],
): void {
  if (before.list && after.list) nameMembers(before, after);
  if (before.children.length > 0 || after.children.length > 0) {
    if ((before.children.length === 0) !== (after.children.length === 0) && before.value !== after.value)
      changes.push({ kind: 'changed', within, before, after });
    else compareChildren(before.children, after.children, [...within, after], changes);
  } else if (before.value !== after.value) changes.push({ kind: 'changed', within, before, after });
}

/** Where order means nothing: the same text first, so that of several alike the unchanged ones stay together. */
function matchAnywhere(before: readonly ConfigNode[], after: readonly ConfigNode[]): Map<ConfigNode, ConfigNode> {
  const matched = new Map<ConfigNode, ConfigNode>();
  const taken = new Set<ConfigNode>();
  for (const keyOf of [
    (node: ConfigNode) => `${node.identity}\u0000${contentOf(node)}`,
    (node: ConfigNode) => node.identity,
  ]) {
    const free = Map.groupBy(
      after.filter((node) => !taken.has(node)),
      keyOf,
    );
    for (const node of before) {
      if (matched.has(node)) continue;
      const partner = free.get(keyOf(node))?.shift();
      if (!partner) continue;
      matched.set(node, partner);
      taken.add(partner);
    }
  }
  return matched;
}

function matchInOrder(before: readonly ConfigNode[], after: readonly ConfigNode[]): Map<ConfigNode, ConfigNode> {
  const pairs = longestCommon(
    before.map(({ identity }) => identity),
    after.map(({ identity }) => identity),
  );
  return new Map(pairs.map(([x, y]) => [before[x]!, after[y]!]));
}

/** The same entry at another place of its list. Says of a node whether it was one of them. */
function takeMoves(
  removed: readonly ConfigNode[],
  added: readonly ConfigNode[],
  within: readonly ConfigNode[],
  changes: TreeChange[],
): (node: ConfigNode) => boolean {
  const free = Map.groupBy(added, ({ identity }) => identity);
  const moved = new Set<ConfigNode>();
  for (const before of removed) {
    const after = free.get(before.identity)?.shift();
    if (!after) continue;
    moved.add(before).add(after);
    changes.push({ kind: 'moved', within, before, after });
    compareNodes(before, after, within, changes);
  }
  return (node) => moved.has(node);
}

/** A whole section that went from one place to another is one move, not a removal and an addition. */
function joinMoves(changes: readonly TreeChange[]): TreeChange[] {
  const keyOf = (node: ConfigNode) => `${node.identity}\u0000${contentOf(node)}`;
  const isWhole = (node: ConfigNode | undefined): node is ConfigNode => node !== undefined && leavesOf(node) >= 2;
  const free = Map.groupBy(
    changes.filter(({ kind, before }) => kind === 'removed' && isWhole(before)),
    ({ before }) => keyOf(before!),
  );
  const gone = new Set<TreeChange>();
  const joined = changes.map((change): TreeChange => {
    const partner =
      change.kind === 'added' && isWhole(change.after) ? free.get(keyOf(change.after))?.shift() : undefined;
    if (!partner) return change;
    gone.add(partner);
    return { kind: 'moved', within: change.within, before: partner.before!, after: change.after! };
  });
  return joined.filter((change) => !gone.has(change));
}
