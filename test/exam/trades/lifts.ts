import type { Random } from '../generate/random.ts';
import { distinct, fewest, maximum, mean, most, percentile } from './counting.ts';
import { createQuestions, type Questions, type TradeLog } from './questions.ts';
import { isoOf, steps, textOf } from './times.ts';

interface Row {
  timeMs: number;
  lift: string;
  floor: number;
  event: string;
  load: number;
}

/** The lifts of a house, a row for each event. */
export function lifts(random: Random): TradeLog {
  const top = random.int(8, 30);
  const letter = random.pick(['L', 'E', 'K']);
  const all = steps(random, random.int(110, 150), [5000, 60_000]).map(
    (timeMs): Row => ({
      timeMs,
      lift: `${letter}${random.int(1, 3)}`,
      floor: random.int(0, top),
      event: random.pick(['arrive', 'arrive', 'door_open', 'door_close', 'overload', 'stuck']),
      load: random.int(0, 900),
    }),
  );
  const rows = all.map(({ timeMs, lift, floor, event, load }) =>
    [isoOf(timeMs).slice(0, 19), lift, floor, event, load].join(';'),
  );
  return {
    name: 'lifts.csv',
    text: textOf(['timestamp;lift;floor;event;load_kg', ...rows]),
    asked: questions(random, all, `${letter}4`),
  };
}

function questions(random: Random, all: readonly Row[], absent: string) {
  const ask = createQuestions(random);
  const floors = all.map(({ floor }) => floor);
  const loads = all.map(({ load }) => load);
  const busiest = most(all, ({ floor }) => `${floor}`);
  ask.value('highest floor', maximum(floors), [
    'highest floor reached?',
    'what is the highest floor?',
    'how high did a lift go?',
  ]);
  ask.value('busiest floor', busiest === undefined ? undefined : Number(busiest), [
    'busiest floor?',
    'which floor has the most events?',
  ]);
  ask.count('over 800', loads.filter((load) => load > 800).length, [
    'rows with a load above 800 kg',
    'how many rows have a load of more than 800 kg?',
  ]);
  ask.between('median load', percentile(loads, 0.5), ['median load?', 'median of load_kg?'], 'kg');
  ask.untold('who pressed', ['who pressed the button?', 'who was in the lift?']);
  askEvents(ask, random, all);
  askLifts(ask, random, all, absent);
  return ask.asked;
}

function askEvents(ask: Questions, random: Random, all: readonly Row[]) {
  const of = (event: string) => all.filter((one) => one.event === event);
  const overloads = of('overload');
  const { floor } = random.pick(all);
  ask.count('stuck', of('stuck').length, [
    'how often did a lift get stuck?',
    'how many times was a lift stuck?',
    'number of stuck events?',
  ]);
  ask.count('overloads', overloads.length, [
    'how many overload events?',
    'how often was a lift overloaded?',
    'number of overloads?',
  ]);
  ask.value(
    'mean overload',
    mean(overloads.map(({ load }) => load)),
    ['average load when overloaded?', 'mean load of the overload events?'],
    'kg',
  );
  ask.count('arrivals on floor', of('arrive').filter((one) => one.floor === floor).length, [
    `how many arrivals on floor ${floor}?`,
    `how often did a lift arrive on floor ${floor}?`,
  ]);
  ask.count('door openings', of('door_open').length, [
    'how many door openings?',
    'how often did a door open?',
    'number of door_open events?',
  ]);
  ask.time('last overload', overloads.at(-1)?.timeMs, [
    'at what time was the last overload?',
    'when was a lift overloaded last?',
  ]);
}

function askLifts(ask: Questions, random: Random, all: readonly Row[], absent: string) {
  const { lift } = random.pick(all);
  const names = distinct(all, (one) => one.lift);
  const own = all.filter((one) => one.lift === lift);
  const stuck = all.filter(({ event }) => event === 'stuck');
  ask.distinct('lifts', names.length, ['how many lifts are there?', 'number of different lifts?']);
  ask.count('stuck of lift', stuck.filter((one) => one.lift === lift).length, [
    `how many times was ${lift} stuck?`,
    `how often did ${lift} get stuck?`,
  ]);
  ask.value(
    'heaviest of lift',
    maximum(own.map(({ load }) => load)),
    [`maximum load of ${lift}`, `what was the highest load of ${lift}?`],
    'kg',
  );
  ask.value('last floor of lift', own.at(-1)?.floor, [`on which floor was ${lift} last?`, `where was ${lift} last?`]);
  ask.name('first stuck', stuck[0]?.lift, names, ['which lift got stuck first?', 'first lift that was stuck?']);
  ask.name(
    'most stuck',
    most(stuck, (one) => one.lift),
    names,
    ['which lift is stuck most often?', 'lift with the most stuck events?'],
  );
  ask.name(
    'fewest rows',
    fewest(all, (one) => one.lift),
    names,
    ['which lift has the fewest events?', 'lift with the fewest rows?'],
  );
  ask.absent('absent lift', [`was ${absent} ever stuck?`, `did ${absent} get stuck?`]);
}
