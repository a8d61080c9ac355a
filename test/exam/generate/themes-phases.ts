import { createAsker, exactly, fill, winnerOf } from './phrase.ts';
import { boundaries, type Happening, type Law, moments, type Part, type Stage } from './world.ts';

interface Machine {
  noun: string;
  plural: string;
  names: readonly string[];
  states: readonly string[];
}

const machines: readonly Machine[] = [
  {
    noun: 'printer',
    plural: 'printers',
    names: ['printer-1', 'printer-2', 'plotter-7'],
    states: ['idle', 'printing', 'paused', 'cleaning'],
  },
  {
    noun: 'elevator',
    plural: 'elevators',
    names: ['lift-A', 'lift-B', 'lift-C'],
    states: ['parked', 'moving', 'boarding', 'blocked'],
  },
  {
    noun: 'charger',
    plural: 'chargers',
    names: ['cp-011', 'cp-014', 'cp-020'],
    states: ['available', 'preparing', 'charging', 'faulted'],
  },
  {
    noun: 'robot',
    plural: 'robots',
    names: ['agv1', 'agv2', 'agv5'],
    states: ['docked', 'driving', 'loading', 'stuck'],
  },
  {
    noun: 'build agent',
    plural: 'build agents',
    names: ['agent-blue', 'agent-red', 'agent-grey'],
    states: ['waiting', 'compiling', 'testing', 'uploading'],
  },
  {
    noun: 'cluster member',
    plural: 'cluster members',
    names: ['db1', 'db2', 'db3'],
    states: ['follower', 'candidate', 'leader', 'recovering'],
  },
];

const proses = [
  '{name}: state {old} -> {new}',
  '{name} is now {new} (was {old})',
  '{name} switched from {old} to {new}',
  '[{name}] {old} => {new}',
  'status of {name} changed to {new}',
];

interface Stay {
  name: string;
  state: string;
  fromMs: number;
  toMs: number;
  isLast: boolean;
}

/** Machines with more than two states, one after the other. */
export function phases(stage: Stage): Part {
  const { random, startMs, endMs } = stage;
  const machine = random.pick(machines);
  const names = random.some(machine.names, random.int(2, 3));
  const prose = random.pick(proses);
  const source = random.pick(['plc', 'fleet', 'statemachine', 'tracker']);
  const stays = names.flatMap((name) => staysOf(stage, name, machine.states));
  const happenings = stays.map(({ name, state, fromMs }, index): Happening => {
    const before = stays[index - 1];
    const old = before?.name === name ? before.state : (machine.states.find((one) => one !== state) ?? 'unknown');
    return {
      timeMs: fromMs,
      source,
      level: 'info',
      prose: fill(random, prose, { name, old, new: state }),
      short: 'state changed',
      fields: { unit: name, from: old, to: state },
    };
  });
  happenings.push({ timeMs: endMs, source, level: 'info', prose: 'poll finished', short: 'poll finished', fields: {} });
  return { happenings, ...questions({ ...stage, startMs, endMs }, machine, names, stays), names };
}

function staysOf(stage: Stage, name: string, states: readonly string[]): Stay[] {
  const { random, startMs, endMs } = stage;
  const times = moments(stage, startMs + 1000, endMs - 60_000, random.int(4, 9), 9000);
  let state = random.pick(states);
  return times.map((fromMs, index) => {
    state = random.pick(states.filter((one) => one !== state));
    return { name, state, fromMs, toMs: times[index + 1] ?? endMs, isLast: index === times.length - 1 };
  });
}

