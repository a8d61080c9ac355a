import { createAsker, exactly, winnerOf } from './phrase.ts';
import { boundaries, type Happening, type Law, moments, type Part, type Stage } from './world.ts';

interface Metric {
  name: string;
  unit: string;
  field: string;
  prose: (name: string, value: number) => string;
  low: number;
  high: number;
  decimals: number;
  /** Adding it up makes sense. */
  isAmount: boolean;
  units: readonly string[];
}

const metrics: readonly Metric[] = [
  {
    name: 'temperature',
    unit: 'C',
    field: 'temperature_c',
    prose: (unit, value) => `temperature of ${unit} is ${value} C`,
    low: 18,
    high: 71,
    decimals: 1,
    isAmount: false,
    units: ['sensor-1', 'sensor-2', 'sensor-3'],
  },
  {
    name: 'queue depth',
    unit: '',
    field: 'queue_depth',
    prose: (unit, value) => `queue ${unit} depth=${value}`,
    low: 0,
    high: 900,
    decimals: 0,
    isAmount: false,
    units: ['mail', 'orders', 'events'],
  },
  {
    name: 'memory',
    unit: 'MB',
    field: 'memory_mb',
    prose: (unit, value) => `${unit} memory usage ${value} MB`,
    low: 120,
    high: 3900,
    decimals: 0,
    isAmount: false,
    units: ['api-7f', 'api-9c', 'worker-2b'],
  },
  {
    name: 'battery',
    unit: '%',
    field: 'battery',
    prose: (unit, value) => `${unit} reports battery at ${value} %`,
    low: 4,
    high: 100,
    decimals: 0,
    isAmount: false,
    units: ['tag-17', 'tag-22', 'tag-31'],
  },
  {
    name: 'pressure',
    unit: 'bar',
    field: 'pressure_bar',
    prose: (unit, value) => `pressure at ${unit}: ${value} bar`,
    low: 1,
    high: 9,
    decimals: 2,
    isAmount: false,
    units: ['P-11', 'P-12', 'P-40'],
  },
  {
    name: 'transferred',
    unit: 'bytes',
    field: 'bytes',
    prose: (unit, value) => `${unit} transferred ${value} bytes`,
    low: 1000,
    high: 900_000,
    decimals: 0,
    isAmount: true,
    units: ['relay-a', 'relay-b', 'relay-c'],
  },
  {
    name: 'latency',
    unit: 'ms',
    field: 'latency_ms',
    prose: (unit, value) => `ping ${unit} latency ${value} ms`,
    low: 2,
    high: 480,
    decimals: 0,
    isAmount: false,
    units: ['fra1', 'ams2', 'lon3'],
  },
];

interface Reading {
  timeMs: number;
  name: string;
  value: number;
}

type Shape = 'up' | 'down' | 'flat' | 'none';

/** Numbers that are told over and over: they rise, fall, stay, or do as they like. */
export function measures(stage: Stage): Part {
  const { random, startMs, endMs } = stage;
  const metric = random.pick(metrics);
  const names = random.some(metric.units, random.int(2, 3));
  const shapes = new Map(names.map((name) => [name, random.pick(['up', 'down', 'flat', 'none'] as const)]));
  const readings = names.flatMap((name) =>
    moments(stage, startMs + 3000, endMs - 3000, random.int(14, 50), 1100).map((timeMs) => ({
      timeMs,
      name,
      value: valueAt(stage, metric, shapes.get(name) ?? 'none', timeMs),
    })),
  );
  const source = random.pick(['collector', 'stats', 'probe', 'telemetryd']);
  const happenings = readings.map(
    ({ timeMs, name, value }): Happening => ({
      timeMs,
      source,
      level: 'info',
      prose: metric.prose(name, value),
      short: metric.name,
      fields: { unit: name, [metric.field]: value },
    }),
  );
  return { happenings, ...questions(stage, metric, names, readings, shapes), names: [] };
}

function valueAt(
  { random, startMs, endMs }: Stage,
  { low, high, decimals }: Metric,
  shape: Shape,
  timeMs: number,
): number {
  const share = (timeMs - startMs) / (endMs - startMs);
  const at = { up: share, down: 1 - share, flat: 0.5, none: random.next() }[shape];
  const noisy = Math.min(1, Math.max(0, at * 0.9 + 0.05 + (random.next() - 0.5) * (shape === 'none' ? 0.1 : 0.04)));
  return Number((low + (high - low) * noisy).toFixed(decimals));
}

