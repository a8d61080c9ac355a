import type { ConfigKind } from './config-kind.ts';

const commands = ['commands'] as const;

/** Routers, switches and firewalls. The more particular ones stand first. */
export const networkKinds: readonly ConfigKind[] = [
  { id: 'iptables', label: 'iptables', syntaxes: ['iptables'] },
  { id: 'fortios', label: 'FortiOS', syntaxes: ['nested edits'] },
  {
    id: 'panos',
    label: 'PAN-OS',
    syntaxes: ['xml', 'set commands'],
    marks: [
      /<config [^>]{0,200}urldb=|<mgt-config>|<rulebase>[\s\S]{0,80}<security>|^set (?:\S+ ){0,8}(?:deviceconfig system|rulebase (?:security|nat) rules|network interface ethernet ethernet\d)/m,
    ],
  },
  {
    id: 'gaia',
    label: 'Check Point Gaia',
    syntaxes: ['set commands', ...commands],
    marks: [/^set interface \S+ (?:state (?:on|off)|ipv4-address|link-speed)/m],
  },
  {
    id: 'vyos',
    label: 'VyOS',
    syntaxes: ['braces', 'set commands', ...commands],
    marks: [
      /^(?:interfaces \{\s+(?:ethernet|bonding|bridge|dummy|loopback) \w+ \{|set interfaces (?:ethernet eth|loopback lo))|vyos-config-version|vyatta-config-version/m,
    ],
  },
  {
    id: 'junos',
    label: 'Junos',
    syntaxes: ['set commands'],
    marks: [
      /^(?:set|deactivate|delete) (?:version|system|interfaces|routing-options|protocols|policy-options|firewall|security|groups|logical-systems|chassis|snmp|routing-instances|vlans|class-of-service|applications|forwarding-options|access|apply-groups) /m,
    ],
  },
  {
    id: 'junos',
    label: 'Junos',
    syntaxes: ['braces'],
    marks: [
      /^(?:groups|system|interfaces|routing-options|protocols|policy-options|firewall|security|chassis|snmp|routing-instances|vlans|forwarding-options|class-of-service|applications|logical-systems|ethernet-switching-options|event-options|multicast-snooping-options) \{/m,
    ],
  },
  {
    id: 'f5',
    label: 'BIG-IP',
    syntaxes: ['braces'],
    marks: [/^(?:ltm|net|sys|auth|apm|asm|gtm|cm) [a-z][\w-]*(?: \S+){1,3} \{/m],
  },
  {
    id: 'nftables',
    label: 'nftables',
    marks: [
      /^[^\S\n]*table (?:inet|ip|ip6|arp|bridge|netdev) \w+ \{|^[^\S\n]*add (?:rule|chain|table) (?:inet|ip6?) /m,
    ],
  },
  {
    id: 'pf',
    label: 'pf',
    syntaxes: ['commands', 'properties', 'braces'],
    marks: [
      /^(?:pass|block)(?: (?:in|out|drop|return|quick|all|log)){0,20} .*(?:all|from|on|inet)|^block (?:in |out )?all/m,
    ],
    names: /^pf\.conf/,
    lines: {
      pattern:
        /^\s*(?:pass|block|match|scrub|antispoof|table <|set (?:skip|block-policy|limit|loginterface|optimization|timeout|state-policy|ruleset|debug)|nat(?: pass)? on|rdr(?: pass)? on|binat|anchor|load anchor|\w+ ?= ?["{\w]|\()/,
      share: 0.8,
      least: 3,
    },
  },
  {
    id: 'routeros',
    label: 'RouterOS',
    syntaxes: ['commands', 'properties'],
    marks: [
      /^\/(?:interface|ip|ipv6|system|routing|queue|tool|user|ppp|snmp|certificate|caps-man|radius)(?: [\w-]+)*(?: (?:add|set) .*)?$/m,
      /^(?:\/.{0,300} )?(?:add|set) .*=/m,
    ],
  },
  {
    id: 'vrp',
    label: 'VRP',
    syntaxes: commands,
    marks: [/^[^\S\n]*sysname \S+/m, /^#\s*$/m],
  },
  {
    id: 'asa',
    label: 'ASA',
    syntaxes: commands,
    marks: [/^(?:ASA|PIX|FWSM) Version|^[^\S\n]+nameif \S+|^nameif \S+ \S+ security/m],
  },
  {
    id: 'nxos',
    label: 'NX-OS',
    syntaxes: commands,
    marks: [
      /^(?:feature [a-z][\w-]+|vdc \S+ id \d|!Command: show |boot nxos|vpc domain \d)/m,
      /^(?:vrf context|interface (?:Ethernet\d+\/|Vlan\d|mgmt0|port-channel|loopback)|version \d|hostname|vlan|router|feature)/m,
    ],
  },
  {
    id: 'xr',
    label: 'IOS XR',
    syntaxes: commands,
    marks: [
      /^!! IOS XR|^(?:route-policy|prefix-set|community-set|as-path-set) |^[^\S\n]+ipv4 address |^interface (?:MgmtEth|Bundle-Ether|HundredGigE)/m,
    ],
  },
  {
    id: 'eos',
    label: 'EOS',
    syntaxes: commands,
    marks: [
      /^! (?:device|Command): .*(?:EOS|DCS)|^transceiver qsfp|^daemon TerminAttr|^service routing protocols model|^management api http-commands|^mlag configuration/m,
    ],
  },
  { id: 'frr', label: 'FRR', syntaxes: commands, marks: [/^frr (?:version|defaults)|^! Zebra configuration/m] },
  {
    id: 'ios',
    label: 'IOS',
    syntaxes: commands,
    marks: [
      /^(?:hostname|version \d|interface [A-Z][A-Za-z-]*\s?\d|router (?:bgp|ospf|eigrp|rip|isis)|ip access-list|access-list \d|route-map|line (?:con|vty|aux)|aaa |ip route |crypto |boot-start-marker|username|snmp-server|logging |ntp )/m,
    ],
  },
];
