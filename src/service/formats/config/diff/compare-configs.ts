import type { ConfigText } from '../config-text.ts';
import { parseConfig } from '../parse-config.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';
import { secretLinesOf } from '../secrets/secret-lines.ts';
import { compareTrees, type TreeChange } from './compare-trees.ts';
import { type ConfigNode, shortOf } from './config-node.ts';
import { impactOf } from './impact-of.ts';
import { isSameStatement, isSameValue } from './same-value.ts';
import { hasDocuments, treeOfSettings } from './tree-of-settings.ts';
import { orderOfFlatEntries, treeOfStatements } from './tree-of-statements.ts';

/** One thing that differs in meaning. Texts are masked: secrets never leave. Lines are 1-based in their own file. */
export interface ConfigChange {
  /** `moved`: the same at another place where places matter, or a section elsewhere. `same value`: only written otherwise. */
  kind: 'added' | 'removed' | 'changed' | 'renamed' | 'moved' | 'same value';
  /** Where: the enclosing statements, or the key; outermost first. */
  place: string[];
  before?: string;
  after?: string;
  lineBefore?: number;
  lineAfter?: number;
  /** The last line of a block that came or went, where all of it may be quoted; else absent. */
  endBefore?: number;
  endAfter?: number;
  /** Lines that must not be quoted: they hold a secret. */
  isSecretBefore?: boolean;
  isSecretAfter?: boolean;
  /** What it may mean, where the program is known. */
  impact?: string;
}

const maxChanges = 2000;
const maxShownChars = 2000;

/** What changed between two configurations, whatever the order of independent parts, comments or spacing. */
export function compareConfigs(before: string, after: string): ConfigChange[] {
  const old = parseConfig(before);
  const now = parseConfig(after);
  const sides = {
    program: now.kind ?? old.kind,
    secretsBefore: secretLinesOf(before.split('\n')),
    secretsAfter: secretLinesOf(after.split('\n')),
  };
  const isOfDocuments = hasDocuments(old) !== hasDocuments(now);
  const treeOf = (config: ConfigText) =>
    config.statements.length > 0
      ? treeOfStatements(config)
      : treeOfSettings(config, isOfDocuments && !hasDocuments(config));
  // Entries that came or went are told by their lines; of the flat lists only the order is left to tell.
  const moves = compareTrees(orderOfFlatEntries(old), orderOfFlatEntries(now)).filter(({ kind }) => kind === 'moved');
  return [...compareTrees(treeOf(old), treeOf(now)), ...moves]
    .sort((a, b) => lineOf(a) - lineOf(b))
    .slice(0, maxChanges)
    .map((change) => told(change, sides));
}

function lineOf({ before, after }: TreeChange): number {
  return (after ?? before)!.line;
}

interface Sides {
  program: string | undefined;
  secretsBefore: ReadonlySet<number>;
  secretsAfter: ReadonlySet<number>;
}

function told(change: TreeChange, { program, secretsBefore, secretsAfter }: Sides): ConfigChange {
  const { kind, before, after } = change;
  const secretsOf = { before: secretsBefore, after: secretsAfter };
  const around = change.within
    .filter((each) => !each.isKey)
    .map((each) => shown(each, after ? secretsAfter : secretsBefore));
  const path = pathOfKeys([...change.within, (after ?? before)!].filter((each) => each.isKey));
  const texts: { before?: string; after?: string; own: string[] } = { own: [] };
  for (const [side, node] of [
    ['before', before],
    ['after', after],
  ] as const) {
    if (!node) continue;
    const outer = pathOfKeys(change.within.filter((each) => each.isKey));
    const textOf = (each: ConfigNode) =>
      each === node && each.isKey ? withPath(outer, shown(each, secretsOf[side])) : shown(each, secretsOf[side]);
    texts[side] = shortOf(node, textOf);
    texts.own.push(textOf(node));
  }
  const isSecretBefore = before !== undefined && secretsBefore.has(before.line);
  const isSecretAfter = after !== undefined && secretsAfter.has(after.line);
  const isOneValue =
    kind === 'changed' && before !== undefined && after !== undefined && !isSecretAfter && sameMeaning(before, after);
  const isOrder = kind === 'moved' && after?.orderGroup !== undefined;
  const impact = isOneValue
    ? 'The same value, written differently.'
    : impactOf({ kind, program, isOrder, within: around, ...texts });
  return {
    kind: isOneValue ? 'same value' : kind,
    place: path === '' ? around : [...around, path],
    ...(texts.before === undefined ? {} : { before: texts.before, lineBefore: before!.line }),
    ...(texts.after === undefined ? {} : { after: texts.after, lineAfter: after!.line }),
    ...(kind === 'removed' && before ? endOf('endBefore', before, secretsBefore) : {}),
    ...(kind === 'added' && after ? endOf('endAfter', after, secretsAfter) : {}),
    ...(isSecretBefore ? { isSecretBefore } : {}),
    ...(isSecretAfter ? { isSecretAfter } : {}),
    ...(impact === undefined ? {} : { impact }),
  };
}

const maxQuotedLines = 12;

function endOf(name: 'endBefore' | 'endAfter', node: ConfigNode, secrets: ReadonlySet<number>): Partial<ConfigChange> {
  const end = Math.min(node.lastLine, node.line + maxQuotedLines - 1);
  for (let line = node.line; line <= end; line++) if (secrets.has(line)) return {};
  return end > node.line ? { [name]: end } : {};
}

function pathOfKeys(nodes: readonly ConfigNode[]): string {
  return nodes.reduce((path, { text }) => withPath(path, text), '');
}

function withPath(path: string, text: string): string {
  return path === '' || text === ''
    ? path + text
    : text.startsWith('[') || text.startsWith(' ')
      ? `${path}${text}`
      : `${path}.${text}`;
}

function sameMeaning(before: ConfigNode, after: ConfigNode): boolean {
  if (before.value !== undefined && after.value !== undefined)
    return isSameValue(before.identity, before.value, after.value, before.isTyped === true);
  return isSameStatement(before.text, after.text);
}

/** A node's own text without the secret in it; where only its surroundings make it one, without all but its name. */
function shown(node: ConfigNode, secrets: ReadonlySet<number>): string {
  const isSecret = secrets.has(node.line);
  const text = node.text.slice(0, maxShownChars);
  if (node.value !== undefined)
    return node.value === ''
      ? text
      : isSecret
        ? `${text} = ***`
        : maskSecrets(`${text} = ${node.value.slice(0, maxShownChars)}`);
  const masked = maskSecrets(text);
  return isSecret && masked === text && node.children.length === 0 ? `${text.split(' ', 1)[0]} ***` : masked;
}
