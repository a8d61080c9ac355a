import type { Finding, Severity } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { findingAt } from './finding-at.ts';
import { wholeTextOf } from './whole-text.ts';

const maxEach = 12;

interface Door {
  rule: string;
  kinds?: readonly string[];
  /** Over a statement with what encloses it in front, without a leading `set`. */
  pattern: RegExp;
  severity: Severity;
  title: string;
  explanation: string;
  next?: string;
}

/** Ways in that are allowed and rarely meant: logins in the clear, rules for everybody, checks that are off. */
export function findOpenDoors({ statements, kind }: ConfigText, document: string): Finding[] {
  const known = doors.filter(({ kinds }) => !kinds || (kind !== undefined && kinds.includes(kind)));
  const texts = statements.map((statement) => ({ text: wholeTextOf(statement).slice(0, 1000), line: statement.line }));
  return known.flatMap(({ pattern, ...told }) => {
    const lines = texts.filter(({ text }) => pattern.test(text)).map(({ line }) => line);
    return lines.length === 0 ? [] : [findingAt(document, lines.slice(0, maxEach), told)];
  });
}

const telnet = {
  rule: 'config.telnet',
  severity: 'warning',
  title: 'Logins over telnet are allowed',
  explanation: 'Telnet sends names and passwords unencrypted.',
} as const;
const web = {
  rule: 'config.open-http',
  severity: 'info',
  explanation: 'What is sent to it can be read in transit.',
} as const;
const weakCipher = {
  rule: 'config.weak-crypto',
  severity: 'warning',
  explanation: 'It can be broken with computing power that anyone can rent today.',
} as const;
const fileModes = {
  rule: 'config.world-writable',
  severity: 'warning',
  title: 'Everybody may write to it',
  explanation: 'The mode lets every user of the machine change it.',
} as const;
const unchecked = {
  rule: 'config.no-verification',
  severity: 'warning',
  explanation: 'Anyone on the path can impersonate the other side.',
} as const;

