import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import type { Thing } from '../things/thing.ts';
import { findingAt } from './finding-at.ts';

const maxShown = 30;

interface NamedSetting {
  name: string;
  line: number;
}

/**
 * What keys and values name in one place and define in another. Patterns look at the keys, joined by `/` with list
 * positions as numbers, and the value behind a blank; their first group is the name.
 */
interface SettingThing extends Omit<Thing, 'isWhole' | 'fold' | 'expand'> {
  kinds: readonly string[];
}

const things: readonly SettingThing[] = [
  {
    label: 'network',
    kinds: ['compose'],
    defines: [/^networks\/([^/ ]+)/],
    uses: [/^services\/[^/]+\/networks\/\d+ (.+)$/, /^services\/[^/]+\/networks\/(?!\d+ )([^/ ]+)/],
    builtIn: /^default$/,
    isReportedUnused: true,
  },
  {
    label: 'volume',
    kinds: ['compose'],
    defines: [/^volumes\/([^/ ]+)/],
    uses: [
      /^services\/[^/]+\/volumes\/\d+ ([A-Za-z0-9][\w.-]*):/,
      /^services\/[^/]+\/volumes\/\d+\/source ([A-Za-z0-9][\w.-]*)$/,
    ],
    isReportedUnused: true,
  },
  {
    label: 'secret',
    kinds: ['compose'],
    defines: [/^secrets\/([^/ ]+)/],
    uses: [/^services\/[^/]+\/secrets\/\d+ (.+)$/, /^services\/[^/]+\/secrets\/\d+\/source (.+)$/],
    isReportedUnused: true,
  },
  {
    label: 'config',
    kinds: ['compose'],
    defines: [/^configs\/([^/ ]+)/],
    uses: [/^services\/[^/]+\/configs\/\d+ (.+)$/, /^services\/[^/]+\/configs\/\d+\/source (.+)$/],
    isReportedUnused: true,
  },
  {
    label: 'service',
    kinds: ['compose'],
    defines: [/^services\/([^/ ]+)/],
    uses: [
      /^services\/[^/]+\/depends_on\/\d+ (.+)$/,
      /^services\/[^/]+\/depends_on\/(?!\d+ )([^/ ]+)/,
      /^services\/[^/]+\/network_mode service:(.+)$/,
      /^services\/[^/]+\/links\/\d+ ([^:]+)/,
    ],
  },
  {
    label: 'receiver',
    kinds: ['alertmanager'],
    defines: [/^receivers\/\d+\/name (.+)$/],
    uses: [/^route(?:\/routes\/\d+)*\/receiver (.+)$/],
    isReportedUnused: true,
  },
  {
    label: 'stage',
    kinds: ['gitlab-ci'],
    defines: [/^stages\/\d+ (.+)$/],
    uses: [/^[^/]+\/stage (.+)$/],
    builtIn: /^\.(?:pre|post)$|\$/,
    needsDefinitions: true,
  },
  {
    label: 'job',
    kinds: ['gitlab-ci'],
    defines: [/^([^/]+)\/(?:script|trigger|extends|stage|<<)/],
    uses: [/^[^/]+\/needs\/\d+ (.+)$/, /^[^/]+\/needs\/\d+\/job (.+)$/, /^[^/]+\/dependencies\/\d+ (.+)$/],
    needsDefinitions: true,
  },
  {
    label: 'handler',
    kinds: ['ansible'],
    defines: [/^\d+\/handlers\/\d+\/(?:name|listen) (.+)$/],
    uses: [
      /^\d+\/(?:tasks|pre_tasks|post_tasks)(?:\/\d+\/block)?\/\d+\/notify (.+)$/,
      /^\d+\/(?:tasks|pre_tasks|post_tasks)(?:\/\d+\/block)?\/\d+\/notify\/\d+ (.+)$/,
    ],
    needsDefinitions: true,
  },
  {
    label: 'appender',
    kinds: ['logging'],
    defines: [/\/(?:appender|Appenders\/\w+)(?:\/\d+)?\/@name (.+)$/],
    uses: [/\/(?:appender-ref|AppenderRef)(?:\/\d+)?\/@ref (.+)$/],
    isReportedUnused: true,
  },
  {
    label: 'interface',
    kinds: ['netplan'],
    defines: [/^network\/(?:ethernets|wifis|bonds|bridges|vlans|tunnels|vrfs|dummy-devices|modems)\/([^/ ]+)/],
    uses: [/^network\/vlans\/[^/]+\/link (.+)$/, /^network\/(?:bonds|bridges|vrfs)\/[^/]+\/interfaces\/\d+ (.+)$/],
  },
];

/** Names in keys and values that resolve to nothing, or that nothing uses. */
export function findBrokenSettingReferences({ settings, kind }: ConfigText, document: string): Finding[] {
  if (kind === undefined || settings.length === 0) return [];
  const known = things.filter(({ kinds }) => kinds.includes(kind));
  if (known.length === 0) return [];
  const texts = settings.map((setting) => ({
    text: `${setting.keys.join('/')} ${setting.value}`.slice(0, 1000),
    line: setting.line,
  }));
  return known.flatMap((thing) => broken(thing, texts, document)).slice(0, maxShown);
}

function broken(thing: SettingThing, texts: readonly { text: string; line: number }[], document: string): Finding[] {
  const { label, builtIn, needsDefinitions, isReportedUnused } = thing;
  const namedBy = (patterns: readonly RegExp[]) =>
    Map.groupBy(
      texts.flatMap(({ text, line }) =>
        patterns.flatMap((pattern): NamedSetting[] => {
          const name = pattern.exec(text)?.[1]?.trim();
          return name ? [{ name, line }] : [];
        }),
      ),
      ({ name }) => name,
    );
  const defined = namedBy(thing.defines);
  const used = namedBy(thing.uses);
  const isElsewhere = needsDefinitions === true && defined.size === 0;
  const undefinedNames = [...used].filter(
    ([name]) => !isElsewhere && !defined.has(name) && !builtIn?.test(name) && !/[$*{]/.test(name),
  );
  const unused =
    isReportedUnused && used.size > 0
      ? [...defined].filter(([name]) => !used.has(name) && !builtIn?.test(name) && !/^(?:x-|\*)/.test(name))
      : [];
  return [
    ...undefinedNames.map(([name, uses]) =>
      findingAt(
        document,
        uses.map(({ line }) => line),
        {
          rule: 'config.undefined-reference',
          severity: 'error',
          title: `${label} ${name} is used but not defined`,
          explanation: `Line ${uses[0]!.line} names the ${label} ${name}; nothing in this file defines it.`,
          signature: `config undefined ${label}`,
          subjects: [name, label],
          next: `Define the ${label} ${name}, or correct its name in line ${uses[0]!.line}.`,
        },
      ),
    ),
    ...unused.map(([name, definitions]) =>
      findingAt(document, definitions[0]!.line, {
        rule: 'config.unused-definition',
        severity: 'info',
        certainty: 'likely',
        title: `${label} ${name} is defined but not used`,
        explanation: `Line ${definitions[0]!.line} defines the ${label} ${name}; nothing else in this file names it.`,
        signature: `config unused ${label}`,
        subjects: [name, label],
      }),
    ),
  ];
}
