import type { Thing } from './thing.ts';

const isWhole = true;
const targets =
  /^(?:ACCEPT|DROP|REJECT|LOG|NFLOG|ULOG|RETURN|QUEUE|NFQUEUE|MASQUERADE|SNAT|DNAT|REDIRECT|MARK|CONNMARK|TCPMSS|TOS|DSCP|TTL|NOTRACK|CT|SET|TPROXY|NETMAP|CLASSIFY|AUDIT|CHECKSUM|TRACE|TEE|SECMARK|CONNSECMARK|HL|ECN|SYNPROXY|RATEEST|CLUSTERIP|IDLETIMER|LED|MIRROR|BALANCE|INPUT|OUTPUT|FORWARD|PREROUTING|POSTROUTING|BROUTING|HMARK|SAME|TCPOPTSTRIP|FLOWOFFLOAD)$/;

/** Firewalls of all makers. */
export const firewallThings: readonly Thing[] = [
  {
    label: 'chain',
    kinds: ['iptables'],
    defines: [/^:(\S+) /, /^-N (\S+)/],
    uses: [/^-[AI] \S+ .*-[jg] ([\w-]+)/, /^-[AI] (\S+)/],
    builtIn: targets,
  },
  {
    label: 'chain',
    kinds: ['nftables'],
    defines: [/^(?:add )?chain (?:(?:inet|ip6?) \w+ )?([\w-]+)/],
    uses: [/\b(?:jump|goto) ([\w-]+)/g],
  },
  {
    label: 'set',
    kinds: ['nftables'],
    defines: [/^(?:add )?(?:set|map|flowtable|counter|quota) (?:(?:inet|ip6?) \w+ )?([\w-]+)/],
    uses: [/(?<![\w.])@([A-Za-z][\w-]*)/g],
    builtIn: /^(?:th|nh|ll|ih)$/,
    isReportedUnused: true,
  },
  {
    label: 'variable',
    kinds: ['nftables'],
    defines: [/^(?:re)?define ([\w-]+) ?=/],
    uses: [/\$([A-Za-z][\w-]*)/g],
    isReportedUnused: true,
  },
  {
    label: 'table',
    kinds: ['pf'],
    defines: [/^table <([^>\s]+)>/],
    uses: [/(?<!^table )<([A-Za-z][\w-]*)>/g],
    builtIn: /^(?:self|__.*)$/,
  },
  {
    label: 'macro',
    kinds: ['pf'],
    defines: [/^([A-Za-z]\w*) ?= ?["{\w]/],
    uses: [/\$([A-Za-z]\w*)/g],
    builtIn: /^(?:nr|srcaddr|srcport|dstaddr|dstport|proto|if)$/,
    isReportedUnused: true,
  },
  {
    label: 'address object',
    kinds: ['fortios'],
    isWhole,
    defines: [
      /config firewall (?:address6?|addrgrp6?|vip6?|vipgrp6?|wildcard-fqdn custom|multicast-address) edit "?([^"]+?)"?$/,
    ],
    uses: [
      /config firewall (?:policy|security-policy|proxy-policy) edit \S+ set (?:src|dst)addr (.+)$/,
      /config firewall addrgrp edit .{0,300} set member (.+)/,
    ],
    builtIn: /^(?:all|none|SSLVPN_TUNNEL_ADDR1|FABRIC_DEVICE|FIREWALL_AUTH_PORTAL_ADDRESS)$/,
    needsDefinitions: true,
    isReportedUnused: true,
  },
  {
    label: 'interface',
    kinds: ['fortios'],
    isWhole,
    defines: [
      /config system (?:interface|zone|sdwan|switch-interface|virtual-wan-link)(?: config zone)? edit "?([^"]+?)"?$/,
      /config vpn ipsec phase1-interface edit "?([^"]+?)"?$/,
    ],
    uses: [
      /config firewall policy edit \S+ set (?:src|dst)intf (.+)$/,
      /config router static edit \S+ set device (.+)$/,
    ],
    builtIn: /^(?:any|virtual-wan-link|ssl\.\S+|l2t\.\S+|naf\.\S+|loopback|ha|modem)$/,
    needsDefinitions: true,
  },
  {
    label: 'service object',
    kinds: ['fortios'],
    isWhole,
    defines: [/config firewall service (?:custom|group) edit "?([^"]+?)"?$/],
    uses: [
      /config firewall policy edit \S+ set service (.+)$/,
      /config firewall service group edit .{0,300} set member (.+)/,
    ],
    builtIn: /^(?:ALL\w*|[A-Z0-9_ -]+)$/,
    needsDefinitions: true,
  },
  {
    label: 'zone',
    kinds: ['panos'],
    isWhole,
    defines: [/(?:^|\s)zone (\S+) network/],
    uses: [/\bsecurity rules (?:"[^"]+"|\S+) (?:from|to) (\[.*\]|[^\s[]+)$/],
    builtIn: /^(?:any|multicast)$/,
    needsDefinitions: true,
  },
  {
    label: 'address object',
    kinds: ['panos'],
    isWhole,
    defines: [/(?:^|shared |vsys \S+ |device-group \S+ )address(?:-group)? (\S+)/],
    uses: [/\b(?:security|nat) rules (?:"[^"]{1,300}"|\S+) (?:source|destination) (\[.*\]|[^\s[]+)$/],
    builtIn: /^(?:any|\d[\d./:-]*|[A-Z]{2}|panw-.*)$/,
    needsDefinitions: true,
  },
  {
    label: 'interface list',
    kinds: ['routeros'],
    isWhole,
    defines: [/^\/interface list add .*?\bname="?([^"\s]+)/],
    uses: [/\b(?:in|out)-interface-list=!?"?([^"\s]+)/g],
    builtIn: /^(?:all|none|dynamic|static)$/,
  },
  {
    label: 'address pool',
    kinds: ['routeros'],
    isWhole,
    defines: [/^\/ip(?:v6)? pool add .*?\bname="?([^"\s]+)/],
    uses: [/\baddress-pool="?([^"\s]+)/],
    builtIn: /^(?:static-only|none)$/,
  },
  {
    label: 'address list',
    kinds: ['routeros'],
    isWhole,
    defines: [/^\/ip(?:v6)? firewall address-list add .*?\blist="?([^"\s]+)/, /\baddress-list="?([^"\s]+)/],
    uses: [/\b(?:src|dst)-address-list=!?"?([^"\s]+)/g],
  },
  {
    label: 'chain',
    kinds: ['routeros'],
    isWhole,
    defines: [/\bchain="?([^"\s]+)/],
    uses: [/\bjump-target="?([^"\s]+)/],
  },
];
