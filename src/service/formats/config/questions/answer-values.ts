import { isSecretKey } from '#core/secrets/is-secret-key.ts';
import { mask } from '#core/secrets/mask-secrets.ts';
import type { ConfigText } from '../config-text.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';
import { type ConfigAnswer, fromFile } from './config-answer.ts';

interface Known {
  asked: RegExp;
  label: string;
  pattern: RegExp;
}

/** What routers and hosts say about themselves in one line each. */
const known: readonly Known[] = [
  {
    asked: /\bhost ?name\b|\bname of (?:the|this) (?:device|router|switch|firewall|host)\b/i,
    label: 'name',
    pattern:
      /^(?:hostname|sysname|host-name|set system host-name|set deviceconfig system hostname|set hostname) "?([\w.-]+)"?$/,
  },
  {
    asked: /\bntp servers?\b|\btime servers?\b/i,
    label: 'time server',
    pattern: /^(?:set system )?ntp (?:server|peer|unicast-server) (?:vrf \S+ )?(\S+)|^(?:server|pool) (\S+) .*i?burst/,
  },
  {
    asked: /\b(?:dns|name) ?servers?\b/i,
    label: 'name server',
    pattern: /^(?:ip name-server|nameserver|set system name-server|name-server|dns-nameservers|dns server) (\S.*)$/,
  },
  {
    asked: /\b(?:syslog|logging|log) (?:servers?|hosts?)\b/i,
    label: 'log server',
    pattern:
      /^(?:logging (?:host |server )?|set system syslog host |info-center loghost )(?:vrf \S+ )?(\d+\.\d+\.\d+\.\d+)/,
  },
  {
    asked: /\bdefault (?:gateway|route)\b|\bgateway\b/i,
    label: 'default gateway',
    pattern:
      /^(?:ip route(?:-static)? 0\.0\.0\.0 0(?:\.0\.0\.0)?|ip route 0\.0\.0\.0\/0|ip default-gateway|set routing-options static route 0\.0\.0\.0\/0 next-hop|route \S+ 0\.0\.0\.0 0\.0\.0\.0|gateway|set gateway|set static-route default nexthop gateway address) (\S+)/,
  },
  {
    asked: /\brouter[- ]?id\b/i,
    label: 'router id',
    pattern: /^(?:bgp )?router-id (\S+)|^set routing-options router-id (\S+)/,
  },
  {
    asked: /\b(?:as|asn|autonomous system)(?: number)?\b/i,
    label: 'AS number',
    pattern: /^router bgp (\S+)|autonomous-system (\d\S*)$|^bgp (\d+)$/,
  },
  {
    asked: /\b(?:os|software|firmware|ios|junos)? ?version\b/i,
    label: 'version',
    pattern: /^(?:version|ASA Version|set version|frr version) (\S+)/,
  },
  {
    asked: /\bdomain(?: name)?\b/i,
    label: 'domain',
    pattern: /^(?:ip domain[- ]name|domain-name|set system domain-name|search) (\S+)/,
  },
  {
    asked: /\bbgp (?:neighbou?rs?|peers?)\b|\bneighbou?rs?\b|\bpeers?\b/i,
    label: 'neighbour',
    pattern:
      /^(?:neighbor|peer) (\d\S+) (?:remote-as|as-number|peer-group)|^neighbor (\d[\d.]+)$|^set protocols bgp .*neighbor (\S+)/,
  },
  {
    asked: /\b(?:users?|accounts?|who can log ?in)\b/i,
    label: 'user',
    pattern: /^(?:username|local-user|set system login user|user) (\S+)/,
  },
  { asked: /\bvlans?\b/i, label: 'VLAN', pattern: /^vlan (?:batch )?([\d,-]+(?: (?:to )?\d+)*)$/ },
  {
    asked: /\b(?:acls?|access[- ]?lists?)\b/i,
    label: 'access list',
    pattern: /^(?:ip |ipv6 |mac )?access-list (?:standard |extended )?(\S+)|^acl (?:number |name )?(\S+)/,
  },
];

