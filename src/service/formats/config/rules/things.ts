/** A kind of thing that router and firewall text names in one place and uses in another. */
export interface Thing {
  label: string;
  /** Each with the name as its first group, over a statement's text. */
  defines: readonly RegExp[];
  uses: readonly RegExp[];
  /** Names that need no definition. */
  builtIn: RegExp;
  /** How names compare. */
  fold(name: string): string;
  isReportedUnused: boolean;
}

const never = /^$/;
const exact = (name: string) => name;

/** `Gi0/1` and `GigabitEthernet 0/1` are one interface. */
function foldInterface(name: string): string {
  const match = /^([a-z-]+)\s*([\d/.:]*)$/i.exec(name.trim());
  if (!match) return name.toLowerCase();
  return `${match[1]!.toLowerCase().slice(0, 2)}${match[2]}`;
}

export const kindsOfThings: readonly Thing[] = [
  {
    label: 'route map',
    defines: [/^route-map (\S+)/],
    uses: [
      /(?<!^)\broute-map (\S+)/,
      /^ip policy route-map (\S+)/,
      /^(?:import|export) map (\S+)/,
      /\b(?:advertise|inject|exist|non-exist|attribute|suppress|unsuppress)-map (\S+)/,
      /^default-information originate .*route-map (\S+)/,
    ],
    builtIn: never,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'route policy',
    defines: [/^route-policy ([^\s(]+)/],
    uses: [/(?<!^)\broute-policy ([^\s(]+)/, /^apply ([^\s(]+)/],
    builtIn: /^[\d"]/,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'access list',
    defines: [
      /^(?:ip|ipv4|ipv6|mac) access-list (?:standard |extended |resequence )?(?!log-update|logging|match-local)(\S+)/,
      /^access-list (\S+)/,
    ],
    uses: [
      /^(?:ip|ipv4) access-group (\S+)/,
      /^ipv6 (?:access-group|traffic-filter) (\S+)/,
      /^access-group (?!interface|mode)(\S+)/,
      /^access-class (\S+)/,
      /^ipv6 access-class (\S+)/,
      /^(?:no )?match access-group (?:name )?(?!input-interface)(\S+)/,
      /^match ip(?:v6)? address (?!prefix-list)(\S+)$/,
      /^ip nat (?:inside|outside) source list (\S+)/,
      /^snmp-server community \S+ (?:RO|RW|ro|rw) (?!ipv6)(\S+)$/,
      /^distribute-list (?!prefix|route-map|gateway)(\S+) (?:in|out)/,
      /^neighbor \S+ distribute-list (\S+)/,
      /^ntp access-group \S+ (\S+)/,
    ],
    builtIn: never,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'prefix list',
    defines: [/^(?:ip|ipv6) prefix-list (?!sequence-number)(\S+)/, /^prefix-set (\S+)/],
    uses: [
      /^match ip(?:v6)? (?:address|next-hop|route-source) prefix-list (\S+)/,
      /^neighbor \S+ prefix-list (\S+)/,
      /^(?<!ip )prefix-list (\S+) (?:in|out)/,
      /^distribute-list prefix (\S+)/,
    ],
    builtIn: never,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'community list',
    defines: [
      /^ip community-list (?:standard |expanded )?(\S+)/,
      /^ip extcommunity-list (?:standard |expanded )?(\S+)/,
    ],
    uses: [/^match (?:ext)?community (?!exact)(\S+)/, /^set (?:ext)?comm(?:unity)?-list (\S+) delete/],
    builtIn: never,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'AS path list',
    defines: [/^ip as-path access-list (\S+)/, /^as-path-set (\S+)/],
    uses: [/^match as-path (\S+)/, /\bfilter-list (\S+) (?:in|out)/],
    builtIn: never,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'class map',
    defines: [/^class-map (?:type \S+ )?(?:match-(?:any|all|first) )?(\S+)/],
    uses: [/^class (?!-)(?:type \S+ )?(\S+)/],
    builtIn: /^class-default$|^inspection_default$/,
    fold: exact,
    isReportedUnused: false,
  },
  {
    label: 'policy map',
    defines: [/^policy-map (?:type \S+ )?(\S+)/],
    uses: [/^service-policy (?:type \S+ )?(?:input |output |in |out )?(\S+)/],
    builtIn: /^(?:input|output|in|out|type)$/,
    fold: exact,
    isReportedUnused: false,
  },
  {
    label: 'key chain',
    defines: [/^key chain (\S+)/],
    uses: [/\bkey-chain (\S+)$/],
    builtIn: never,
    fold: exact,
    isReportedUnused: false,
  },
  {
    label: 'transform set',
    defines: [/^crypto ipsec transform-set (\S+)/, /^crypto ipsec ikev1 transform-set (\S+)/],
    uses: [/^set (?:ikev1 )?transform-set (\S+)/],
    builtIn: never,
    fold: exact,
    isReportedUnused: false,
  },
  {
    label: 'crypto map',
    defines: [/^crypto map (\S+) \d+/],
    uses: [/^crypto map (\S+)$/],
    builtIn: never,
    fold: exact,
    isReportedUnused: false,
  },
  {
    label: 'keyring',
    defines: [/^crypto keyring (\S+)/, /^crypto ikev2 keyring (\S+)/],
    uses: [/^keyring (?:local )?(\S+)/],
    builtIn: /^default$/,
    fold: exact,
    isReportedUnused: false,
  },
  {
    label: 'object group',
    defines: [
      /^object-group (?:network|service|protocol|icmp-type|ip address|ip port|user|security) (\S+)/,
      /^object-group (\S+)$/,
    ],
    uses: [/(?<!^)\bobject-group (\S+)/, /^group-object (\S+)/],
    builtIn: never,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'source interface',
    defines: [/^interface (?:range )?(.+?)(?: (?:l2transport|point-to-point|multipoint))?$/i],
    uses: [
      /^(?:ip |ntp |logging |snmp-server |tacacs-server |radius-server |ip \S+ )?(?:trap-)?source-interface (\S+(?: \d\S*)?)$/,
      /^(?:ntp source|logging source-interface|ip tftp source-interface) (\S+(?: \d\S*)?)$/,
      /^neighbor \S+ update-source (\S+(?: \d\S*)?)$/,
      /^update-source (\S+(?: \d\S*)?)$/,
      /^tunnel source ([A-Za-z]\S*(?: \d\S*)?)$/,
    ],
    builtIn: /^(?:\d|mgmt|management|null)/i,
    fold: foldInterface,
    isReportedUnused: false,
  },
  {
    label: 'policy statement',
    defines: [/^policy-statement (\S+)/, /^set (?:logical-systems \S+ )?policy-options policy-statement (\S+)/],
    uses: [
      /^(?:import|export) (?!\[)([\w.-]+)$/,
      /^set .*\b(?:protocols|routing-options) .*\b(?:import|export) (?!\[)([\w.-]+)$/,
    ],
    builtIn: never,
    fold: exact,
    isReportedUnused: false,
  },
  {
    label: 'prefix list of the policy options',
    defines: [/^set (?:logical-systems \S+ )?policy-options prefix-list (\S+)/],
    uses: [/^set .*\bfrom (?:source-|destination-)?prefix-list(?:-filter)? (\S+)/],
    builtIn: never,
    fold: exact,
    isReportedUnused: true,
  },
  {
    label: 'chain',
    defines: [/^:(\S+) /, /^-N (\S+)/],
    uses: [/^-[AI] \S+ .*-[jg] ([\w-]+)/],
    builtIn:
      /^(?:ACCEPT|DROP|REJECT|LOG|NFLOG|ULOG|RETURN|QUEUE|NFQUEUE|MASQUERADE|SNAT|DNAT|REDIRECT|MARK|CONNMARK|TCPMSS|TOS|DSCP|TTL|NOTRACK|CT|SET|TPROXY|NETMAP|CLASSIFY|AUDIT|CHECKSUM|TRACE|TEE|SECMARK|CONNSECMARK|HL|ECN|SYNPROXY|RATEEST|CLUSTERIP|IDLETIMER|LED|MIRROR|BALANCE)$/,
    fold: exact,
    isReportedUnused: false,
  },
];
