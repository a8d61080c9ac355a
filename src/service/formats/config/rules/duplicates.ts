import type { Finding } from '../../reading.ts';
import type { ConfigText, Setting } from '../config-text.ts';
import { findingAt } from './finding-at.ts';
import { wholeTextOf } from './whole-text.ts';

const maxShown = 30;

/** The same thing said twice: keys with two values, entries of one number, one port or name for two. */
export function findDuplicates(config: ConfigText, document: string): Finding[] {
  return [
    ...repeatedKeys(config, document),
    ...repeatedStatements(config, document),
    ...repeatedMembers(config, document),
  ].slice(0, maxShown);
}

/** Keys that programs take as often as they come. */
const listKeys: Record<string, RegExp> = {
  systemd:
    /^(?!(?:Type|User|Group|Restart|RestartSec|WorkingDirectory|TimeoutStartSec|TimeoutStopSec|PIDFile|KillMode|UMask|Nice|LimitNOFILE)$)/,
  php: /^(?:zend_)?extension$|\[.{0,300}\]$/,
  mysql: /^(?:plugin[-_]load[-_]add|replicate[-_]|binlog[-_](?:do|ignore)|loose)/,
  hostapd: /^(?:wpa_pairwise|bss|vendor_elements)$/,
  wireguard: /^(?:AllowedIPs|DNS|Address|PostUp|PostDown|PreUp|PreDown)$/i,
  samba: /^include$/,
  ifcfg: /^(?:$)/,
};

function repeatedKeys({ settings, syntax, kind }: ConfigText, document: string): Finding[] {
  // In XML repetition is a list; in the others the last one silently wins.
  if (syntax === 'xml') return [];
  const isList = (kind === undefined ? undefined : listKeys[kind]) ?? /\[\]$|^<<$/;
  const byPath = Map.groupBy(settings, ({ path }) => path);
  return [...byPath].flatMap(([path, all]): Finding[] => {
    if (all.length < 2 || isList.test(String(all[0]!.keys.at(-1) ?? ''))) return [];
    const isConflict = new Set(all.map(({ value }) => value)).size > 1;
    const lines = all.map(({ line }) => line);
    const finding = findingAt(document, lines, {
      rule: 'config.duplicate-key',
      severity: isConflict ? 'warning' : 'info',
      certainty: 'certain',
      title: `${path} is set ${all.length} times${isConflict ? ' with different values' : ''}`,
      explanation: `Lines ${lines.slice(0, 10).join(', ')} set the same key; most programs keep only the last one.`,
      signature: `config duplicate key ${path}`,
      subjects: [path],
      next: `Keep one of the lines ${lines.slice(0, 10).join(', ')}.`,
    });
    return [{ ...finding, role: isConflict ? 'cause' : 'context' }];
  });
}

interface Once {
  kinds?: readonly string[];
  /** Over the whole text; its groups together must be there once. */
  pattern: RegExp;
  label: string;
  explanation: string;
}

const onceOnly: readonly Once[] = [
  {
    pattern: /^(?:ip|ipv6) (prefix-list \S+ seq \d+) /,
    label: 'entry',
    explanation: 'Each number is one entry: the later line replaces the earlier one, or is refused.',
  },
  {
    pattern:
      /^((?:ip |ipv4 |ipv6 )?access-list (?!.{0,300}\d+ (?:permit|deny).{0,300}\d+ (?:permit|deny))\S.* (?:seq )?\d+) (?:permit|deny) /,
    label: 'entry',
    explanation: 'Each number is one entry: the later line replaces the earlier one, or is refused.',
  },
  {
    pattern: /^(route-map \S+ (?:permit|deny) \d+)$/,
    label: 'entry',
    explanation: 'Both lines are one entry: what is below them is merged.',
  },
  {
    kinds: ['nginx'],
    pattern: /\blisten (\S+) .{0,300}\bdefault_server$/,
    label: 'default server',
    explanation: 'Only one server may be the default of an address: nginx does not start.',
  },
  {
    kinds: ['haproxy'],
    pattern: /^(?:frontend|listen) \S+ (bind \S+)/,
    label: 'address',
    explanation: 'Two cannot listen on one address: the program does not start.',
  },
  {
    kinds: ['haproxy'],
    pattern: /^((?:frontend|backend) \S+)$/,
    label: 'section',
    explanation: 'Two sections have the same name: it is unclear which one applies.',
  },
  {
    kinds: ['nginx'],
    pattern: /(?:^|http )upstream (\S+)$/,
    label: 'upstream',
    explanation: 'Two have the same name: nginx does not start.',
  },
  {
    kinds: ['apache'],
    pattern: /^(Listen \S+)$/,
    label: 'address',
    explanation: 'The second cannot be bound: the program does not start.',
  },
  {
    kinds: ['sshd'],
    pattern:
      /^((?:PermitRootLogin|PasswordAuthentication|X11Forwarding|UsePAM|PubkeyAuthentication|MaxAuthTries|LogLevel|PermitEmptyPasswords)) /,
    label: 'option',
    explanation: 'The first line applies, and the later ones are ignored.',
  },
  {
    kinds: ['redis'],
    pattern:
      /^((?:port|dir|maxmemory|maxmemory-policy|appendonly|timeout|databases|protected-mode|loglevel|dbfilename|requirepass)) /,
    label: 'option',
    explanation: 'The last line applies.',
  },
  {
    kinds: ['dhcpd'],
    pattern: /\bfixed-address (\S+)$/,
    label: 'address',
    explanation: 'Two machines have the same address.',
  },
  {
    kinds: ['dhcpd'],
    pattern: /\bhardware ethernet (\S+)$/,
    label: 'hardware address',
    explanation: 'One machine is defined twice.',
  },
  {
    kinds: ['terraform'],
    pattern: /^((?:resource|data|variable|output|module) "[^"]+"(?: "[^"]+")?)$/,
    label: 'block',
    explanation: 'Two have the same name: no plan runs until one is renamed.',
  },
  {
    kinds: ['fstab'],
    pattern: /^\S+\s+(\/\S*)\s/,
    label: 'mount point',
    explanation: 'The later one hides the earlier one.',
  },
];

