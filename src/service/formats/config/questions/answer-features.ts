import type { ConfigText } from '../config-text.ts';
import { wholeTextOf } from '../rules/whole-text.ts';
import { type ConfigAnswer, fromFile } from './config-answer.ts';

interface Feature {
  asked: RegExp;
  label: string;
  /** Over a statement with what encloses it in front. */
  on: RegExp;
  off: RegExp;
}

const features: readonly Feature[] = [
  {
    asked: /\btelnet\b/i,
    label: 'Telnet',
    on: /\btransport input (?:.{0,300}\b)?(?:telnet|all)\b|^feature telnet$|^telnet (?:server|\d)|system services telnet\b|protocol inbound (?:telnet|all)|allowaccess .*\btelnet\b|^service telnet/,
    off: /\btransport input (?:ssh|none)$|^no feature telnet|protocol inbound ssh|^(?:undo|no) telnet/,
  },
  {
    asked: /\bssh\b/i,
    label: 'SSH',
    on: /\btransport input (?:.{0,300}\b)?(?:ssh|all)\b|^ip ssh |^ssh server|system services ssh\b|protocol inbound (?:ssh|all)|allowaccess .*\bssh\b|^service ssh|^feature ssh|^management ssh|^ssh \d|^stelnet server enable/,
    off: /\btransport input (?:telnet|none)$|^no (?:feature ssh|ip ssh)/,
  },
  {
    asked: /\bhttps\b|\bsecure[- ]server\b/i,
    label: 'HTTPS',
    on: /^ip http secure-server|web-management https|allowaccess .{0,300}\bhttps\b|^feature nxapi|^https-server/,
    off: /^no ip http secure-server/,
  },
  {
    asked: /\bhttp\b|\bweb (?:server|interface)\b/i,
    label: 'HTTP',
    on: /^ip http server|web-management http(?:$| )|allowaccess (?:.{0,300} )?http(?: |$)|^http server enable/,
    off: /^no ip http server/,
  },
  {
    asked: /\bsnmp\b/i,
    label: 'SNMP',
    on: /^snmp-server (?!location|contact)|^snmp (?:community|v3)|^snmp-agent|config system snmp|^rocommunity|^service snmp/,
    off: /^no snmp-server|^(?:set )?snmp agent off/,
  },
  {
    asked: /\bntp\b/i,
    label: 'NTP',
    on: /^ntp (?:server|peer|source|master)|system ntp server|^service ntp|^(?:pool|server) \S+ .*i?burst/,
    off: /^no ntp|^ntp disable/,
  },
  {
    asked: /\bospf\b/i,
    label: 'OSPF',
    on: /^router ospfv?3?\b|protocols ospf|^ospf \d|^feature ospf/,
    off: /^no router ospf/,
  },
  { asked: /\bbgp\b/i, label: 'BGP', on: /^router bgp|protocols bgp|^bgp \d|^feature bgp/, off: /^no router bgp/ },
  { asked: /\b(?:is-?is)\b/i, label: 'IS-IS', on: /^router isis|protocols isis|^isis \d/, off: /^no router isis/ },
  { asked: /\beigrp\b/i, label: 'EIGRP', on: /^router eigrp/, off: /^no router eigrp/ },
  {
    asked: /\bnat\b/i,
    label: 'Address translation',
    on: /\bip nat (?:inside|outside|source|pool)|^nat |security nat|-j (?:MASQUERADE|SNAT|DNAT)|set nat enable|firewall nat|^object network .* nat /,
    off: /set nat disable/,
  },
  {
    asked: /\bspanning[- ]tree\b|\bstp\b/i,
    label: 'Spanning tree',
    on: /^spanning-tree |^stp |protocols r?stp/,
    off: /^no spanning-tree|^stp disable/,
  },
  {
    asked: /\bcdp\b/i,
    label: 'CDP',
    on: /^cdp (?:run|enable)|^interface .* cdp enable/,
    off: /^no cdp (?:run|enable)|^interface .* no cdp enable/,
  },
  {
    asked: /\blldp\b/i,
    label: 'LLDP',
    on: /^lldp (?:run|enable)|protocols lldp|^feature lldp/,
    off: /^no lldp (?:run|enable)/,
  },
  {
    asked: /\bdhcp\b/i,
    label: 'DHCP',
    on: /^(?:ip dhcp pool|service dhcp|dhcp enable|ip dhcp-server|feature dhcp)|address dhcp$|dhcp-local-server|^subnet \S+ netmask|inet dhcp$/,
    off: /^no service dhcp/,
  },
  {
    asked: /\baaa\b|\btacacs\b|\bradius\b/i,
    label: 'AAA',
    on: /^aaa new-model|^aaa (?:authentication|group)|^(?:tacacs|radius)-server|^feature tacacs|system (?:tacplus|radius)-server/,
    off: /^no aaa new-model/,
  },
  {
    asked: /\bpassword[- ]encryption\b|\bpasswords? (?:are )?encrypted\b/i,
    label: 'Password encryption',
    on: /^service password-encryption/,
    off: /^no service password-encryption/,
  },
  {
    asked: /\broot\b.{0,20}\blog ?in\b|permitrootlogin/i,
    label: 'Login as root',
    on: /^PermitRootLogin (?:yes|prohibit-password|without-password)/i,
    off: /^PermitRootLogin no/i,
  },
  {
    asked: /\bpassword (?:auth\w*|logins?)\b|passwordauthentication/i,
    label: 'Login by password',
    on: /^PasswordAuthentication yes/i,
    off: /^PasswordAuthentication no/i,
  },
  { asked: /\banonymous\b/i, label: 'Anonymous access', on: /^allow_anonymous true/, off: /^allow_anonymous false/ },
  { asked: /\bvpc\b/i, label: 'vPC', on: /^vpc domain|^feature vpc/, off: /^no feature vpc/ },
  { asked: /\bip forwarding\b|\brouting\b/i, label: 'IP routing', on: /^ip routing$/, off: /^no ip routing$/ },
];