/** "what is the port of the server", "what is max_connections", "how many neighbours": values of keys and of commands. */
export function answerValue(question: string, config: ConfigText): ConfigAnswer | undefined {
  if (!/\b(?:what|which|who|how (?:many|much|long|big|large)|where|value|list|show|tell)\b/i.test(question))
    return undefined;
  return ofCommands(question, config) ?? ofKeys(question, config);
}

function ofCommands(question: string, { statements }: ConfigText): ConfigAnswer | undefined {
  for (const { asked, label, pattern } of known) {
    if (!asked.test(question)) continue;
    const values = new Map<string, number[]>();
    for (const { text, line } of statements) {
      const value = pattern
        .exec(text)
        ?.slice(1)
        .find((group) => group !== undefined);
      if (value !== undefined) values.set(value, [...(values.get(value) ?? []), line]);
    }
    if (values.size === 0) continue;
    const names = [...values.keys()];
    const shown = names.slice(0, 20).flatMap((name, index) => [...(index > 0 ? [', '] : []), fromFile(name)]);
    return {
      sentence: [names.length === 1 ? `The ${label} is ` : `${names.length} values for ${label}: `, ...shown],
      proof: [...values].slice(0, 12).map(([name, lines]) => ({ text: [fromFile(name)], lines: lines.slice(0, 2) })),
    };
  }
  return undefined;
}

const filler = new Set(
  'what is the are of a an in on for to which value set how many much long big large does do this that these config configuration file at by from it there and or used has have was where who show list tell me please current configured setting option key'.split(
    ' ',
  ),
);

function ofKeys(question: string, { settings, statements }: ConfigText): ConfigAnswer | undefined {
  const words = wordsOf(question).filter((word) => !filler.has(word));
  if (words.length === 0) return undefined;
  const scored = [
    ...settings.map(({ path, value, line }) => ({ path, value, line })),
    ...statements.flatMap(({ text, path, line }) => {
      // A command's name may be of one word or of two.
      const named = [/^([\w.-]+)[ =:]{1,200}(.+)$/, /^([\w.-]+ [\w.-]+)[ =:]{1,200}(.+)$/].flatMap(
        (form) => form.exec(text) ?? [],
      );
      return [named.slice(0, 3), named.slice(3)].flatMap(([, key, value]) =>
        key === undefined || value === undefined ? [] : [{ path: [...path, key].join(' › '), value, line }],
      );
    }),
  ].map((each) => {
    const own = wordsOf(each.path);
    const hits = words.filter((word) => own.includes(word)).length;
    const isWhole = own.every((word) => words.includes(word));
    return { ...each, own, hits, isWhole, isLast: words.includes(own.at(-1) ?? '') };
  });
  const best = scored.reduce((most, { hits, isLast }) => (isLast ? Math.max(most, hits) : most), 0);
  const isEnough = best >= Math.min(words.length, 2) || scored.some(({ isWhole, hits }) => isWhole && hits === best);
  if (best === 0 || !isEnough) return undefined;
  const fitting = scored
    .filter(({ hits, isLast }) => isLast && hits === best)
    .sort((a, b) => a.own.length - b.own.length)
    .slice(0, 6);
  const [first] = fitting;
  if (!first) return undefined;
  const told = (each: { path: string; value: string }) => [
    fromFile(maskSecrets(each.path)),
    ' is ',
    fromFile(isSecretKey(each.path) ? mask : maskSecrets(each.value).slice(0, 200)),
  ];
  return {
    sentence:
      fitting.length === 1
        ? told(first)
        : fitting.flatMap((each, index) => [...(index > 0 ? ['; '] : []), ...told(each)]),
    proof: fitting.map(({ path, line }) => ({ text: [fromFile(maskSecrets(path))], lines: [line] })),
  };
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
