import { literalPattern } from '#core/literal-pattern.ts';
import type { ConfigText } from '../config-text.ts';
import { type ConfigAnswer, fromFile, listed } from './config-answer.ts';
import { type DeviceInterface, deviceInterfaces, isCalled } from './device-interfaces.ts';

interface Property {
  asked: RegExp;
  label: string;
  /** Over a command of the interface; its group is the value. */
  pattern: RegExp;
}

const properties: readonly Property[] = [
  { asked: /\bdescriptions?\b|\bdescribed\b/i, label: 'description', pattern: /^(?:description|alias) (.+)$/ },
  { asked: /\bmtu\b/i, label: 'MTU', pattern: /\bmtu (\d+)/ },
  {
    asked: /\bip(?:v4)?[- ]?(?:address(?:es)?|s)?\b|\baddress(?:es)?\b/i,
    label: 'address',
    pattern:
      /(?:^|\b)(?:ip address|ipv4 address|ip|address|ipv4-address|ipaddr) '?(\d[\d./]+(?: (?:mask-length )?\d[\d.]*)?)/,
  },
  { asked: /\bduplex\b/i, label: 'duplex', pattern: /\bduplex (\S+)/ },
  { asked: /\bspeed\b/i, label: 'speed', pattern: /\bspeed (\S+)/ },
  { asked: /\bbandwidth\b/i, label: 'bandwidth', pattern: /^bandwidth (\S+)/ },
  {
    asked: /\bvlans?\b/i,
    label: 'VLAN',
    pattern: /\b(?:switchport access vlan|port default vlan|switchport trunk allowed vlan|vlan-id|vlan members) (\S+)/,
  },
  { asked: /\bvrf\b/i, label: 'VRF', pattern: /^(?:ip )?vrf (?:forwarding |member )?(\S+)$/ },
  {
    asked: /\b(?:acls?|access[- ](?:list|group)s?|filters?)\b/i,
    label: 'access list',
    pattern: /(?:access-group|traffic-filter (?:in|out)bound acl|filter (?:input|output)) (\S+)/,
  },
  { asked: /\b(?:ospf )?cost\b/i, label: 'cost', pattern: /\bcost (\d+)/ },
  {
    asked: /\bmode\b|\btrunks?\b/i,
    label: 'mode',
    pattern: /\b(?:switchport mode|port link-type|interface-mode) (\S+)/,
  },
  { asked: /\bspanning[- ]tree\b|\bportfast\b/i, label: 'spanning tree', pattern: /^spanning-tree (.+)$/ },
];

/** "which interfaces have no description", "what is the MTU of Gi0/1", "how many interfaces". */
export function answerInterfaces(question: string, config: ConfigText): ConfigAnswer | undefined {
  const interfaces = deviceInterfaces(config);
  if (interfaces.length === 0) return undefined;
  const property = properties.find(({ asked }) => asked.test(question));
  const named = namedIn(question, interfaces);
  if (named) return ofOne(named, property);
  if (!/\b(?:interfaces?|ports?)\b/i.test(question)) return undefined;
  if (/\bhow many\b|\bnumber of\b|\bcount\b/i.test(question) && !property) return all(interfaces);
  if (!property) return asksForAll.test(question) ? all(interfaces) : saying(question, interfaces);
  const isMissing = /\b(?:no|without|missing|lack\w*|not have|don'?t have|do not have|unset|empty|aren'?t|not)\b/i.test(
    question,
  );
  return isMissing ? without(interfaces, property) : withIt(interfaces, property);
}

const asksForAll =
  /\b(?:list|which|what|show)\b.{0,30}\binterfaces?\b(?: (?:are|do|does|exist|is)\b.{0,30})?(?:there|configured|exist|have|defined)?\??$/i;

/** "which interfaces allow telnet": those with a command that has the question's words. */
function saying(question: string, interfaces: readonly DeviceInterface[]): ConfigAnswer | undefined {
  const words =
    question
      .toLowerCase()
      .match(/[a-z][\w-]{2,}/g)
      ?.filter((word) => !filler.has(word)) ?? [];
  const found = interfaces.flatMap((each) => {
    const setting = each.settings.find(({ text }) =>
      words.some((word) =>
        text
          .toLowerCase()
          .split(/[^\w-]+/)
          .includes(word),
      ),
    );
    return setting ? [{ name: each.name, line: each.line, setting }] : [];
  });
  if (words.length === 0 || found.length === 0) return undefined;
  return {
    sentence: [`${found.length} of ${interfaces.length} interfaces: `, ...listed(found.map(({ name }) => name))],
    proof: found
      .slice(0, 12)
      .map(({ name, line, setting }) => ({ text: [fromFile(name)], lines: [line, setting.line] })),
  };
}

