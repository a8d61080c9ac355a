/** What people write out and lines abbreviate, or the other way round. */
const groups: readonly (readonly string[])[] = [
  ['backup', 'bkp', 'bak'],
  ['authentication', 'auth', 'authn'],
  ['authorization', 'authz'],
  ['configuration', 'config', 'cfg', 'conf'],
  ['connection', 'conn', 'cnx'],
  ['database', 'db'],
  ['environment', 'env'],
  ['error', 'err'],
  ['message', 'msg'],
  ['memory', 'mem'],
  ['number', 'num'],
  ['operation', 'op'],
  ['packet', 'pkt'],
  ['process', 'proc'],
  ['queue', 'q'],
  ['request', 'req'],
  ['response', 'resp', 'rsp'],
  ['server', 'srv'],
  ['service', 'svc'],
  ['session', 'sess'],
  ['statistics', 'stats'],
  ['temperature', 'temp'],
  ['transaction', 'txn', 'tx'],
  ['application', 'app'],
  ['directory', 'dir'],
  ['interface', 'iface', 'intf'],
  ['kubernetes', 'k8s'],
  ['replication', 'repl'],
  ['synchronization', 'sync'],
  ['voltage', 'volt'],
];

/** Other ways to write a word, the nearest first. */
export function otherSpellings(word: string): readonly string[] {
  const group = groups.find((one) => one.includes(word));
  return group === undefined ? [] : group.filter((other) => other !== word && other.length > 1);
}
