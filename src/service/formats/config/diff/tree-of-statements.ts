import type { ConfigText, Statement } from '../config-text.ts';
import type { ConfigNode } from './config-node.ts';
import { orderGroupOf } from './order-group.ts';

/** Statements as a tree, each in what encloses it. */
export function treeOfStatements({ statements, kind }: ConfigText): ConfigNode[] {
  const top: ConfigNode[] = [];
  const open: { path: string; node: ConfigNode }[] = [];
  for (const statement of statements) {
    const { path, line } = statement;
    while (open.length > path.length || (open.length > 0 && open[open.length - 1]!.path !== path[open.length - 1]))
      open.pop();
    // A block without a name has no statement of its own.
    while (open.length < path.length) {
      const name = path[open.length]!;
      const node = { identity: name, text: name, line, lastLine: line, children: [] };
      (open[open.length - 1]?.node.children ?? top).push(node);
      open.push({ path: name, node });
    }
    const node = nodeOf(statement, kind);
    for (const each of open) each.node.lastLine = Math.max(each.node.lastLine, line);
    (open[open.length - 1]?.node.children ?? top).push(node);
    open.push({ path: statement.text, node });
  }
  return top;
}

function nodeOf(statement: Statement, kind: string | undefined): ConfigNode {
  const around = statement.path[statement.path.length - 1] ?? '';
  const text = tidy(statement.text);
  // Entries with numbers are gone through by number: the number is their place, not their meaning.
  const body = /access-list|^acl /.test(around)
    ? text.replace(/^(?:(?:seq )?\d+ |rule \d+ (?=permit|deny))/, (number) =>
        number.startsWith('rule') ? 'rule ' : '',
      )
    : text;
  const orderGroup = orderGroupOf(kind, around, body);
  return {
    identity: body,
    text,
    line: statement.line,
    lastLine: statement.line,
    children: [],
    ...(orderGroup === undefined ? {} : { orderGroup }),
  };
}

/** In flat text a list's entries are named in each of its lines: the order they are first named in is theirs. */
export function orderOfFlatEntries({ statements, syntax }: ConfigText): ConfigNode[] {
  if (syntax !== 'set commands') return [];
  const lists = new Map<string, Map<string, ConfigNode>>();
  for (const { text, line } of statements) {
    const match = flatEntry.exec(text);
    if (!match) continue;
    const [list, entry] = [match[1]!, match[2]!];
    const entries = lists.get(list) ?? new Map<string, ConfigNode>();
    lists.set(list, entries);
    const known = entries.get(entry);
    if (known) known.lastLine = line;
    else
      entries.set(entry, {
        identity: `${list} ${entry}`,
        text: `${list} ${entry}`,
        line,
        lastLine: line,
        children: [],
        orderGroup: list,
      });
  }
  return [...lists.values()].flatMap((entries) => [...entries.values()]);
}

const flatEntry =
  /^set (.*\b(?:filter \S+|policy-statement \S+|from-zone \S+ to-zone \S+|rule-set \S+|(?:security|nat|pbf|decryption) rules)) ((?:term |policy |rule )?(?:"[^"]+"|\S+))/;

/** Without what counts packets and without double blanks. */
function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^\[\d+:\d+\] (?=-[AI] )/, '')
    .replace(/^(:\S+ \S+) \[\d+:\d+\]$/, '$1');
}