/** "is telnet enabled", "is debug on": yes or no with the lines that say so. */
export function answerFeature(question: string, config: ConfigText): ConfigAnswer | undefined {
  if (
    !/^(?:and |so |hey,? )?(?:is|are|was|does|do|has|have|can)\b.*\b(?:enabled?|disabled?|on|off|active|allowed|permitted|running|configured|used|use|possible|set up|turned|log ?in|have|has)\b/i.test(
      question,
    )
  )
    return undefined;
  const feature = features.find(({ asked }) => asked.test(question));
  return (
    (feature && config.statements.length > 0 ? ofFeature(feature, config) : undefined) ?? ofSetting(question, config)
  );
}

function ofFeature({ label, on, off }: Feature, { statements }: ConfigText): ConfigAnswer {
  const texts = statements.map((statement) => ({
    whole: wholeTextOf(statement).slice(0, 500),
    text: statement.text,
    line: statement.line,
    parent: statement.parentLine,
  }));
  const saying = (pattern: RegExp) => {
    // What lies in a block that turns it on says nothing more.
    const own = texts.filter(({ text }) => pattern.test(text.replace(/^set /, '')));
    return own.length > 0 ? own : texts.filter(({ whole }) => pattern.test(whole));
  };
  const proofOf = (lines: typeof texts) =>
    lines.slice(0, 8).map(({ text, line, parent }) => ({
      text: [fromFile(text)],
      lines: parent === undefined ? [line] : [parent, line],
    }));
  const [enabled, disabled] = [saying(on).filter(({ text }) => !/^(?:no|undo) /.test(text)), saying(off)];
  if (enabled.length > 0 && disabled.length > 0)
    return {
      sentence: [`Yes: ${label} is on in ${places(enabled.length)}, and off in ${places(disabled.length)}`],
      proof: [...proofOf(enabled), ...proofOf(disabled)].slice(0, 12),
    };
  if (enabled.length > 0)
    return {
      sentence: [
        `Yes: ${label} is on, by `,
        fromFile(enabled[0]!.text),
        ...(enabled.length > 1 ? [` and ${enabled.length - 1} more`] : []),
      ],
      proof: proofOf(enabled),
    };
  if (disabled.length > 0)
    return { sentence: [`No: ${label} is off, by `, fromFile(disabled[0]!.text)], proof: proofOf(disabled) };
  return { sentence: [`No line of this configuration turns ${label} on`], proof: [], isOpen: true };
}

function places(count: number): string {
  return count === 1 ? 'one place' : `${count} places`;
}

/** A truth of a key whose words are all in the question. */
function ofSetting(question: string, { settings }: ConfigText): ConfigAnswer | undefined {
  const words = new Set(question.toLowerCase().split(/[^a-z\d]+/));
  const truths = settings.filter(({ value }) => /^(?:true|false|yes|no|on|off|0|1|enabled|disabled)$/i.test(value));
  const fitting = truths.filter(({ keys }) => {
    const own = keys
      .filter((key) => typeof key === 'string')
      .slice(-2)
      .join('.')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter((word) => !/^(?:enabled?|enable|is|use|on)$/.test(word) && word !== '');
    return own.length > 0 && own.slice(-1).every((word) => words.has(word));
  });
  if (fitting.length === 0) return undefined;
  const isOn = fitting.some(({ value }) => /^(?:true|yes|on|1|enabled)$/i.test(value));
  return {
    sentence: [
      isOn ? 'Yes: ' : 'No: ',
      fromFile(fitting[0]!.path),
      ' is ',
      fromFile(fitting[0]!.value),
      ...(fitting.length > 1 ? [`; ${fitting.length} settings are about it`] : []),
    ],
    proof: fitting.slice(0, 8).map(({ path, line }) => ({ text: [fromFile(path)], lines: [line] })),
  };
}
