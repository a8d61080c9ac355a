/** What a value tells besides itself. */
interface PartOfValue {
  /** How the part of a column's value is called. */
  called(column: string, value: string): string;
  of(value: string): string | undefined;
}

const mailAddress = /^<?(?<user>[^@\s<>:/]{1,64})@(?<domain>(?=[\d.-]*[A-Za-z_])[\w.-]{1,200})>?$/;
const userAtAddress = /^([A-Za-z][\w.-]{0,60})\/\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}$/;
const ofKind =
  /^(?:pod|node|deployment|replicaset|statefulset|daemonset|job|cronjob|service|container|namespace|volume)\/([a-z\d][\w.-]{0,100})$/;
const hostAndPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const address = /^[a-z][a-z+]{1,10}:\/\/(?:[^\s/@]{1,100}@)?([\w.-]{1,200}(?::\d{1,5})?)(?=[/?#]|$)/i;

/** The site of an URL is the same in whichever place of a line the URL stands. */
const siteOfUrl = 'site';

const partsOfValue: readonly PartOfValue[] = [
  { called: (column) => `${column} user`, of: (value) => mailAddress.exec(value)?.groups?.user },
  { called: (column) => `${column} domain`, of: (value) => mailAddress.exec(value)?.groups?.domain },
  // "10.7.9.192:34074": the same machine at each of its ports.
  { called: (column) => `${column} ip`, of: (value) => hostAndPort.exec(value)?.[1] },
  // "karl/198.51.100.15:46180", as OpenVPN names its sessions.
  { called: () => 'user', of: (value) => userAtAddress.exec(value)?.[1] },
  { called: () => siteOfUrl, of: (value) => address.exec(value)?.[1] },
  // "pod/cart-7d9f", as Kubernetes names what an event is about.
  { called: (_, value) => value.slice(0, value.indexOf('/')), of: (value) => ofKind.exec(value)?.[1] },
];

export function partsOf(column: string, value: string): { name: string; value: string; of: PartOfValue['of'] }[] {
  if (!/[@:/]/.test(value)) return [];
  return partsOfValue.flatMap(({ called, of }) => {
    const part = of(value);
    return part === undefined ? [] : [{ name: called(column, value), value: part, of }];
  });
}
