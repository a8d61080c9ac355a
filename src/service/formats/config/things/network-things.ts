import type { Thing } from './thing.ts';

/** What routers and switches of the command family name and use. */
export const networkThings: readonly Thing[] = [
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
    isReportedUnused: true,
  },
  {
    label: 'route policy',
    defines: [/^route-policy ([^\s(]+)/],
    uses: [/(?<!^)\broute-policy ([^\s(]+)/, /^apply ([^\s(]+)/],
    builtIn: /^[\d"]/,
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
    isReportedUnused: true,
  },
  {
    label: 'community list',
    defines: [
      /^ip community-list (?:standard |expanded )?(\S+)/,
      /^ip extcommunity-list (?:standard |expanded )?(\S+)/,
    ],
    uses: [/^match (?:ext)?community (?!exact)(\S+)/, /^set (?:ext)?comm(?:unity)?-list (\S+) delete/],
    isReportedUnused: true,
  },
  {
    label: 'AS path list',
    defines: [/^ip as-path access-list (\S+)/, /^as-path-set (\S+)/],
    uses: [/^match as-path (\S+)/, /\bfilter-list (\S+) (?:in|out)/],
    isReportedUnused: true,
  },
  {
    label: 'class map',
    defines: [/^class-map (?:type \S+ )?(?:match-(?:any|all|first) )?(\S+)/],
    uses: [/^class (?!-)(?:type \S+ )?(\S+)/],
    builtIn: /^class-default$|^inspection_default$/,
  },
  {
    label: 'policy map',
    defines: [/^policy-map (?:type \S+ )?(\S+)/],
    uses: [/^service-policy (?:type \S+ )?(?:input |output |in |out )?(\S+)/],
    builtIn: /^(?:input|output|in|out|type)$/,
  },
  {
    label: 'key chain',
    defines: [/^key chain (\S+)/],
    uses: [/\bkey-chain (?!disable)(\S+)$/],
  },
  {
    label: 'transform set',
    defines: [/^crypto ipsec transform-set (\S+)/, /^crypto ipsec ikev1 transform-set (\S+)/],
    uses: [/^set (?:ikev1 )?transform-set (\S+)/],
  },
  {
    label: 'crypto map',
    defines: [/^crypto map (\S+) \d+/],
    uses: [/^crypto map (\S+)$/],
  },
  {
    label: 'keyring',
    defines: [/^crypto keyring (\S+)/, /^crypto ikev2 keyring (\S+)/],
    uses: [/^keyring (?:local )?(\S+)/],
    builtIn: /^default$/,
  },
  {
    label: 'object group',
    defines: [
      /^object-group (?:network|service|protocol|icmp-type|ip address|ip port|user|security) (\S+)/,
      /^object-group (\S+)$/,
    ],
    uses: [/(?<!^)\bobject-group (\S+)/, /^group-object (\S+)/],
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
  },
  {
    label: 'VRF',
    defines: [
      /^(?:ip vrf|vrf definition|vrf context|vrf instance|vrf) (?!forwarding|member|context|instance|definition|upgrade|all\b)(\S+)$/,
    ],
    uses: [
      /^(?:ip )?vrf (?:forwarding|member) (\S+)$/,
      /^address-family \S+(?: unicast)? vrf (\S+)$/,
      /^ip(?:v6)? route vrf (\S+) /,
    ],
    builtIn: /^(?:default|global|management|mgmt\S*)$/i,
    needsDefinitions: true,
  },
  {
    label: 'AAA server group',
    defines: [/^aaa group server \S+ (\S+)/, /^aaa-server (\S+) protocol/],
    uses: [/^aaa (?:authentication|authorization|accounting) .*?\bgroup (\S+)/],
    builtIn: /^(?:radius|tacacs\+?|ldap)$/,
  },
  {
    label: 'VLAN',
    defines: [
      /^vlan (?!batch|group|configuration|access-map|filter|internal|dot1q|accounting)(?:id )?([\d,-]+)/,
      /^vlan batch ([\d to]+)$/,
    ],
    uses: [
      /^switchport (?:access|voice) vlan (\d+)$/,
      /^switchport trunk native vlan (\d+)$/,
      /^port default vlan (\d+)$/,
    ],
    builtIn: /^(?:1|100[2-5])$/,
    expand: expandNumbers,
    needsDefinitions: true,
  },
  {
    label: 'NAT pool',
    defines: [/^ip nat pool (\S+)/],
    uses: [/^ip nat (?:inside|outside) source .*\bpool (\S+)/],
    isReportedUnused: true,
  },
  {
    label: 'peer group',
    defines: [/^neighbor (\S+) peer[- ]group$/, /^neighbor-group (\S+)$/, /^template peer (\S+)$/],
    uses: [/^neighbor \S+ (?:interface )?peer[- ]group (\S+)$/, /^use neighbor-group (\S+)$/, /^inherit peer (\S+)$/],
  },
  {
    label: 'track object',
    defines: [/^track (\d+)/],
    uses: [/^ip route .*\btrack (\d+)/, /^standby (?:\d+ )?track (\d+)\b/, /^vrrp \d+ track (\d+)\b/],
  },
  {
    label: 'trustpoint',
    defines: [/^crypto (?:pki|ca) trustpoint (\S+)/],
    uses: [/^(?:ip http secure-trustpoint|ssl trust-point|pki trustpoint) (\S+)/],
  },
  {
    label: 'object',
    kinds: ['asa'],
    defines: [/^object (?:network|service) (\S+)/],
    uses: [/^access-list .*?\bobject (\S+)/, /^(?:network|service)-object object (\S+)/],
  },
  {
    label: 'interface name',
    kinds: ['asa'],
    defines: [/^nameif (\S+)/],
    uses: [
      /^access-group \S+ (?:in|out) interface (\S+)/,
      /^route (\S+) \d/,
      /^(?:ssh|http|telnet) \d\S+ \d\S+ (\S+)$/,
    ],
    builtIn: /^(?:any|global|management|null0)$/i,
    needsDefinitions: true,
  },
  {
    label: 'ACL',
    kinds: ['vrp'],
    isWhole: true,
    defines: [/^acl (?:ipv6 )?(?:number |name )?(\S+)(?: \d+)?$/],
    uses: [
      /^\S.* (?:traffic-filter|packet-filter) (?:inbound |outbound )?(?:acl )?(\d{4})\b/,
      /^user-interface .* acl (\d{4}) (?:in|out)bound/,
    ],
    isReportedUnused: true,
  },
  {
    label: 'traffic policy',
    kinds: ['vrp'],
    defines: [/^traffic policy (\S+)/],
    uses: [/^traffic-policy (\S+) (?:in|out)bound/],
    isReportedUnused: true,
  },
];

/** `10,20-22` and `10 20 to 22` as single numbers. */
function expandNumbers(text: string): string[] {
  return text
    .replace(/(?<!\s)\s+to\s+/g, '-')
    .split(/[,\s]+/)
    .flatMap((part) => {
      const [from, to] = part.split('-').map(Number);
      if (from === undefined || Number.isNaN(from)) return [];
      const last = Math.min(to ?? from, 4095);
      return Array.from({ length: Math.max(0, last - from + 1) }, (_, n) => String(from + n));
    });
}

/** `Gi0/1` and `GigabitEthernet 0/1` are one interface. */
function foldInterface(name: string): string {
  const match = /^([a-z-]+)\s*([\d/.:]*)$/i.exec(name.trim());
  if (!match) return name.toLowerCase();
  return `${match[1]!.toLowerCase().slice(0, 2)}${match[2]}`;
}