const filler = new Set(
  'which what list show the interface interfaces port ports are is have has with that allow allows allowed use uses using set and for enabled configured'.split(
    ' ',
  ),
);

function namedIn(question: string, interfaces: readonly DeviceInterface[]): DeviceInterface | undefined {
  const words = [
    ...question.matchAll(/(?<![\w./-])([a-z][a-z-]*\s?\d[\d/.:]*\d|[a-z][a-z-]*\s?\d|[a-z]+-\d[\d/.]*)(?![\w/])/gi),
  ].map((match) => match[1]!);
  const exact = interfaces.find(
    ({ name }) => name.length > 2 && new RegExp(`(?<![\\w./-])${literalPattern(name)}(?![\\w/-])`, 'i').test(question),
  );
  return exact ?? interfaces.find((each) => words.some((word) => isCalled(each, word)));
}

function setValueOf(each: DeviceInterface, { pattern }: Property): { value: string; line: number } | undefined {
  for (const { text, line } of each.settings) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined && !text.startsWith('no ')) return { value: value.replace(/^"|"$/g, ''), line };
  }
  return undefined;
}

function ofOne(each: DeviceInterface, property: Property | undefined): ConfigAnswer | undefined {
  if (!property) {
    if (each.settings.length === 0) return undefined;
    return {
      sentence: [
        fromFile(each.name),
        ': ',
        ...listed(
          each.settings.map(({ text }) => text),
          8,
        ),
      ],
      proof: [
        { text: [fromFile(each.name)], lines: [each.line, ...each.settings.slice(0, 11).map(({ line }) => line)] },
      ],
    };
  }
  const found = setValueOf(each, property);
  if (found)
    return {
      sentence: [`The ${property.label} of `, fromFile(each.name), ' is ', fromFile(found.value)],
      proof: [{ text: [fromFile(each.name)], lines: [each.line, found.line] }],
    };
  return {
    sentence: ['No ', property.label, ' is set on ', fromFile(each.name), ': its default applies'],
    proof: [{ text: [fromFile(each.name)], lines: [each.line] }],
  };
}

function all(interfaces: readonly DeviceInterface[]): ConfigAnswer {
  return {
    sentence: [
      `${interfaces.length} interface${interfaces.length === 1 ? '' : 's'}: `,
      ...listed(
        interfaces.map(({ name }) => name),
        20,
      ),
    ],
    proof: interfaces.slice(0, 12).map(({ name, line }) => ({ text: [fromFile(name)], lines: [line] })),
  };
}

function without(interfaces: readonly DeviceInterface[], property: Property): ConfigAnswer {
  const missing = interfaces.filter((each) => !setValueOf(each, property));
  const head = `${missing.length} of ${interfaces.length} interfaces ${missing.length === 1 ? 'has' : 'have'} no ${property.label}`;
  if (missing.length === 0)
    return {
      sentence: [`All ${interfaces.length} interfaces have ${an(property.label)}`],
      proof: shownValues(interfaces, property),
    };
  return {
    sentence: [
      `${head}: `,
      ...listed(
        missing.map(({ name }) => name),
        20,
      ),
    ],
    proof: missing.slice(0, 12).map(({ name, line }) => ({ text: [fromFile(name)], lines: [line] })),
  };
}

function withIt(interfaces: readonly DeviceInterface[], property: Property): ConfigAnswer {
  const having = interfaces.filter((each) => setValueOf(each, property));
  if (having.length === 0)
    return {
      sentence: [`No interface has ${an(property.label)}`],
      proof: interfaces.slice(0, 6).map(({ name, line }) => ({ text: [fromFile(name)], lines: [line] })),
    };
  const told = having
    .slice(0, 12)
    .flatMap((each, index) => [
      ...(index > 0 ? [', '] : []),
      fromFile(each.name),
      ' ',
      fromFile(setValueOf(each, property)!.value),
    ]);
  return {
    sentence: [
      `${having.length} of ${interfaces.length} interfaces ${having.length === 1 ? 'has' : 'have'} ${an(property.label)}: `,
      ...told,
    ],
    proof: shownValues(having, property),
  };
}

function shownValues(interfaces: readonly DeviceInterface[], property: Property): ConfigAnswer['proof'] {
  return interfaces.slice(0, 12).flatMap((each) => {
    const found = setValueOf(each, property);
    return found ? [{ text: [fromFile(each.name)], lines: [each.line, found.line] }] : [];
  });
}

/** `an access list`, `an MTU`, `a speed`. */
function an(label: string): string {
  return `${/^(?:[aeio]|MTU)/.test(label) ? 'an' : 'a'} ${label}`;
}
