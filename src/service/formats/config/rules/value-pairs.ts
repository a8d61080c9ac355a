import type { Finding } from '../../reading.ts';
import type { ConfigText, Setting } from '../config-text.ts';
import { findingAt } from './finding-at.ts';

interface Pair {
  kinds?: readonly string[];
  small: RegExp;
  /** The key of what must not be smaller, with `$1` from the first. */
  large: string;
  isEqualWrong?: boolean;
  explanation: string;
}

/** Two values beside each other of which the first must not be above the second. */
const pairs: readonly Pair[] = [
  { small: /^min(?:imum)?([_-]?\w*)$/i, large: 'max$1', explanation: 'The lower bound is above the upper bound.' },
  {
    small: /^minimum-idle$/i,
    large: 'maximum-pool-size',
    explanation: 'More connections are kept open than are allowed.',
  },
  {
    small: /^scrape_timeout$/,
    large: 'scrape_interval',
    explanation: 'Prometheus refuses a timeout longer than the interval.',
  },
  {
    small: /^upload_max_filesize$/,
    large: 'post_max_size',
    explanation: 'A file of the allowed size does not fit into a request.',
  },
  {
    small: /^post_max_size$/,
    large: 'memory_limit',
    explanation: 'A request of the allowed size does not fit into memory.',
  },
  {
    small: /^heartbeat[._]interval[._]ms$/,
    large: 'session.timeout.ms',
    isEqualWrong: true,
    explanation: 'The session ends before the next keepalive.',
  },
  {
    small: /^heartbeatinterval$/,
    large: 'electiontimeout',
    isEqualWrong: true,
    explanation: 'Elections start before the next heartbeat.',
  },
  {
    small: /^connect(?:ion)?[_-]?timeout$/i,
    large: 'request[_-]?timeout',
    explanation: 'The whole call times out before its connection does.',
  },
  {
    kinds: ['kubernetes'],
    small: /^timeoutSeconds$/,
    large: 'periodSeconds',
    explanation: 'The next probe begins before this one ends.',
  },
];

/** Limits, times and dates that stand in the wrong order; dates that are over. `nowMs` is the present. */
export function findValuePairs({ settings, kind }: ConfigText, document: string, nowMs: number): Finding[] {
  const siblings = Map.groupBy(settings, ({ keys }) => JSON.stringify(keys.slice(0, -1)));
  return [
    ...[...siblings.values()].flatMap((group) => inWrongOrder(group, kind, document)),
    ...requestsAboveLimits(settings, document),
    ...settings.flatMap((setting) => isOver(setting, document, nowMs)),
  ].slice(0, 30);
}

function inWrongOrder(group: readonly Setting[], kind: string | undefined, document: string): Finding[] {
  if (group.length > 2000) return [];
  return pairs.flatMap(({ kinds, small, large, isEqualWrong, explanation }): Finding[] => {
    if (kinds && (kind === undefined || !kinds.includes(kind))) return [];
    return group.flatMap((one): Finding[] => {
      const match = small.exec(keyOf(one));
      if (!match) return [];
      const wanted = new RegExp(`^${large.replace('$1', (match[1] ?? '').replace(/[^\w-]/g, ''))}$`, 'i');
      const other = group.find((each) => wanted.test(keyOf(each).replace(/^maximum/i, 'max')));
      const [low, high] = [amountOf(one.value), amountOf(other?.value ?? '')];
      if (!other || low === undefined || high === undefined || low.unit !== high.unit || high.number <= 0) return [];
      return low.number > high.number || (isEqualWrong === true && low.number === high.number)
        ? [wrongOrder(one, other, explanation, document)]
        : [];
    });
  });
}

function wrongOrder(one: Setting, other: Setting, explanation: string, document: string): Finding {
  return findingAt(document, [one.line, other.line], {
    rule: 'config.values-in-wrong-order',
    severity: 'error',
    certainty: 'likely',
    title: `${one.path} (${one.value.slice(0, 30)}) is above ${keyOf(other)} (${other.value.slice(0, 30)})`,
    explanation,
    subjects: [one.path, other.path],
  });
}

/** A container that asks for more than it may have is refused. */
function requestsAboveLimits(settings: readonly Setting[], document: string): Finding[] {
  const limits = new Map(
    settings
      .filter(({ keys }) => keys.at(-2) === 'limits')
      .map((each) => [JSON.stringify([...keys(each, -2), keyOf(each)]), each]),
  );
  return settings.flatMap((each): Finding[] => {
    if (each.keys.at(-2) !== 'requests') return [];
    const limit = limits.get(JSON.stringify([...keys(each, -2), keyOf(each)]));
    const [asked, most] = [quantityOf(each.value), quantityOf(limit?.value ?? '')];
    return limit && asked !== undefined && most !== undefined && asked > most
      ? [wrongOrder(each, limit, 'The request is above the limit: the container is refused.', document)]
      : [];
  });
}

function keys({ keys: all }: Setting, end: number): (string | number)[] {
  return all.slice(0, end);
}

function isOver({ path, keys: all, value, line }: Setting, document: string, nowMs: number): Finding[] {
  const key = String(all.at(-1) ?? '');
  if (
    !/(?:^|[._-])(?:expir(?:es|y|ation)(?:[_-]?(?:date|at|on))?|not[_-]?after|valid[_-]?(?:until|to)|end[_-]?date)$/i.test(
      key.replace(/([a-z])([A-Z])/g, '$1_$2'),
    )
  )
    return [];
  const time = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value)
    ? Date.parse(value.length === 10 ? `${value}T23:59:59Z` : value)
    : Number.NaN;
  if (Number.isNaN(time) || time >= nowMs) return [];
  return [
    findingAt(document, line, {
      rule: 'config.expired',
      severity: 'warning',
      certainty: 'certain',
      title: `${path} is over: ${value.slice(0, 10)}`,
      explanation: 'The date has passed; what depends on it no longer works or is no longer allowed.',
      subjects: [path],
    }),
  ];
}

function keyOf({ keys: all }: Setting): string {
  return String(all.at(-1) ?? '');
}

function amountOf(text: string): { number: number; unit: string } | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,6})?)\s*([a-z%]{0,7})$/i.exec(text.trim());
  if (!match) return undefined;
  const factor = seconds[match[2]!.toLowerCase()];
  const size = sizes[match[2]!.toLowerCase()];
  if (match[2] === '') return { number: Number(match[1]), unit: '' };
  if (factor !== undefined && match[2] !== 'M') return { number: Number(match[1]) * factor, unit: 'time' };
  return size === undefined ? undefined : { number: Number(match[1]) * size, unit: 'size' };
}

const seconds: Record<string, number> = { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 };
const sizes: Record<string, number> = {
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  t: 1024 ** 4,
};

/** Kubernetes' amounts: `100m` of a processor, `128Mi` of memory. */
function quantityOf(text: string): number | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,6})?)(m|[KMGTPE]i?|k)?$/.exec(text);
  if (!match) return undefined;
  const unit = match[2] ?? '';
  const power = ['k', 'm', 'g', 't', 'p', 'e'].indexOf(unit[0]?.toLowerCase() ?? '') + 1;
  return Number(match[1]) * (unit === '' ? 1 : unit === 'm' ? 0.001 : (unit.endsWith('i') ? 1024 : 1000) ** power);
}