function repeatedStatements({ statements, kind }: ConfigText, document: string): Finding[] {
  const known = onceOnly.filter(({ kinds }) => !kinds || (kind !== undefined && kinds.includes(kind)));
  if (known.length === 0) return [];
  const texts = statements.flatMap((statement) =>
    /^Match /i.test(statement.path[0] ?? '')
      ? []
      : [{ text: wholeTextOf(statement).slice(0, 500), line: statement.line }],
  );
  return known.flatMap(({ pattern, label, explanation }) => {
    const entries = texts.flatMap(({ text, line }) => {
      const name = pattern.exec(text)?.[1];
      return name ? [{ name, line }] : [];
    });
    return toldTwice(document, entries, { severity: 'warning', certainty: 'certain', label, explanation });
  });
}

interface Unique {
  kinds: readonly string[];
  /** Over keys joined by `/`, and the value behind a blank. The groups together are what must be unique. */
  pattern: RegExp;
  label: string;
  explanation: string;
}

const uniqueMembers: readonly Unique[] = [
  {
    kinds: ['compose'],
    pattern: /^services\/[^/]+\/ports\/\d+ ((?:[\d.]+:)?\d+:)\d+/,
    label: 'host port',
    explanation: 'Two services cannot listen on the same port: the second does not start.',
  },
  {
    kinds: ['compose'],
    pattern: /^services\/[^/]+\/container_name (.+)$/,
    label: 'container name',
    explanation: 'Two containers cannot have the same name: the second does not start.',
  },
  {
    kinds: ['prometheus'],
    pattern: /^scrape_configs\/\d+\/job_name (.+)$/,
    label: 'job',
    explanation: 'Prometheus refuses two jobs with the same name.',
  },
  {
    kinds: ['alertmanager'],
    pattern: /^receivers\/\d+\/name (.+)$/,
    label: 'receiver',
    explanation: 'Two have the same name: the program does not start.',
  },
  {
    kinds: ['wireguard'],
    pattern: /^Peer\/\d+\/AllowedIPs ([^,]+)$/,
    label: 'network',
    explanation: 'Only the last peer that claims a network gets its packets.',
  },
  {
    kinds: ['wireguard'],
    pattern: /^Peer\/\d+\/PublicKey (.+)$/,
    label: 'peer',
    explanation: 'One peer is defined twice; the later one applies.',
  },
];

function repeatedMembers({ settings, kind }: ConfigText, document: string): Finding[] {
  return uniqueMembers.flatMap(({ kinds, pattern, label, explanation }) => {
    if (kind === undefined || !kinds.includes(kind)) return [];
    const entries = settings.flatMap((each) => {
      const name = pattern.exec(textOf(each))?.[1];
      return name ? [{ name, shown: name.replace(/:$/, ''), line: each.line }] : [];
    });
    return toldTwice(document, entries, { severity: 'error', label, explanation });
  });
}

/** A finding for each name that more than one entry has. */
function toldTwice(
  document: string,
  entries: readonly { name: string; shown?: string; line: number }[],
  {
    label,
    ...told
  }: Pick<Finding, 'severity' | 'explanation'> & Partial<Pick<Finding, 'certainty'>> & { label: string },
): Finding[] {
  return [...Map.groupBy(entries, ({ name }) => name)]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) =>
      findingAt(
        document,
        all.map(({ line }) => line),
        {
          ...told,
          rule: 'config.duplicate-entry',
          title: `The ${label} ${all[0]!.shown ?? name} is defined ${all.length} times`,
          signature: `config duplicate ${label}`,
          subjects: [name],
        },
      ),
    );
}

function textOf({ keys, value }: Setting): string {
  return `${keys.join('/')} ${value}`.slice(0, 500);
}
