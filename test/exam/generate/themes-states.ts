import { fill, wordings } from './phrase.ts';
import { type Asked, type Happening, type Law, moments, type Part, quietMinutes, type Stage } from './world.ts';

interface Wording {
  noun: string;
  plural: string;
  names: readonly (readonly string[])[];
  /** As the log says it; the first of each pair ends the good state. */
  down: string;
  up: string;
  /** As people ask. */
  bad: string;
  good: string;
  becomesBad: string;
  fields: (name: string, isUp: boolean) => Record<string, string>;
}

const gateways = ['gw-1', 'gw-2', 'gw-3', 'gw-4', 'gw-5'];
const wordingsOfStates: readonly Wording[] = [
  {
    noun: 'link',
    plural: 'links',
    names: [
      ['eth0', 'eth1', 'eth2', 'eth3'],
      ['ge-0/0/1', 'ge-0/0/2', 'ge-0/0/7', 'xe-1/1/0'],
      ['wan1', 'wan2', 'lan1', 'dmz0'],
    ],
    down: 'link {name} is down',
    up: 'link {name} is up',
    bad: 'down',
    good: 'up',
    becomesBad: 'go down',
    fields: (name, isUp) => ({ link: name, state: isUp ? 'up' : 'down' }),
  },
  {
    noun: 'camera',
    plural: 'cameras',
    names: [
      ['cam-north', 'cam-south', 'cam-yard', 'cam-gate'],
      ['lobby-cam', 'dock-cam', 'roof-cam', 'door-cam'],
    ],
    down: '{name} went offline: {no heartbeat|keepalive missed}',
    up: '{name} is back online',
    bad: 'offline',
    good: 'online',
    becomesBad: 'go offline',
    fields: (name, isUp) => ({ device: name, status: isUp ? 'online' : 'offline' }),
  },
  {
    noun: 'gateway',
    plural: 'gateways',
    names: [gateways, ['edge-ber', 'edge-muc', 'edge-par', 'edge-lon'], ['GW_A', 'GW_B', 'GW_C', 'GW_D']],
    down: '{name}: state changed from UP to DOWN',
    up: '{name}: state changed from DOWN to UP',
    bad: 'down',
    good: 'up',
    becomesBad: 'go down',
    fields: (name, isUp) => ({ gateway: name, old: isUp ? 'DOWN' : 'UP', new: isUp ? 'UP' : 'DOWN' }),
  },
  {
    noun: 'backend',
    plural: 'backends',
    names: [
      ['be-01', 'be-02', 'be-03', 'be-04'],
      ['10.0.4.11', '10.0.4.12', '10.0.4.13', '10.0.4.14'],
    ],
    down: 'health check failed, marking {name} unhealthy',
    up: 'health check passed, marking {name} healthy',
    bad: 'unhealthy',
    good: 'healthy',
    becomesBad: 'become unhealthy',
    fields: (name, isUp) => ({ backend: name, health: isUp ? 'healthy' : 'unhealthy' }),
  },
  {
    noun: 'node',
    plural: 'nodes',
    names: [
      ['node-a', 'node-b', 'node-c', 'node-d'],
      ['worker1', 'worker2', 'worker3', 'worker4'],
    ],
    down: 'node {name} is unreachable',
    up: 'node {name} is reachable again',
    bad: 'unreachable',
    good: 'reachable',
    becomesBad: 'become unreachable',
    fields: (name, isUp) => ({ node: name, status: isUp ? 'reachable' : 'unreachable' }),
  },
  {
    noun: 'client',
    plural: 'clients',
    names: [
      ['kiosk-12', 'kiosk-17', 'kiosk-23', 'kiosk-31'],
      ['meter_0041', 'meter_0077', 'meter_0102', 'meter_0230'],
    ],
    down: 'client {name} disconnected',
    up: 'client {name} connected',
    bad: 'disconnected',
    good: 'connected',
    becomesBad: 'disconnect',
    fields: (name, isUp) => ({ client: name, event: isUp ? 'connected' : 'disconnected' }),
  },
  {
    noun: 'service',
    plural: 'services',
    names: [
      ['billing', 'search', 'mailer', 'catalog'],
      ['spooler', 'indexer', 'scheduler', 'updater'],
    ],
    down: 'The {name} service entered the stopped state.',
    up: 'The {name} service entered the running state.',
    bad: 'stopped',
    good: 'running',
    becomesBad: 'stop',
    fields: (name, isUp) => ({ unit: name, state: isUp ? 'running' : 'stopped' }),
  },
  {
    noun: 'peer',
    plural: 'peers',
    names: [
      ['192.0.2.1', '192.0.2.5', '192.0.2.9', '192.0.2.13'],
      ['as64501', 'as64510', 'as64522', 'as64533'],
    ],
    down: 'BGP session with {name} lost, state Down',
    up: 'BGP session with {name} established, state Up',
    bad: 'down',
    good: 'up',
    becomesBad: 'go down',
    fields: (name, isUp) => ({ peer: name, state: isUp ? 'Up' : 'Down' }),
  },
  {
    noun: 'valve',
    plural: 'valves',
    names: [
      ['V-101', 'V-102', 'V-205', 'V-310'],
      ['inlet-valve', 'drain-valve', 'bypass-valve', 'feed-valve'],
    ],
    down: 'valve {name} closed',
    up: 'valve {name} opened',
    bad: 'closed',
    good: 'open',
    becomesBad: 'close',
    fields: (name, isUp) => ({ valve: name, position: isUp ? 'open' : 'closed' }),
  },
];

