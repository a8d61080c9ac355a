import type { Entity } from './entities.ts';

const ipv4 = String.raw`\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}`;
const namedAddress = new RegExp(
  String.raw`(?:from|client|rhost=|by|peer|src|source|remote|addr(?:ess)?)[ :=["]{1,3}(${ipv4})(?![\d.])`,
  'i',
);
const anyAddress = new RegExp(`(?<![\\d.])(${ipv4})(?![\\d.])`);
export const isAddress = /^\[?(?:\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|[0-9a-f]{0,4}:[0-9a-f:.]+)\]?(?::\d{1,5})?$/i;

/** Which end of a connection is meant stands before the noun: "blocked source addresses". */
const endNouns = '(?:ip|ips|ip address|address|addresse|host|machine|server)';

/** The ends of connections, which a noun alone does not tell apart. */
export const networkEntities: readonly Entity[] = [
  {
    kind: 'address',
    nouns: new RegExp(`^(?:source|src|client|remote|attacking|attacker|origin|sending) ${endNouns}$`),
    fields: [
      'srcip',
      'src_ip',
      'source_ip',
      'srcaddr',
      'src_addr',
      'source_address',
      'src',
      'id_orig_h',
      'client_ip',
      'c_ip',
      'client',
      'remote_addr',
      'source',
    ],
    accepts: isAddress,
    inText: (text) => first(/\bsrc(?:ip)?[=: ]["']?((?:\d{1,3}\.){3}\d{1,3})/i, text) ?? addressIn(text),
    normal: withoutPort,
  },
  {
    kind: 'address',
    nouns: new RegExp(`^(?:destination|dest|dst|target|targeted|victim|receiving|attacked|scanned) ${endNouns}$`),
    fields: [
      'dstip',
      'dst_ip',
      'dest_ip',
      'destination_ip',
      'dstaddr',
      'dst_addr',
      'destination_address',
      'dst',
      'dest',
      'id_resp_h',
      'server_ip',
      's_ip',
      'target',
      'destination',
    ],
    accepts: isAddress,
    inText: (text) =>
      first(/\b(?:dst|dest)(?:ip)?[=: ]["']?((?:\d{1,3}\.){3}\d{1,3})/i, text) ??
      first(/(?:->|=>| to )\s?((?:\d{1,3}\.){3}\d{1,3})/, text),
    normal: withoutPort,
  },
  {
    kind: 'destination port',
    nouns: /^(?:(?:destination|dest|dst|target|targeted|scanned|attacked|server) )?port$/,
    fields: ['dstport', 'dst_port', 'dport', 'dest_port', 'destination_port', 'dpt', 'id_resp_p'],
    accepts: /^\d{1,5}$/,
    inText: (text) => first(/\bDPT=(\d{1,5})\b/, text),
  },
  {
    kind: 'site',
    nouns: /^(?:site|website|domain|hostname)$/,
    fields: ['site', 'cs_host', 'domain', 'http_host', 'server_name', 'host'],
    accepts: /[a-z].*\.[a-z]/i,
    inText: (text) => first(/\bhttps?:\/\/([^\s/:"'?]+)/, text),
  },
];

/** The address that a line of free text comes from, else the first it names. */
export function addressIn(text: string): string | undefined {
  return first(namedAddress, text) ?? first(anyAddress, text);
}

export function withoutPort(value: string): string {
  return value.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1');
}

function first(pattern: RegExp, text: string): string | undefined {
  return pattern.exec(text)?.[1];
}
