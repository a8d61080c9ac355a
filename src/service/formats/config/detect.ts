import type { Sample } from '../format.ts';
import { meaningfulLines, syntaxOf } from './syntax-of.ts';

const configName = /\.(?:cfg|conf|config|cnf|ini|ya?ml|json[c5]?|xml|plist|properties|toml|env|iptables|rules|set)$/i;
const namedBonus = 0.1;

/** How surely a file is a configuration: by its grammar, and only where its lines are no records of moments. */
export function detectConfig(sample: Sample): number {
  if (sample.memberNames || sample.head.subarray(0, 4096).includes(0)) return 0;
  const isWhole = sample.head.length >= sample.sizeBytes;
  const text = new TextDecoder().decode(sample.head);
  const claim = sureness(text, isWhole);
  if (claim === 0) return configName.test(sample.name) && isUntimedKeyText(text) ? 0.3 : 0;
  return Math.min(0.98, claim + (configName.test(sample.name) ? namedBonus : 0));
}

function sureness(text: string, isWhole: boolean): number {
  if (/^\s*[!#]\s*RANCID-CONTENT-TYPE:/m.test(text.slice(0, 2000))) return 0.98;
  const lines = meaningfulLines(text).slice(0, 3000);
  if (lines.length === 0) return /^\s*!/m.test(text) ? 0.5 : 0;
  const syntax = syntaxOf(text);
  if (syntax === 'json') return jsonSureness(text, isWhole);
  if (syntax === 'xml') return xmlSureness(text);
  const timed = timedShare(text, lines);
  if (timed > 0.1 || (timed > 0 && (syntax === 'yaml' || syntax === 'properties'))) return 0;
  switch (syntax) {
    case 'iptables':
      return 0.95;
    case 'set commands':
    case 'nested edits':
      return lines.length >= 2 ? 0.85 : 0.6;
    case 'braces':
      return shareOf(lines, /[;{}]\s*$|^\s*[\w./*-]+(?: [^.!?]{1,120})?$/) > 0.8 ? 0.8 : 0;
    case 'ini':
      return shareOf(lines, /^\s*\[|^\s*[\w."'/-][^=]{0,80}=/) > 0.6 ? 0.85 : 0;
    case 'yaml':
      return keysRepeatLittle(lines, /^(\s*[\w./"'-]+):/) && lines.length >= 3 ? 0.65 : 0.3;
    case 'properties':
      return lines.length >= 2 && keysRepeatLittle(lines, /^\s*(?:export )?([^\s=]+)\s*=/) ? 0.65 : 0.3;
    case 'commands':
      return commandSureness(text, lines);
  }
}

/** A time of day, a date, a time since boot, or a level, as the first thing of a line: a record, not a setting. */
const momentStart =
  /^\s*(?:<\d{1,3}>)?\[?\s*(?:\d{4}[-/.]\d\d?[-/.]\d\d?[T ,_]|\d\d?[-/.]\d\d?[-/.]\d{2,4}[T ,]|\d\d:\d\d:\d\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d|\d{1,7}\.\d{3,9}\]|\d{10,19}[ .]|(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b)/;

const timeOfDay = /(?:^|[\sT[(=])\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?:$|[\sZ\])+-])/;
const headerLines = 10;

/** How many of the lines tell a moment. A device prints when it was asked, in comments at the top: they do not count. */
function timedShare(text: string, lines: readonly string[]): number {
  const settings = lines.filter(
    (line) => momentStart.test(line) || (timeOfDay.test(line.slice(0, 100)) && !/^\s*timeout /.test(line)),
  );
  const comments = text
    .split('\n')
    .slice(headerLines, 3000)
    .filter((line) => /^\s*[#!;]/.test(line) && timeOfDay.test(line.slice(0, 100)));
  return (settings.length + comments.length) / (lines.length + comments.length);
}

const commandWords = new Set(
  `aaa access-group access-list access-policy address address-family aggregate alias apply archive area arp as-path
  as-path-set auto autonomous-system banner bfd bgp boot boot-start-marker boot-end-marker bridge call-home channel-group
  cdp class class-map clock community-list community-set config configure control-plane controller crypto cts daemon
  default deny description dhcp diagnostic dial-peer dns domain domain-name dot1x enable encapsulation end errdisable exit
  exit-address-family extcommunity-list failover fabric fax feature feature-set flow frr ftp group hostname http hw-module
  iface import inspect install interface ip ipc ipv4 ipv6 isis isdn key keepalive l2vpn lacp ldap license link lldp
  local logging login mac mac-address-table management match memory-size mgmt mlag mls monitor mpls mtu multilink name
  name-server nameif names nat neighbor net netdestination network no ntp nv object object-group ospf pager passwd
  password peer peer-group permit pim platform policy policy-map policy-statement port port-channel port-profile
  power prefix-list prefix-set privilege prompt qos queue-monitor radius radius-server redundancy remark return rip rmon
  role route route-map route-policy route-target router router-id sampler scheduler security-level service
  service-policy set shutdown sla slb snmp snmp-server sntp spanning-tree speed ssh ssl stack standby static stp subnet
  switch switchport sys sysname table-map tacacs tacacs-server tag tagged telnet template terminal tftp threat-detection
  time-range timeout track traffic-policy transceiver trunk tunnel tunnel-group udld undo unit untagged upgrade url
  user username user-interface version vdc virtual-service vlan vlans voice vpc vpdn vrf vrf-context vrrp vtp vtep vxlan
  wlan zone zone-pair ap dot11 end-policy end-set endif else elseif if pass drop done ltm apm asm wom
  netservice aruba ether-service flow-export global-protect asdm arp-nacl dynamic-access-policy-record certificate quit`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words of everyday English are commands only in company. */
const nounCommand =
  /^(?:no )?(?:line (?:con|vty|aux|tty|default|card|console|template|\d)|system (?:\{|mtu|jumbo|default|qos|services|max|reload|linecard|virtual|image|config))/;

/** Router and firewall text: commands from a small vocabulary, blocks by indentation, `!` as a full stop. */
function commandSureness(text: string, lines: readonly string[]): number {
  const outer = lines.filter((line) => /^\S/.test(line));
  const counted = outer.length > 0 ? outer : lines;
  const known = counted.filter((line) => {
    const words = line.trim().toLowerCase().split(/\s+/);
    const word =
      words[0] === 'no' || words[0] === 'undo' || words[0] === 'default' ? (words[1] ?? words[0]) : words[0]!;
    return (
      commandWords.has(word) ||
      nounCommand.test(line.trim()) ||
      (word.startsWith('/') && /^\/[a-z]+(?: [a-z-]+)*$/.test(line.trim()))
    );
  }).length;
  const share = known / counted.length;
  const sentences = shareOf(lines, /[.!?:]\s*$|\S, \S/);
  const stops = text.split('\n').filter((line) => /^\s*!/.test(line)).length;
  const isNamed = lines.some((line) => /^(?:hostname|sysname|switchname|host-name) "?[\w.-]+"?;?$/.test(line.trim()));
  if (isNamed && (stops > 0 || share >= 0.3 || /^\s*#\s*$/m.test(text))) return 0.8;
  if (share >= 0.6 && sentences < 0.4) return lines.length === 1 && stops === 0 ? 0.5 : 0.8;
  if (share >= 0.3 && sentences < 0.4 && (stops > 0 || lines.length >= 5)) return 0.65;
  if (stops >= 2 && stops >= lines.length * 0.1 && sentences < 0.3) return 0.6;
  return 0;
}

function jsonSureness(text: string, isWhole: boolean): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.slice(0, 5).filter((line) => parseObject(line) !== undefined).length;
  if (records >= 2) return 0;
  if (/"traceEvents"\s*:|"ph"\s*:\s*"[A-Za-z]"/.test(text)) return 0;
  const value = isWhole ? parseObject(text) : undefined;
  if (value) {
    if (lines.length === 1 || Array.isArray(value)) {
      const sample = Array.isArray(value) ? value.slice(0, 20) : [value];
      const timed = sample.filter((each) => isObject(each) && Object.keys(each).some((key) => timeKey.test(key)));
      if (timed.length > sample.length / 2) return 0;
    }
    return 0.85;
  }
  // Broken or cut off: one record a line is a log, one key a line is a document.
  if (lines.length >= 2 && lines.slice(0, 20).filter((line) => /^\s*\{.*[:,]/.test(line)).length > 1) return 0.1;
  return shareOf(lines, /^\s*(?:"[^"]*"\s*:|[\]})]|[[{]$|"[^"]*",?$|[\d.-]+,?$|\/\/|true|false|null)/) > 0.7
    ? 0.7
    : 0.2;
}

const timeKey = /^@?(?:t|ts|time|timestamp|date|datetime|eventtime|__REALTIME_TIMESTAMP|.*(?:Timestamp|_time|_at))$/i;

function xmlSureness(text: string): number {
  const first = /<(?!\?|!)\s*([\w:.-]+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  if (['html', 'event', 'events', 'log4j:event', 'record', 'log', 'testsuite', 'testsuites'].includes(first)) return 0;
  return first !== '' && /^\s*<(?:\?xml|!--|!DOCTYPE|[\w:.-]+[\s>/])/i.test(text) ? 0.8 : 0;
}

function keysRepeatLittle(lines: readonly string[], key: RegExp): boolean {
  const keys = lines.flatMap((line) => key.exec(line)?.[1] ?? []);
  return keys.length > 0 && new Set(keys).size / keys.length > 0.5;
}

/** For a name that says configuration: no line tells a moment, and something looks like a setting. */
function isUntimedKeyText(text: string): boolean {
  const lines = meaningfulLines(text).slice(0, 1000);
  return (
    lines.length > 0 && !lines.some((line) => momentStart.test(line)) && shareOf(lines, /^\s*[\w.-]+[ =:]\s*\S/) > 0.5
  );
}

function shareOf(lines: readonly string[], pattern: RegExp): number {
  return lines.length === 0 ? 0 : lines.filter((line) => pattern.test(line.slice(0, 500))).length / lines.length;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