interface Outage {
  name: string;
  fromMs: number;
  /** Undefined while it lasts at the end. */
  toMs: number | undefined;
}

/** Units that lose and regain their good state. */
export function states(stage: Stage): Part {
  const { random, startMs, endMs } = stage;
  const wording = random.pick(wordingsOfStates);
  const names = random.some(random.pick(wording.names), random.int(3, 4));
  const source = random.pick(['monitor', 'netmon', 'supervisor', 'healthd', 'controller']);
  const happening = (timeMs: number, name: string, isUp: boolean): Happening => ({
    timeMs,
    source,
    level: isUp ? 'info' : random.pick(['warn', 'error']),
    prose: fill(random, isUp ? wording.up : wording.down, { name }),
    short: `${wording.noun} state`,
    fields: wording.fields(name, isUp),
  });
  const happenings = names.map((name, index) => happening(startMs + 1000 + 1700 * index, name, true));
  const steady = random.chance(0.6) ? names.at(-1) : undefined;
  const outages: Outage[] = [];
  for (const [index, name] of names.entries()) {
    if (name === steady) continue;
    const count = index === 0 ? random.int(3, 5) : random.int(1, 3);
    const times = moments(stage, startMs + 70_000, endMs - 130_000, count * 2, 7000);
    for (let at = 0; at < times.length; at += 2) {
      const isLast = at + 2 >= times.length;
      const toMs = isLast && random.chance(0.3) ? undefined : times[at + 1];
      const fromMs = times[at] ?? 0;
      outages.push({ name, fromMs, toMs });
      happenings.push(happening(fromMs, name, false));
      if (toMs !== undefined) happenings.push(happening(toMs, name, true));
    }
  }
  const { asked, laws } = questions(stage, wording, names, outages);
  return { happenings, asked, laws, names };
}