function questions(
  stage: Stage,
  metric: Metric,
  names: readonly string[],
  readings: readonly Reading[],
  shapes: ReadonlyMap<string, Shape>,
): Pick<Part, 'asked' | 'laws'> {
  const { random, clock } = stage;
  const laws: Law[] = [];
  const what = metric.name === 'transferred' ? 'transferred bytes' : metric.name;
  const { asked, ask } = createAsker(random, { what, unit: metric.unit });
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  const of = (name: string) =>
    readings.filter((reading) => reading.name === name).toSorted((a, b) => a.timeMs - b.timeMs);
  const others = (name: string) => names.filter((other) => other !== name);
  const number = (value: number) => exactly(value, metric.unit);
  for (const name of names) {
    const own = of(name);
    const values = own.map(({ value }) => value);
    const sum = values.reduce((total, value) => total + value, 0);
    const max = Math.max(...values);
    const min = Math.min(...values);
    const sorted = values.toSorted((a, b) => a - b);
    const value = { name };
    ask(
      'max',
      number(max),
      [
        'what was the highest {what} of {name}?',
        '{what} of {name}: what was the maximum?',
        'what is the largest {what} of {name}?',
        'top {what} of {name}?',
        'maximum {what} of {name}?',
        'max {what} for {name}?',
        'how high did the {what} of {name} get?',
        'peak {what} of {name}?',
      ],
      value,
    );
    ask(
      'min',
      number(min),
      [
        'what was the lowest {what} of {name}?',
        'minimum {what} of {name}?',
        'min {what} for {name}?',
        'how low did the {what} of {name} get?',
      ],
      value,
    );
    ask(
      'mean',
      number(sum / values.length),
      [
        'what was the average {what} of {name}?',
        '{what} of {name} on average?',
        'avg {what} of {name}?',
        'mean {what} of {name}?',
        'average {what} for {name}?',
        'what {what} did {name} have on average?',
      ],
      value,
    );
    ask(
      'last value',
      number(own.at(-1)?.value ?? 0),
      [
        'what is the last {what} of {name}?',
        'what is the current {what} of {name}?',
        'latest {what} of {name}?',
        'what was the {what} of {name} at the end?',
      ],
      value,
    );
    ask(
      'first value',
      number(own[0]?.value ?? 0),
      [
        'what was the first {what} of {name}?',
        'what was the {what} of {name} at the start?',
        'initial {what} of {name}?',
      ],
      value,
    );
    ask(
      'count',
      exactly(values.length),
      [
        'how many {what} readings of {name} are there?',
        'how many times was the {what} of {name} reported?',
        'number of {what} values for {name}?',
      ],
      value,
    );
    if (metric.isAmount)
      ask(
        'sum',
        number(sum),
        [
          'how many bytes did {name} transfer in total?',
          'total bytes of {name}?',
          'sum of the bytes transferred by {name}?',
          'how much data did {name} transfer altogether, in bytes?',
        ],
        value,
      );
    ask(
      'median',
      {
        kind: 'number',
        low: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
        high: sorted[Math.ceil(sorted.length / 2)] ?? 0,
        unit: metric.unit,
      },
      ['what is the median {what} of {name}?', 'median {what} for {name}?'],
      value,
    );
    const limit = Number(((min + max) / 2).toFixed(0));
    const above = values.filter((one) => one > limit).length;
    if (values.every((one) => one !== limit)) {
      ask(
        'count',
        exactly(above),
        [
          'how often was the {what} of {name} above {limit}?',
          'how many times did the {what} of {name} exceed {limit} {unit}?',
          'how many {what} readings of {name} are over {limit}?',
        ],
        { name, limit },
      );
      ask(
        'exists',
        { kind: 'yes', isYes: above > 0 },
        ['did the {what} of {name} ever exceed {limit}?', 'was the {what} of {name} ever above {limit} {unit}?'],
        { name, limit },
      );
    }
    const beyond = Math.ceil(max * 1.3) + 1;
    ask(
      'exists',
      { kind: 'yes', isYes: false },
      [
        'did the {what} of {name} ever exceed {limit}?',
        'was the {what} of {name} ever above {limit} {unit}?',
        'did {name} go over {limit} {unit}?',
      ],
      { name, limit: beyond },
    );
    const peak = own.filter((one) => one.value === max);
    if (peak.length === 1)
      ask(
        'when',
        { kind: 'time', timeMs: peak[0]?.timeMs ?? 0, ...zone },
        [
          'when was the {what} of {name} highest?',
          'at what time did the {what} of {name} peak?',
          'when did the {what} of {name} reach its maximum?',
        ],
        value,
      );
    const shape = shapes.get(name);
    if (shape === 'up' || shape === 'down') {
      ask(
        'trend',
        { kind: 'direction', way: shape },
        [
          'did the {what} of {name} go up or down?',
          'what is the trend of the {what} of {name}?',
          'is the {what} of {name} rising or falling?',
          'how did the {what} of {name} develop over time?',
          'trend of {what} for {name}?',
        ],
        value,
      );
      ask(
        'trend',
        {
          kind: 'yes',
          isYes: shape === 'up',
          yesWords: ['rose', 'rising', 'grew'],
          noWords: ['fell', 'falling', 'dropped'],
        },
        [
          'is the {what} of {name} rising?',
          'did the {what} of {name} increase over time?',
          'does the {what} of {name} keep growing?',
        ],
        value,
      );
    }
    if (shape === 'flat')
      ask(
        'trend',
        { kind: 'yes', isYes: false },
        ['is the {what} of {name} rising steadily?', 'does the {what} of {name} keep growing?'],
        value,
      );
    const [from, to] = boundaries(
      stage,
      own.map(({ timeMs }) => timeMs),
      2,
    );
    if (from !== undefined && to !== undefined) {
      const inside = own.filter(({ timeMs }) => timeMs >= from.timeMs && timeMs < to.timeMs).map((one) => one.value);
      if (inside.length > 0) {
        const window = { name, from: from.text, to: to.text };
        ask(
          'window',
          number(Math.max(...inside)),
          [
            'what was the highest {what} of {name} between {from} and {to}?',
            'max {what} of {name} from {from} to {to}?',
            'between {from} and {to}, what was the peak {what} of {name}?',
          ],
          window,
        );
        ask(
          'window',
          number(inside.reduce((total, one) => total + one, 0) / inside.length),
          [
            'what was the average {what} of {name} between {from} and {to}?',
            'mean {what} of {name} from {from} to {to}?',
          ],
          window,
        );
      }
    }
    laws.push({
      name: 'minimum is not above maximum',
      kind: 'number',
      texts: [`what was the lowest ${what} of ${name}?`, `what was the highest ${what} of ${name}?`],
      holds: ([low, high]) => Number(low) <= Number(high),
    });
  }
  const highest = winnerOf(new Map(names.map((name) => [name, Math.max(...of(name).map(({ value }) => value))])));
  if (highest !== undefined)
    ask('most', { kind: 'names', names: [highest], others: others(highest) }, [
      'which one had the highest {what}?',
      'who had the highest {what}?',
      'where was the {what} highest?',
      'which unit reached the highest {what}?',
    ]);
  const averages = new Map(
    names.map((name) => [name, of(name).reduce((sum, { value }) => sum + value, 0) / of(name).length]),
  );
  const [a, b] = random.some(names, 2);
  if (
    a !== undefined &&
    b !== undefined &&
    Math.abs((averages.get(a) ?? 0) - (averages.get(b) ?? 0)) > (metric.high - metric.low) * 0.02
  ) {
    const isFirst = (averages.get(a) ?? 0) > (averages.get(b) ?? 0);
    ask(
      'comparison',
      { kind: 'names', names: [isFirst ? a : b], others: [isFirst ? b : a] },
      [
        'which had the higher average {what}, {a} or {b}?',
        'did {a} or {b} have a higher {what} on average?',
        '{a} vs {b}: higher mean {what}?',
      ],
      { a, b },
    );
    laws.push({
      name: 'sides may be swapped',
      kind: 'names',
      others: [a, b],
      texts: [
        `which had the higher average ${what}, ${a} or ${b}?`,
        `which had the higher average ${what}, ${b} or ${a}?`,
      ],
      holds: ([x, y]) => x === y,
    });
  }
  ask(
    'not in the file',
    { kind: 'nothing', why: 'not told' },
    [
      'what was the {other} of {name}?',
      'highest {other} of {name}?',
      'what is the average {other} of {name}?',
      'did the {other} of {name} rise?',
    ],
    {
      name: names[0] ?? '',
      other: random.pick(
        ['humidity', 'voltage', 'packet loss', 'cpu load', 'fan speed', 'disk usage'].filter(
          (one) => one !== metric.name,
        ),
      ),
    },
  );
  ask(
    'absent subject',
    { kind: 'nothing', why: 'absent' },
    ['what was the highest {what} of {name}?', 'average {what} of {name}?', 'when was the {what} of {name} highest?'],
    { name: random.pick(['unit-zeta', 'relay-omega', 'probe-x99']) },
  );
  return { asked, laws };
}
