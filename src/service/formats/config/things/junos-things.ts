import type { Thing } from './thing.ts';

const never = /^$/;
const kinds = ['junos'];
const isWhole = true;

/** Junos, in braces and in `set` form alike. */
export const junosThings: readonly Thing[] = [
  {
    label: 'policy statement',
    kinds,
    isWhole,
    defines: [/(?:^|\s)policy-options policy-statement ([^\s<]+)/],
    uses: [
      /\b(?:protocols|routing-options|routing-instances) .*\s(?:import|export|vrf-import|vrf-export|instance-import|export-policy) (\[.*\]|\(.*\)|[^\s[(]+)$/,
      /\bpolicy-options policy-statement .* from policy (\[.*\]|\S+)$/,
    ],
    builtIn: /^(?:&&|\|\||!|route-target|community|.*[<*].*)$/,
    isReportedUnused: true,
  },
  {
    label: 'prefix list',
    kinds,
    isWhole,
    defines: [/(?:^|\s)policy-options prefix-list ([^\s<]+)/],
    uses: [
      /\b(?:policy-statement|firewall) .*\s(?:source-|destination-)?prefix-list(?:-filter)? ([^\s<[]+)/,
      /\b(?:snmp|system) .*\sprefix-list ([^\s<[]+)/,
    ],
    builtIn: never,
    isReportedUnused: true,
  },
  {
    label: 'community',
    kinds,
    isWhole,
    defines: [/(?:^|\s)policy-options community (\S+)/],
    uses: [
      /\bpolicy-statement .*\sfrom community (\[.*\]|[^\s[]+)$/,
      /\bpolicy-statement .*\sthen community (?:add|set|delete|\+|-|=) (\S+)$/,
    ],
    builtIn: never,
    isReportedUnused: true,
  },
  {
    label: 'AS path',
    kinds,
    isWhole,
    defines: [/(?:^|\s)policy-options as-path(?:-group)? (\S+)/],
    uses: [/\bpolicy-statement .*\sfrom as-path(?:-group)? (\[.*\]|[^\s[]+)$/],
    builtIn: never,
    isReportedUnused: true,
  },
  {
    label: 'firewall filter',
    kinds,
    isWhole,
    defines: [/(?:^|\s)firewall (?:family \S+ )?(?:simple-)?filter ([^\s<]+)/],
    uses: [/\binterfaces .*\sfilter (?:input|output|input-list|output-list) (\[.*\]|[^\s[]+)$/],
    builtIn: never,
    isReportedUnused: true,
  },
  {
    label: 'policer',
    kinds,
    isWhole,
    defines: [/(?:^|\s)firewall (?:three-color-)?policer (\S+)/],
    uses: [/\bfirewall .*\sthen policer (\S+)$/, /\binterfaces .*\spolicer (?:input|output|arp) (\S+)$/],
    builtIn: never,
    isReportedUnused: false,
  },
  {
    label: 'address',
    kinds,
    isWhole,
    defines: [/\baddress-book (?:\S+ )?address(?:-set)? (\S+)/],
    uses: [/\bpolicies .*\smatch (?:source|destination)-address (\[.*\]|[^\s[]+)$/],
    builtIn: /^(?:any|any-ipv4|any-ipv6)$/,
    isReportedUnused: false,
  },
  {
    label: 'application',
    kinds,
    isWhole,
    defines: [/(?:^|\s)applications application(?:-set)? (\S+)/],
    uses: [/\bpolicies .*\smatch application (\[.*\]|[^\s[]+)$/],
    builtIn: /^(?:any|junos-.*)$/,
    isReportedUnused: false,
  },
  {
    label: 'security zone',
    kinds,
    isWhole,
    defines: [/\bsecurity-zone (\S+)/],
    uses: [/\bsecurity policies from-zone (\S+)/, /\bsecurity policies from-zone \S+ to-zone (\S+)/],
    builtIn: /^junos-host$/,
    isReportedUnused: false,
  },
  {
    label: 'group',
    kinds,
    isWhole,
    defines: [/^groups (\S+)/],
    uses: [/\bapply-groups (\[.*\]|[^\s[]+)$/],
    builtIn: /^(?:junos-defaults|.*\$.*|node\d|re\d)$/,
    needsDefinitions: true,
    isReportedUnused: false,
  },
];
