import { type ConfigNode, contentOf } from './config-node.ts';

/** What usually tells the members of a list apart, in the order it is tried. */
const naming = [
  ['name'],
  ['@name'],
  ['id'],
  ['@id'],
  ['key'],
  ['@key'],
  ['uid'],
  ['groupId', 'artifactId'],
  ['job_name'],
  ['alert'],
  ['record'],
  ['alias'],
  ['containerPort'],
  ['mountPath'],
  ['port', 'protocol'],
  ['port'],
  ['host', 'port'],
  ['host'],
  ['hostname'],
  ['path'],
  ['address'],
  ['ip'],
  ['url'],
  ['username'],
  ['user'],
  ['email'],
  ['GroupId'],
  ['InstanceId'],
  ['VpcId'],
  ['SubnetId'],
  ['Sid'],
  ['type', 'name'],
  ['to'],
  ['target'],
  ['source'],
  ['@ref'],
  ['@class'],
  ['@path'],
];

/**
 * Gives the members of two versions of one list identities that both know: the value that names each of them, and
 * where there is none, everything a member says. Changes the nodes.
 */
export function nameMembers(before: ConfigNode, after: ConfigNode): void {
  const all = [...before.children, ...after.children];
  const isObjects = all.every((member) => member.children.length > 0);
  const keys = isObjects
    ? (naming.find((each) => isNaming(each, before) && isNaming(each, after)) ?? otherNaming(before, after))
    : undefined;
  for (const member of all) {
    const name = keys ? namedBy(keys, member) : undefined;
    if (documentLike.test(member.identity)) continue;
    member.identity = name ?? contentOf(member);
    if (name !== undefined) member.text = `[${name}]`;
    if (before.list === 'ordered') member.orderGroup = 'list';
  }
}

const documentLike = /\D/;

function isNaming(keys: readonly string[], list: ConfigNode): boolean {
  const names = list.children.map((member) => namedBy(keys, member));
  return names.length > 0 && names.every((name) => name !== undefined) && new Set(names).size === names.length;
}

/** Any key that ends like a name, and is one. */
function otherNaming(before: ConfigNode, after: ConfigNode): string[] | undefined {
  const candidates =
    before.children[0]?.children.map(({ identity }) => identity).filter((key) => /(?:id|name|key)$/i.test(key)) ?? [];
  return candidates.map((key) => [key]).find((each) => isNaming(each, before) && isNaming(each, after));
}

function namedBy(keys: readonly string[], member: ConfigNode): string | undefined {
  const values = keys.map((key) => member.children.find((child) => child.identity === key)?.value);
  return values.every((value) => value !== undefined && value !== '' && value.length < 200)
    ? values.join(':')
    : undefined;
}
