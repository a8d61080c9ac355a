import type { ConfigText } from '../config-text.ts';
import type { ConfigNode } from './config-node.ts';

interface Branch {
  node: ConfigNode;
  members: Map<string | number, Branch>;
  keys: readonly (string | number)[];
}

/** Keys and values as a tree; lists carry members that can be told apart by what names them. */
export function treeOfSettings(config: ConfigText, isOneOfMany = false): ConfigNode[] {
  const { settings, syntax, kind } = config;
  const isTyped = syntax === 'json' || syntax === 'yaml';
  const root: Branch = { node: keyNode('', 0), members: new Map(), keys: [] };
  for (const { keys, value, line } of settings) {
    const whole = isOneOfMany ? [0, ...keys] : keys;
    let branch = root;
    for (const [depth, key] of whole.entries()) {
      branch.node.lastLine = Math.max(branch.node.lastLine, line);
      const known = branch.members.get(key);
      if (depth === whole.length - 1) {
        const leaf = { ...keyNode(key, line), value, ...(isTyped ? { isTyped } : {}) };
        // What an element says beside its attributes is one of its members.
        if (known) known.node.children.push({ ...leaf, identity: '', text: '' });
        else branch.node.children.push(leaf);
      } else if (known) branch = known;
      else {
        const next = { node: keyNode(key, line), members: new Map(), keys: whole.slice(0, depth + 1) };
        branch.members.set(key, next);
        branch.node.children.push(next.node);
        branch = next;
      }
    }
    if (whole.length === 0) root.node.children.push({ ...keyNode('', line), value });
  }
  finish(root, syntax === 'xml', kind);
  return [root.node];
}

/** Whether a file is made of several documents. */
export function hasDocuments({ settings, syntax }: ConfigText): boolean {
  return (
    syntax === 'yaml' &&
    settings.some(
      ({ keys }, index) =>
        typeof keys[0] === 'number' &&
        keys[0] > 0 &&
        index > 0 &&
        settings[0]!.keys[0] === 0 &&
        keys.length > 1 &&
        settings.every((each) => typeof each.keys[0] === 'number'),
    )
  );
}

function keyNode(key: string | number, line: number): ConfigNode {
  const text = typeof key === 'number' ? `[${key}]` : key;
  return { identity: String(key), text, line, lastLine: line, children: [], isKey: true };
}

/** Names lists, and tells the documents of one file apart. */
function finish(branch: Branch, isXml: boolean, kind: string | undefined): void {
  for (const member of branch.members.values()) finish(member, isXml, kind);
  const { node } = branch;
  const positions = node.children.filter((child) => /^\[\d+\]$/.test(child.text));
  if (positions.length === 0) return;
  if (isXml && positions.length < node.children.length) {
    // The first of several elements of one name was read before it was known that there are more.
    const rest = node.children.filter((child) => !positions.includes(child));
    node.children = [{ ...keyNode(0, node.line), children: rest }, ...positions];
  }
  const name = String(branch.keys.findLast((key) => typeof key === 'string') ?? '');
  const isDocuments = branch.keys.length === 0;
  if (isDocuments) {
    for (const child of node.children) {
      const document = documentName(child);
      if (document !== undefined) Object.assign(child, { identity: document, text: document });
    }
  }
  const isSet = isXml
    ? !goneThrough.test(branch.keys.slice(-3).join(' '))
    : setLike.test(name) || (kind === 'kubernetes' && kubernetesSets.test(name));
  node.list = isSet || (isDocuments && node.children.some(({ text }) => !text.startsWith('['))) ? 'set' : 'ordered';
}

/** Elements that a program takes one after the other. */
const goneThrough =
  /\b(?:rules?|filters?|steps?|interceptors?|handlers?|tasks?|pattern|valves?|stages?|route|routes|policies)\b/i;

/** Lists that nobody goes through in turn. */
const setLike =
  /^(?:networks|volumes|secrets|configs|ports|depends_on|targets|tags|labels|topics|hosts|members?|groups|users|addresses|nameservers|cidr_blocks|ip(?:v6)?ranges|ippermissions\w*|security_?groups?\w*|accounts|scopes|permissions|dependenc(?:y|ies)|devdependencies|matchers|domains|expose|cap_add|cap_drop|include|exclude|files|interfaces|subnets|finalizers|verbs|resources|apigroups|subjects|features)$/i;
const kubernetesSets = /^(?:containers|env|envFrom|volumeMounts|imagePullSecrets|tolerations|items|clusterIPs)$/;

/** What a document of several is about: kind, namespace and name; or the profile it is for. */
function documentName(node: ConfigNode): string | undefined {
  const at = (...keys: string[]): string | undefined => {
    let found: ConfigNode | undefined = node;
    for (const key of keys) found = found?.children.find((child) => child.identity === key);
    return found?.value;
  };
  const kind = at('kind');
  if (kind !== undefined)
    return [kind, at('metadata', 'namespace'), at('metadata', 'name')].filter((part) => part !== undefined).join('/');
  return at('spring', 'config', 'activate', 'on-profile') ?? at('spring', 'profiles');
}