function questions(stage: Stage, wording: Wording, names: readonly string[], outages: readonly Outage[]) {
  const { random, startMs, endMs, clock, tells } = stage;
  const { bad, good, becomesBad, noun, plural } = wording;
  const asked: Asked[] = [];
  const laws: Law[] = [];
  const ask = (
    kind: string,
    truth: Asked['truth'],
    templates: readonly string[],
    values: Record<string, string> = {},
  ) => {
    const sayable = templates.filter((text) => isSayable(text, wording));
    asked.push({
      class: kind,
      truth,
      texts: wordings(random, sayable, { bad, good, becomesBad, noun, plural, ...values }),
    });
  };
  const of = (name: string) => outages.filter((outage) => outage.name === name);
  const time = (timeMs: number) => ({ kind: 'time', timeMs, ...pick(clock) }) as const;
  const first = outages.toSorted((a, b) => a.fromMs - b.fromMs)[0];
  const total = (name: string) => of(name).reduce((sum, { fromMs, toMs }) => sum + ((toMs ?? endMs) - fromMs), 0);
  const busy = outages.flatMap(({ fromMs, toMs }) => [fromMs, ...(toMs === undefined ? [] : [toMs])]);

  for (const name of random.some(names, 2)) {
    ask(
      'count',
      { kind: 'number', low: of(name).length, high: of(name).length },
      [
        'how often was {name} {bad}?',
        'how frequently was {name} {bad}?',
        'give me the number of times {name} was {bad}',
        '{name}: how many times {bad}?',
        'did {name} get {bad} once or several times, how many times exactly?',
        'how many times did {name} {becomesBad}?',
        'number of times {name} was {bad}',
        'count how many times {name} was {bad}',
        'How many outages did {name} have?',
        '{name} was {bad} how many times?',
      ],
      { name },
    );
    const isUpNow = of(name).every(({ toMs }) => toMs !== undefined);
    ask(
      'state now',
      { kind: 'yes', isYes: isUpNow, yesWords: [good], noWords: [bad] },
      [
        'is {name} {good} now?',
        'at the last line of the log, is {name} {good}?',
        'did {name} end up {good}?',
        'has {name} recovered and is it {good} when the log stops?',
        'is {name} {good} at the end of the log?',
        'is {name} currently {good}?',
        'is {name} {good} right now?',
        'Is {name} {good}?',
        'at the end, is {name} {good}?',
      ],
      { name },
    );
    ask(
      'state now',
      { kind: 'yes', isYes: !isUpNow, yesWords: [bad], noWords: [good] },
      [
        'is {name} still {bad}?',
        'is {name} {bad} at the end?',
        'is {name} {bad} now?',
        'does {name} end up {bad}?',
        'is {name} {bad} when the log ends?',
      ],
      { name },
    );
    ask(
      'never',
      { kind: 'yes', isYes: of(name).length > 0 },
      [
        'did {name} ever {becomesBad}?',
        'was there any moment when {name} was {bad}?',
        'does the log show {name} being {bad}?',
        'was {name} {bad} at least once?',
        'was {name} ever {bad}?',
        'has {name} been {bad} at any time?',
        'was {name} {bad} at any point?',
        'did {name} {becomesBad} at all?',
      ],
      { name },
    );
    ask(
      'never',
      { kind: 'yes', isYes: of(name).length === 0 },
      [
        'was {name} {good} the whole time?',
        'did {name} never {becomesBad}?',
        'has {name} always been {good}?',
        'did {name} stay {good} throughout?',
      ],
      { name },
    );
    const lasting = of(name);
    const open = lasting.find(({ toMs }) => toMs === undefined);
    if (lasting.length > 0 && open === undefined) {
      ask(
        'sum of durations',
        { kind: 'duration', ms: total(name) },
        [
          'how long was {name} {bad} in total?',
          'sum up how long {name} was {bad}',
          'add up all the time {name} was {bad}',
          '{name} total time {bad}?',
          'in total, for how long was {name} {bad}?',
          'total downtime of {name}?',
          'for how long was {name} {bad} altogether?',
          'how much time did {name} spend {bad}?',
          'what was the total time {name} was {bad}?',
        ],
        { name },
      );
      const longest = Math.max(...lasting.map(({ fromMs, toMs }) => (toMs ?? 0) - fromMs));
      ask(
        'longest',
        { kind: 'duration', ms: longest },
        [
          'how long was the longest time {name} was {bad}?',
          'what is the longest stretch {name} was {bad}?',
          'longest time {name} stayed {bad}?',
          'what was the longest outage of {name}?',
          'longest {bad} period of {name}?',
          'how long did the longest outage of {name} last?',
        ],
        { name },
      );
    }
    const [one] = lasting;
    if (one !== undefined) {
      ask(
        'first',
        time(one.fromMs),
        [
          'when did {name} first {becomesBad}?',
          'what is the first time {name} was {bad}?',
          'since when was {name} {bad} for the first time?',
          'at which time was {name} {bad} first?',
          'when was {name} {bad} for the first time?',
          'first time {name} was {bad}?',
          'at what time did {name} {becomesBad} first?',
          'what time did {name} {becomesBad} the first time?',
        ],
        { name },
      );
      ask(
        'last',
        time((lasting.at(-1) ?? one).fromMs),
        [
          'when did {name} last {becomesBad}?',
          'when was the last time {name} went {bad}?',
          'latest time {name} became {bad}?',
          'when did {name} {becomesBad} for the last time?',
        ],
        { name },
      );
      laws.push({
        name: 'first is not after last',
        kind: 'time',
        texts: [`when was ${name} first ${bad}?`, `when was ${name} last ${bad}?`],
        holds: ([a = '', b = '']) => a <= b,
      });
    }
    if (lasting.length === 1 && one?.toMs !== undefined) {
      ask(
        'duration',
        { kind: 'duration', ms: one.toMs - one.fromMs },
        [
          'how long was {name} {bad}?',
          'for how long was {name} {bad}?',
          'how long did the outage of {name} last?',
          'how long did it take until {name} was {good} again?',
        ],
        { name },
      );
    }
    laws.push({
      name: 'absence is count 0',
      kind: ['yes', 'number'],
      texts: [`was ${name} ever ${bad}?`, `how many times was ${name} ${bad}?`],
      holds: ([ever, count]) => (ever === 'yes') === Number(count) > 0,
    });
    const minutes = tells.timeOfDay ? quietMinutes(startMs + 60_000, endMs - 60_000, busy) : [];
    for (const at of random.some(minutes, 2)) {
      const isDown = lasting.some(({ fromMs, toMs }) => fromMs <= at && at < (toMs ?? endMs));
      const values = { name, at: clock.minute(at) };
      ask(
        'state at a time',
        { kind: 'yes', isYes: !isDown, yesWords: [good], noWords: [bad] },
        [
          'was {name} {good} at {at}?',
          'at {at}, was {name} {good}?',
          'tell me whether {name} was {good} at {at}',
          'was the {noun} {name} {good} at {at}?',
        ],
        values,
      );
      ask(
        'state at a time',
        { kind: 'yes', isYes: isDown, yesWords: [bad], noWords: [good] },
        ['was {name} {bad} at {at}?', 'at {at}, was {name} {bad}?', 'was the {noun} {name} {bad} at {at}?'],
        values,
      );
      laws.push({
        name: 'up is not down',
        states: [good, bad],
        kind: 'yes',
        texts: [`was ${name} ${good} at ${values.at}?`, `was ${name} ${bad} at ${values.at}?`],
        holds: ([up, down]) => up !== down,
      });
    }
    laws.push({
      name: 'up is not down',
      states: [good, bad],
      kind: 'yes',
      texts: [`is ${name} ${good} now?`, `is ${name} ${bad} now?`],
      holds: ([up, down]) => up !== down,
    });
    if (tells.timeOfDay) {
      const [from, to] = random.some(minutes, 2).sort((a, b) => a - b);
      if (from !== undefined && to !== undefined) {
        const inside = lasting.filter(({ fromMs }) => fromMs >= from && fromMs < to).length;
        ask(
          'window',
          { kind: 'number', low: inside, high: inside },
          [
            'how many times did {name} {becomesBad} between {from} and {to}?',
            'between {from} and {to}, how often did {name} {becomesBad}?',
            'how often did {name} {becomesBad} from {from} to {to}?',
          ],
          { name, from: clock.minute(from), to: clock.minute(to) },
        );
      }
    }
  }

  const byCount = new Map(names.map((name) => [name, of(name).length]));
  top('most', 'least', byCount);
  function top(most: string, least: string, counts: ReadonlyMap<string, number>) {
    const sorted = [...counts].sort((a, b) => b[1] - a[1]);
    const [winner, second] = sorted;
    if (winner !== undefined && second !== undefined && winner[1] > second[1]) {
      ask(most, { kind: 'names', names: [winner[0]], others: names.filter((name) => name !== winner[0]) }, [
        'which {noun} was {bad} most often?',
        'most frequently {bad} {noun}?',
        'top {noun} by number of times {bad}?',
        'what {noun} gets {bad} most often?',
        'which {noun} went {bad} the most?',
        'what {noun} had the most outages?',
        'which of the {plural} was {bad} the most times?',
        'who was {bad} most often?',
      ]);
    }
    const [last, before] = sorted.toReversed();
    if (last !== undefined && before !== undefined && last[1] < before[1] && last[1] > 0) {
      ask(least, { kind: 'names', names: [last[0]], others: names.filter((name) => name !== last[0]) }, [
        'which {noun} was {bad} least often?',
        'which {noun} had the fewest outages?',
        'what {noun} was {bad} the fewest times?',
      ]);
    }
  }
  const closed = names.filter((name) => of(name).length > 0 && of(name).every(({ toMs }) => toMs !== undefined));
  if (closed.length === names.filter((name) => of(name).length > 0).length && closed.length > 1) {
    const sorted = closed.toSorted((a, b) => total(b) - total(a));
    const [winner = '', second = ''] = sorted;
    if (total(winner) > total(second) + 5000) {
      ask('who is longest', { kind: 'names', names: [winner], others: names.filter((name) => name !== winner) }, [
        'which {noun} was {bad} longest in total?',
        'which {noun} spent the most time {bad}?',
        'which {noun} had the longest total downtime?',
        'which {noun} was {bad} for the longest time overall?',
      ]);
    }
  }
  const never = names.filter((name) => of(name).length === 0);
  ask('never', { kind: 'names', names: never, others: names.filter((name) => !never.includes(name)) }, [
    'which {noun} was never {bad}?',
    'which {plural} were never {bad}?',
    'which {plural} stayed {good} the whole time?',
    'which {plural} did not {becomesBad}?',
    'are there {plural} that never went {bad}? which?',
  ]);
  const downNow = names.filter((name) => of(name).some(({ toMs }) => toMs === undefined));
  ask('state now', { kind: 'names', names: downNow, others: names.filter((name) => !downNow.includes(name)) }, [
    'which {plural} are {bad} at the end?',
    'which {plural} are still {bad}?',
    'what {plural} are {bad} now?',
    'which {plural} are {bad} when the log ends?',
  ]);
  if (first !== undefined) {
    ask('order', { kind: 'names', names: [first.name], others: names.filter((name) => name !== first.name) }, [
      'which {noun} was {bad} first?',
      'which {noun} went {bad} first?',
      'what {noun} was the first to {becomesBad}?',
      'the first {noun} to {becomesBad}?',
    ]);
  }
  const [a, b] = random.some(
    names.filter((name) => of(name).length > 0),
    2,
  );
  if (a !== undefined && b !== undefined) pairQuestions(a, b);
  function pairQuestions(a: string, b: string) {
    const common = of(a)
      .flatMap((left) =>
        of(b).map((right) => Math.min(left.toMs ?? endMs, right.toMs ?? endMs) - Math.max(left.fromMs, right.fromMs)),
      )
      .filter((ms) => ms > 0);
    const shared = common.reduce((sum, ms) => sum + ms, 0);
    const values = { a, b };
    if (shared === 0 || shared > 3000) {
      ask(
        'overlap',
        { kind: 'yes', isYes: shared > 0 },
        [
          'were {a} and {b} {bad} at the same time?',
          'were both {a} and {b} {bad} at some point?',
          'any time when {a} and {b} were {bad} together?',
          'was there a time when both {a} and {b} were {bad}?',
          'did the outages of {a} and {b} overlap?',
          'were {a} and {b} ever {bad} simultaneously?',
        ],
        values,
      );
    }
    if (shared > 3000 && [...of(a), ...of(b)].every(({ toMs }) => toMs !== undefined)) {
      ask(
        'overlap',
        { kind: 'duration', ms: shared },
        [
          'how long were {a} and {b} {bad} at the same time?',
          'for how long were both {a} and {b} {bad}?',
          'how long did the outages of {a} and {b} overlap?',
        ],
        values,
      );
    }
    const [first, second] = [of(a)[0]?.fromMs ?? 0, of(b)[0]?.fromMs ?? 0];
    ask(
      'order',
      { kind: 'names', names: [first < second ? a : b], others: [first < second ? b : a] },
      ['which went {bad} first, {a} or {b}?', 'who was {bad} first: {a} or {b}?', 'did {a} or {b} {becomesBad} first?'],
      values,
    );
    ask(
      'order',
      { kind: 'yes', isYes: first < second },
      [
        'did {a} {becomesBad} before {b}?',
        'was {a} {bad} before {b} was?',
        'did {a} first {becomesBad} before {b} did?',
      ],
      values,
    );
    const [na, nb] = [of(a).length, of(b).length];
    if (na !== nb) {
      ask(
        'comparison',
        { kind: 'names', names: [na > nb ? a : b], others: [na > nb ? b : a] },
        [
          'which was {bad} more often, {a} or {b}?',
          'was {a} or {b} {bad} more often?',
          'compare {a} and {b}: which one was {bad} more often?',
          'who had more outages, {a} or {b}?',
        ],
        values,
      );
      ask(
        'comparison',
        { kind: 'yes', isYes: na > nb },
        [
          'was {a} {bad} more often than {b}?',
          'did {a} {becomesBad} more often than {b}?',
          'did {a} have more outages than {b}?',
        ],
        values,
      );
      laws.push({
        name: 'sides may be swapped',
        kind: 'names',
        others: [a, b],
        texts: [`which was ${bad} more often, ${a} or ${b}?`, `which was ${bad} more often, ${b} or ${a}?`],
        holds: ([x, y]) => x === y,
      });
    }
  }
  const missing = absentName(names);
  ask(
    'absent subject',
    { kind: 'nothing', why: 'absent' },
    [
      'is {name} {good}?',
      'how often was {name} {bad}?',
      'when did {name} {becomesBad}?',
      'how long was {name} {bad}?',
      'was {name} ever {bad}?',
    ],
    { name: missing },
  );
  const all = outages.length;
  ask('count', { kind: 'number', low: all, high: all }, [
    'how many outages were there in total?',
    'how many times did any {noun} {becomesBad}?',
    'how often did a {noun} {becomesBad}?',
    'how many times was a {noun} {bad}?',
    'total number of outages of all {plural}?',
  ]);
  laws.push({
    name: 'groups add up',
    kind: 'number',
    texts: [
      `how many times did a ${noun} ${becomesBad}?`,
      ...names.map((name) => `how many times did ${name} ${becomesBad}?`),
    ],
    holds: ([whole, ...parts]) => Number(whole) === parts.reduce((sum, part) => sum + Number(part), 0),
  });
  return { asked, laws };
}

/** Valves have no outages, and nothing "goes stopped". */
function isSayable(text: string, { noun, bad }: Wording): boolean {
  if (text.includes('went {bad}') && bad !== 'down' && bad !== 'offline') return false;
  if (/downtime/.test(text) && bad !== 'down') return false;
  return !(text.includes('outage') && (noun === 'valve' || noun === 'client'));
}

function pick({ offsetMinutes, zeroMs }: Stage['clock']) {
  return { offsetMinutes, ...(zeroMs === undefined ? {} : { zeroMs }) };
}

/** A name of the same kind that nothing bears. */
function absentName(names: readonly string[]): string {
  const like = names[0] ?? 'unit-1';
  const other = /\d/.test(like)
    ? like.replace(/\d+(?=\D*$)/, (digits) => `${97 - (Number(digits) % 7)}`.padStart(digits.length, '0'))
    : `${like}-zulu`;
  return names.includes(other) ? `${other}9` : other;
}
