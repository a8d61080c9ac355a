import type { Thing } from './thing.ts';

const things: readonly Omit<Thing, 'kinds' | 'isWhole'>[] = [
  {
    label: 'policy statement',
    defines: [/(?:^|\s)policy-options policy-statement ([^\s<]+)/],
    uses: [
      /\b(?:protocols|routing-options|routing-instances) .{0,300}\s(?:import|export|vrf-import|vrf-export|instance-import|export-policy) (\[[^[\]]{0,4000}\]|\([^()]{0,4000}\)|[^\s[(]+)$/,
      /\bpolicy-options policy-statement .{0,300} from policy (\[[^[\]]{0,4000}\]|\S+)$/,
    ],
    builtIn: /^(?:&&|\|\||!|route-target|community|.{0,300}[<*].*)$/,
    isReportedUnused: true,
  },
  {
    label: 'prefix list',
    defines: [/(?:^|\s)policy-options prefix-list ([^\s<]+)/],
    uses: [
      /\b(?:policy-statement|firewall) .{0,300}\s(?:source-|destination-)?prefix-list(?:-filter)? ([^\s<[]+)/,
      /\b(?:snmp|system) .{0,300}\sprefix-list ([^\s<[]+)/,
    ],
    isReportedUnused: true,
  },
  {
    label: 'community',
    defines: [/(?:^|\s)policy-options community (\S+)/],
    uses: [
      /\bpolicy-statement .{0,300}\sfrom community (\[[^[\]]{0,4000}\]|[^\s[]+)$/,
      /\bpolicy-statement .*\sthen community (?:add|set|delete|\+|-|=) (\S+)$/,
    ],
    isReportedUnused: true,
  },
  {
    label: 'AS path',
    defines: [/(?:^|\s)policy-options as-path(?:-group)? (\S+)/],
    uses: [/\bpolicy-statement .{0,300}\sfrom as-path(?:-group)? (\[[^[\]]{0,4000}\]|[^\s[]+)$/],
    isReportedUnused: true,
  },
  {
    label: 'firewall filter',
    defines: [/(?:^|\s)firewall (?:family \S+ )?(?:simple-)?filter ([^\s<]+)/],
    uses: [/\binterfaces .{0,300}\sfilter (?:input|output|input-list|output-list) (\[[^[\]]{0,4000}\]|[^\s[]+)$/],
    isReportedUnused: true,
  },
  {
    label: 'policer',
    defines: [/(?:^|\s)firewall (?:three-color-)?policer (\S+)/],
    uses: [/\bfirewall .{0,300}\sthen policer (\S+)$/, /\binterfaces .{0,300}\spolicer (?:input|output|arp) (\S+)$/],
  },
  {
    label: 'address',
    defines: [/\baddress-book (?:\S+ )?address(?:-set)? (\S+)/],
    uses: [/\bpolicies .{0,300}\smatch (?:source|destination)-address (\[[^[\]]{0,4000}\]|[^\s[]+)$/],
    builtIn: /^(?:any|any-ipv4|any-ipv6)$/,
  },
  {
    label: 'application',
    defines: [/(?:^|\s)applications application(?:-set)? (\S+)/],
    uses: [/\bpolicies .{0,300}\smatch application (\[[^[\]]{0,4000}\]|[^\s[]+)$/],
    builtIn: /^(?:any|junos-.*)$/,
  },
  {
    label: 'security zone',
    defines: [/\bsecurity-zone (\S+)/],
    uses: [/\bsecurity policies from-zone (\S+)/, /\bsecurity policies from-zone \S+ to-zone (\S+)/],
    builtIn: /^junos-host$/,
  },
  {
    label: 'group',
    defines: [/^groups (\S+)/],
    uses: [/\bapply-groups (\[[^[\]]{0,2000}\]|[^\s[]+)$/],
    builtIn: /^(?:junos-defaults|.{0,300}\$.*|node\d|re\d)$/,
    needsDefinitions: true,
  },
];

/** Junos, in braces and in `set` form alike. */
export const junosThings: readonly Thing[] = things.map((thing) => ({ ...thing, kinds: ['junos'], isWhole: true }));