function questions(
  stage: Stage,
  { states, noun }: Machine,
  names: readonly string[],
  stays: readonly Stay[],
): Pick<Part, 'asked' | 'laws'> {
  const { random, clock } = stage;
  const laws: Law[] = [];
  const { asked, ask } = createAsker(random, { noun });
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  for (const name of names) {
    const own = stays.filter((stay) => stay.name === name);
    const others = (state: string) => states.filter((one) => one !== state);
    const last = own.at(-1)?.state ?? '';
    ask(
      'state now',
      { kind: 'names', names: [last], others: others(last) },
      [
        'what state is {name} in at the end?',
        'what is the current state of {name}?',
        'what is {name} doing now?',
        'which state is {name} in when the log ends?',
        'final state of {name}?',
      ],
      { name },
    );
    for (const at of boundaries(
      stage,
      own.map(({ fromMs }) => fromMs),
      2,
    )) {
      const stay = own.find(({ fromMs, toMs }) => fromMs <= at.timeMs && at.timeMs < toMs);
      if (stay === undefined) continue;
      const values = { name, at: at.text, state: stay.state };
      ask(
        'what at a time',
        { kind: 'names', names: [stay.state], others: others(stay.state) },
        [
          'what was {name} doing at {at}?',
          '{name} at {at}: which state?',
          'in which state was {name} at {at}?',
          'tell me what {name} was doing at {at}',
          'what state was {name} in at {at}?',
          'at {at}, what was {name} doing?',
          'which state did {name} have at {at}?',
          'state of {name} at {at}?',
        ],
        values,
      );
      ask(
        'state at a time',
        { kind: 'yes', isYes: true, yesWords: [stay.state], noWords: others(stay.state) },
        ['was {name} {state} at {at}?', 'at {at}, was {name} {state}?'],
        values,
      );
    }
    const gone = own.filter(({ isLast }) => !isLast);
    const [one] = random.some(
      gone.filter(({ state }) => state !== last),
      1,
    );
    if (one !== undefined) {
      const such = own.filter(({ state }) => state === one.state);
      const ms = such.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
      const values = { name, state: one.state };
      ask(
        such.length > 1 ? 'sum of durations' : 'duration',
        { kind: 'duration', ms },
        [
          'how long was {name} {state} in total?',
          'how much time did {name} spend {state}?',
          'for how long was {name} in state {state}?',
          'total time {name} was {state}?',
        ],
        values,
      );
      ask(
        'count',
        exactly(such.length),
        [
          'how often did {name} enter the state {state}?',
          'how many times was {name} {state}?',
          'how many times did {name} become {state}?',
        ],
        values,
      );
      ask(
        'first',
        { kind: 'time', timeMs: such[0]?.fromMs ?? 0, ...zone },
        [
          'when did {name} first become {state}?',
          'when was {name} {state} for the first time?',
          'when did {name} enter {state} first?',
        ],
        values,
      );
      ask(
        'last',
        { kind: 'time', timeMs: such.at(-1)?.fromMs ?? 0, ...zone },
        [
          'when did {name} last become {state}?',
          'when was the last time {name} became {state}?',
          'when did {name} enter {state} for the last time?',
        ],
        values,
      );
      ask(
        'state now',
        { kind: 'yes', isYes: false, yesWords: [one.state], noWords: others(one.state) },
        ['is {name} still {state}?', 'is {name} {state} at the end?', 'is {name} {state} now?'],
        values,
      );
    }
    const totals = (some: readonly Stay[]) =>
      new Map(
        states.map((state) => [
          state,
          some.filter((stay) => stay.state === state).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
        ]),
      );
    const [closed, whole] = [winnerOf(totals(gone), 5000), winnerOf(totals(own), 5000)];
    if (closed !== undefined && closed === whole)
      ask(
        'who is longest',
        { kind: 'names', names: [closed], others: others(closed) },
        [
          'in which state did {name} spend the most time?',
          'which state was {name} in longest?',
          'what did {name} do most of the time?',
        ],
        { name },
      );
    const never = states.filter((state) => own.every((stay) => stay.state !== state));
    for (const state of random.some(never, 1))
      ask(
        'never',
        { kind: 'yes', isYes: false },
        ['was {name} ever {state}?', 'did {name} ever become {state}?', 'was {name} {state} at any time?'],
        { name, state },
      );
    ask(
      'never',
      { kind: 'yes', isYes: true },
      ['was {name} ever {state}?', 'did {name} ever become {state}?', 'was {name} {state} at some point?'],
      { name, state: random.pick(own).state },
    );
  }
  const state = random.pick(states);
  const often = winnerOf(
    new Map(names.map((name) => [name, stays.filter((stay) => stay.name === name && stay.state === state).length])),
  );
  if (often !== undefined)
    ask(
      'most',
      { kind: 'names', names: [often], others: names.filter((name) => name !== often) },
      [
        'which {noun} was {state} most often?',
        'which {noun} became {state} the most?',
        'what {noun} entered {state} most often?',
      ],
      { state },
    );
  return { asked, laws };
}
