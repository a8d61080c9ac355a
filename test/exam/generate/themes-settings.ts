import { createAsker, exactly, fill } from './phrase.ts';
import { boundaries, type Happening, moments, type Part, type Stage } from './world.ts';

interface Change {
  timeMs: number;
  key: string;
  old: string;
  new: string;
  user: string;
}

const keySets: readonly (readonly string[])[] = [
  ['max_connections', 'work_mem', 'idle_timeout'],
  ['pool.size', 'retry.limit', 'batch.window'],
  ['mtu', 'vlan', 'hello_interval'],
  ['MaxThreads', 'QueueLimit', 'CacheSize'],
];
const proses = [
  'setting {key} changed from {old} to {new} by {user}',
  '{user} set {key} to {new} (was {old})',
  'config update: {key} {old} -> {new}, user {user}',
  'parameter "{key}" modified, old value {old}, new value {new}, changed by {user}',
];

/** Settings that people change while the log runs. */
export function settings(stage: Stage): Part {
  const { random, startMs, endMs } = stage;
  const keys = random.pick(keySets);
  const users = random.some(['anna', 'boris', 'chloe', 'diego', 'ops-bot'], 3);
  const prose = random.pick(proses);
  const values = random.some(
    Array.from({ length: 60 }, (_, index) => `${7 + index * 13}`),
    16,
  );
  const current = new Map<string, string>();
  const all = moments(stage, startMs + 5000, endMs - 5000, random.int(4, 8), 9000).map((timeMs): Change => {
    const key = random.pick(keys);
    const old = current.get(key) ?? values.pop() ?? '1';
    const next = values.pop() ?? '2';
    current.set(key, next);
    return { timeMs, key, old, new: next, user: random.pick(users) };
  });
  const happenings = all.map(
    (change): Happening => ({
      timeMs: change.timeMs,
      source: 'config',
      level: random.pick(['info', 'warn']),
      prose: fill(random, prose, { ...change }),
      short: 'setting changed',
      fields: { key: change.key, old: change.old, new: change.new, user: change.user },
    }),
  );
  return { happenings, ...questions(stage, all, keys, users), names: [] };
}

function questions(
  stage: Stage,
  all: readonly Change[],
  keys: readonly string[],
  users: readonly string[],
): Pick<Part, 'asked' | 'laws'> {
  const { random, clock } = stage;
  const { asked, ask } = createAsker(random);
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  const values = (key: string) => [
    ...new Set(all.filter((change) => change.key === key).flatMap((change) => [change.old, change.new])),
  ];
  const only = (key: string, value: string) =>
    ({ kind: 'names', names: [value], others: values(key).filter((other) => other !== value) }) as const;
  for (const key of keys) {
    const own = all.filter((change) => change.key === key);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) continue;
    ask(
      'change',
      only(key, last.new),
      [
        'what is {key} set to at the end?',
        'what is the current value of {key}?',
        'what value does {key} have now?',
        'final value of {key}?',
        'to what was {key} changed last?',
      ],
      { key },
    );
    ask(
      'change',
      only(key, first.old),
      [
        'what was {key} before it was first changed?',
        'original value of {key}?',
        'what was the initial value of {key}?',
        'which value did {key} have at the beginning?',
      ],
      { key },
    );
    ask(
      'count',
      exactly(own.length),
      [
        'how often was {key} changed?',
        'how many times was {key} changed?',
        'number of changes of {key}?',
        'how many times did {key} change?',
      ],
      { key },
    );
    ask(
      'when',
      { kind: 'time', timeMs: last.timeMs, ...zone },
      [
        'when was {key} last changed?',
        'when was the last change of {key}?',
        'at what time was {key} changed for the last time?',
      ],
      { key },
    );
    if (own.length === 1) {
      ask(
        'who',
        { kind: 'names', names: [first.user], others: users.filter((user) => user !== first.user) },
        ['who changed {key}?', 'which user changed {key}?', 'by whom was {key} changed?'],
        { key },
      );
      ask(
        'change',
        only(key, first.new),
        ['what was {key} changed to?', 'to which value was {key} changed?', 'new value of {key}?'],
        { key },
      );
      ask(
        'change',
        only(key, first.old),
        ['what was {key} before the change?', 'from which value was {key} changed?', 'old value of {key}?'],
        { key },
      );
      ask(
        'when',
        { kind: 'time', timeMs: first.timeMs, ...zone },
        ['when was {key} changed?', 'at what time was {key} changed?', 'when did {key} change?'],
        { key },
      );
    }
    const [at] = boundaries(
      stage,
      own.map(({ timeMs }) => timeMs),
      1,
    );
    const then = at === undefined ? undefined : own.findLast(({ timeMs }) => timeMs < at.timeMs);
    if (at !== undefined && then !== undefined)
      ask(
        'state at a time',
        only(key, then.new),
        ['what was {key} at {at}?', 'which value did {key} have at {at}?', 'value of {key} at {at}?'],
        { key, at: at.text },
      );
  }
  const user = random.pick(users);
  ask(
    'count',
    exactly(all.filter((change) => change.user === user).length),
    ['how many settings did {user} change?', 'how many changes did {user} make?', 'number of changes by {user}?'],
    { user },
  );
  ask('count', exactly(all.length), [
    'how many settings were changed in total?',
    'how many configuration changes are there?',
    'number of changes?',
    'how many changes were made?',
  ]);
  ask(
    'absent subject',
    { kind: 'nothing', why: 'absent' },
    ['what is {key} set to?', 'who changed {key}?', 'when was {key} changed?', 'how often was {key} changed?'],
    { key: random.pick(['session_ttl', 'log.retention', 'MaxHeap', 'wal_keep']) },
  );
  return { asked, laws: [] };
}