const doors: readonly Door[] = [
  {
    ...telnet,
    pattern:
      /\btransport input (?:.{0,300}\b)?(?:telnet|all)\b|^feature telnet$|^telnet server$|^management telnet no shutdown$/,
    next: 'transport input ssh',
  },
  {
    ...telnet,
    kinds: ['vrp'],
    pattern: /protocol inbound (?:telnet|all)$|^telnet server enable$/,
    next: 'protocol inbound ssh',
  },
  { ...telnet, kinds: ['junos'], pattern: /(?:^|\s)system services telnet\b/, next: 'delete system services telnet' },
  {
    ...telnet,
    kinds: ['fortios'],
    pattern: /config system interface edit .{0,300} set allowaccess .{0,300}\btelnet\b/,
  },
  { ...telnet, kinds: ['asa'], pattern: /^telnet \d+\.\d+\.\d+\.\d+ \d+\.\d+\.\d+\.\d+ \S+$/ },
  { ...telnet, kinds: ['routeros'], pattern: /^\/ip service (?:set )?(?:set )?.*\btelnet\b.*disabled=no/ },
  { ...telnet, kinds: ['vyos'], pattern: /^service telnet\b/ },
  {
    ...web,
    pattern: /^ip http server$/,
    title: 'The web interface answers without TLS (ip http server)',
    next: 'no ip http server',
  },
  {
    ...web,
    kinds: ['junos'],
    pattern: /system services web-management http(?:$|\s)/,
    title: 'The web interface answers without TLS',
  },
  {
    ...web,
    kinds: ['fortios'],
    pattern: /config system interface edit .{0,300} set allowaccess (?:.{0,300} )?http(?: |$)/,
    title: 'The web interface answers without TLS',
  },
  {
    rule: 'config.plain-passwords',
    pattern: /^no service password-encryption$/,
    severity: 'warning',
    title: 'Passwords are kept in plain text (no service password-encryption)',
    explanation: 'Whoever sees this configuration sees its passwords.',
    next: 'service password-encryption',
  },
  {
    rule: 'config.reversible-password',
    pattern: /^(?:enable password|username \S+ (?:privilege \d+ )?password 7) (?!.*(?:pbkdf2|encrypted)$)\S/,
    severity: 'warning',
    title: 'A password is stored in a reversible form',
    explanation: 'Type 7 and plain passwords can be decoded with a well-known table; secrets of type 8 or 9 cannot.',
    next: 'Use `secret` instead of `password`.',
  },
  {
    rule: 'config.no-login',
    pattern: /^line (?:vty|aux) .* no login$/,
    severity: 'warning',
    title: 'A line lets everybody in without a login',
    explanation: 'Nobody is asked for a password there.',
  },
  {
    rule: 'config.no-login',
    pattern: /^line (?:con|vty|aux) .* exec-timeout 0(?: 0)?$/,
    severity: 'info',
    title: 'A session never ends by itself',
    explanation: 'An open terminal leaves the device open.',
  },
  {
    rule: 'config.snmp-write',
    pattern: /^snmp-server community \S+ (?:view \S+ )?RW$/i,
    severity: 'warning',
    title: 'SNMP may change settings, from everywhere',
    explanation: 'An unencrypted community with write access and no access list is enough to change the device.',
  },
  {
    rule: 'config.old-protocol',
    pattern:
      /^ip ssh version 1$|(?:^|\s)ssh (?:server )?(?:v1|version 1|protocol-version v1)$|^Protocol (?:1|2,1|1,2)$/,
    severity: 'warning',
    title: 'SSH version 1 is allowed',
    explanation: 'It can be read and changed in transit.',
    next: 'ip ssh version 2',
  },
  {
    ...weakCipher,
    pattern:
      /^crypto (?:isakmp|ikev[12]) policy \d+ (?:encryption )?(?:encryption )?(?:des|3des)$|^crypto isakmp policy \d+ (?:encr|encryption) (?:des|3des)$|^crypto ipsec (?:ikev1 )?transform-set \S+ .*\besp-(?:des|null)\b/,
    title: 'A tunnel is encrypted with DES or not at all',
  },
  {
    ...weakCipher,
    pattern:
      /(?:^|\s)(?:ssl_protocols|SSLProtocol) (?!.{0,200}all -).{0,200}(?<!-)(?:SSLv[23]|TLSv1(?:\.1)?(?=[\s;]|$))/,
    title: 'Obsolete TLS versions are allowed',
    next: 'Allow TLS 1.2 and 1.3 only.',
  },
  {
    ...unchecked,
    kinds: ['haproxy'],
    pattern: /\bssl\b.{0,300}\bverify none\b/,
    title: 'Certificates of the backend servers are not checked',
  },
  {
    ...unchecked,
    pattern: /^(?:.* )?SSLProxyVerify none$|^TLS_REQCERT (?:never|allow)$|^(?:.* )?StrictHostKeyChecking no$/i,
    title: 'The other side is not checked',
  },
  { ...fileModes, kinds: ['fstab'], pattern: /\b(?:umask|dmask|fmask)=0*(?:000)?(?=[,\s])/ },
  {
    ...fileModes,
    kinds: ['rsyslog', 'logrotate', 'tmpfiles', 'haproxy', 'apache', 'samba'],
    pattern: /(?:FileCreateMode|DirCreateMode|^\S.* create|^create|\bmode|^[dfFD]\S*\s+\S+)\s+0?[0-7][0-7][2367]\b/,
  },
  {
    rule: 'config.root-login',
    kinds: ['sshd'],
    pattern: /^PermitRootLogin yes$/i,
    severity: 'warning',
    title: 'The administrator may log in directly',
    explanation: 'Everyone knows that name, so only the password needs to be guessed.',
    next: 'PermitRootLogin no',
  },
  {
    rule: 'config.empty-passwords',
    kinds: ['sshd'],
    pattern: /^PermitEmptyPasswords yes$/i,
    severity: 'warning',
    title: 'Accounts without a password may log in',
    explanation: 'No password is asked for them.',
    next: 'PermitEmptyPasswords no',
  },
  {
    rule: 'config.no-authentication',
    kinds: ['mosquitto'],
    pattern: /^allow_anonymous true$/,
    severity: 'warning',
    title: 'Everybody may connect without a name',
    explanation: 'No name and no password are asked for.',
    next: 'allow_anonymous false',
  },
  {
    rule: 'config.no-authentication',
    kinds: ['redis'],
    pattern: /^protected-mode no$/,
    severity: 'warning',
    title: 'Everybody who reaches the port may use it (protected-mode no)',
    explanation: 'Without a password, only this mode keeps others out.',
    next: 'protected-mode yes',
  },
  {
    rule: 'config.no-authentication',
    kinds: ['pg_hba'],
    pattern: /^host\S*\s.*\strust$/,
    severity: 'warning',
    title: 'Connections over the network are trusted without a password',
    explanation: 'Anyone who reaches the port can become any user of the database.',
  },
  {
    rule: 'config.everything-permitted',
    kinds: ['squid'],
    pattern: /^http_access allow all$/,
    severity: 'warning',
    title: 'Everybody may use the proxy',
    explanation: 'An open proxy is found and used within hours.',
  },
  {
    rule: 'config.everything-permitted',
    kinds: ['sudoers'],
    pattern: /NOPASSWD:\s*ALL$/,
    severity: 'info',
    title: 'All commands may be run as the administrator without a password',
    explanation: 'Whoever takes over such an account controls the machine.',
  },
  {
    rule: 'config.everything-permitted',
    kinds: ['named'],
    pattern: /\ballow-transfer any$/,
    severity: 'warning',
    title: 'Everybody may copy the zone',
    explanation: 'It lists all names at once to whoever asks.',
  },
  {
    rule: 'config.everything-permitted',
    kinds: ['named'],
    pattern: /\ballow-recursion any$/,
    severity: 'warning',
    title: 'Everybody may ask the resolver',
    explanation: 'Open resolvers are used to flood others.',
  },
  {
    rule: 'config.everything-permitted',
    kinds: ['pf'],
    pattern: /^pass(?: in)?(?: quick)? all\b/,
    severity: 'warning',
    title: 'A rule lets everything in',
    explanation: 'Whatever no later rule blocks passes.',
  },
  {
    rule: 'config.everything-permitted',
    kinds: ['terraform'],
    pattern: /\b(?:acl|access)\s*=\s*"public-read(?:-write)?"/,
    severity: 'warning',
    title: 'Everybody may read what is stored here',
    explanation: 'The access list is public.',
  },
  {
    rule: 'config.listing',
    kinds: ['nginx', 'apache'],
    pattern: /\bautoindex on$|\bOptions .{0,300}(?<!-)\bIndexes\b/,
    severity: 'info',
    title: 'Folders without a page are listed',
    explanation: 'Whoever asks sees every file in them.',
  },
  {
    rule: 'config.spanning-tree',
    pattern: /^no spanning-tree vlan|^interface .* spanning-tree bpdufilter enable$|^no spanning-tree$/,
    severity: 'warning',
    title: 'Loops are no longer detected here',
    explanation: 'Without spanning tree one wrong cable stops the network.',
  },
  {
    rule: 'config.spanning-tree',
    kinds: ['ios'],
    pattern: /^interface (?!.*portfast trunk).* duplex half$/,
    severity: 'info',
    title: 'A link runs in half duplex',
    explanation: 'With a full-duplex other end it loses packets under load.',
  },
  {
    rule: 'config.debug-on',
    kinds: ['ios', 'nxos', 'asa', 'eos'],
    pattern: /^debug (?!timestamps)\S/,
    severity: 'info',
    title: 'Debugging is left on',
    explanation: 'It costs the device time and fills its log.',
  },
];
