/** A piece of a configuration with what lies in it. Lines are 1-based. */
export interface ConfigNode {
  /** What it is within its surroundings; the same in both files for what is the same thing. */
  identity: string;
  /** As it is shown: the statement, or the key. */
  text: string;
  /** Of a key with a value. */
  value?: string;
  /** The file itself says what type its values have; in others `on` may be a text or a truth. */
  isTyped?: boolean;
  /** A key, list member or document: shown with the path before it. */
  isKey?: boolean;
  line: number;
  lastLine: number;
  children: ConfigNode[];
  /** Set where its order among those of the same group matters. */
  orderGroup?: string;
  /** A list, whose members are matched by an identity of their own. */
  list?: 'ordered' | 'set';
}

/** One line about a node: its text, and what lies in it. `textOf` gives a node's own text as it may be shown. */
export function shortOf(node: ConfigNode, textOf: (node: ConfigNode) => string, maxChars = 400): string {
  const inner = node.children.slice(0, 12).map((child) => shortOf(child, textOf, 120));
  const more = node.children.length > inner.length ? '; …' : '';
  const whole = inner.length === 0 ? textOf(node) : `${textOf(node)} { ${inner.join('; ')}${more} }`;
  return whole.length > maxChars ? `${whole.slice(0, maxChars)}…` : whole;
}

/** Everything a node says, for telling whether two say the same. */
export function contentOf(node: ConfigNode): string {
  return node.children.length === 0
    ? (node.value ?? node.text)
    : node.children
        .map((child) => `${child.identity}\u0000${contentOf(child)}`)
        .sort()
        .join('\u0001');
}

export function leavesOf(node: ConfigNode): number {
  return node.children.length === 0 ? 1 : node.children.reduce((sum, child) => sum + leavesOf(child), 0);
}
