import type { Random } from '../generate/random.ts';
import { distinct, highest, maximum, mean, minimum, most, oneOf } from './counting.ts';
import type { DeviceLife, Session } from './device.ts';
import { createQuestions, type Questions } from './questions.ts';

export function deviceQuestions(random: Random, life: DeviceLife, absent: string) {
  const ask = createQuestions(random);
  ask.words(
    'firmware',
    [life.firmware],
    [],
    ['which firmware is running?', 'firmware version?', 'what version of the firmware is installed?'],
  );
  ask.words('board', [`rev ${life.board}`, life.board], [], ['board revision?', 'which board revision is it?']);
  ask.count('samples', life.samples, [
    'number of imu samples',
    'how many imu samples were taken?',
    'how many imu samples are there?',
  ]);
  ask.absent('bluetooth', ['did bluetooth ever connect?', 'was there any bluetooth connection?']);
  ask.absent('absent access point', [
    `did it ever connect to ${absent}?`,
    `was it connected to ${absent} at any time?`,
  ]);
  ask.untold('display', ['why is the display flickering?', 'what makes the display flicker?']);
  ask.untold('position', ['what is the gps position?', 'where was the device, by gps?']);
  askHeat(ask, life);
  askCharge(ask, life);
  askSessions(ask, random, life);
  return ask.asked;
}

function askHeat(ask: Questions, { temperatures }: DeviceLife) {
  const values = temperatures.map(({ value }) => value);
  const hot = values.filter((value) => value > 60).length;
  ask.value(
    'hottest',
    maximum(values),
    ['highest soc temperature?', 'how hot did the soc get?', 'maximum temperature?'],
    'C',
  );
  ask.value('mean heat', mean(values), ['average temperature?', 'mean soc temperature?'], 'C');
  ask.count('hot readings', hot, [
    'how many temperature readings were above 60 C?',
    'how many times was a soc temperature above 60 C logged?',
  ]);
  ask.elapsed('when hottest', highest(temperatures, ({ value }) => value)?.at, [
    'when did it get hottest?',
    'when was the soc temperature highest?',
  ]);
}

function askCharge(ask: Questions, { charges }: DeviceLife) {
  const values = charges.map(({ value }) => value);
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return;
  ask.value(
    'lowest charge',
    minimum(values),
    ['lowest battery level?', 'how low did the battery get?', 'minimum battery?'],
    '%',
  );
  ask.value(
    'last charge',
    last,
    ['battery level at the end?', 'what is the last battery level?', 'how full was the battery in the end?'],
    '%',
  );
  ask.value('first charge', first, ['what was the battery at the start?', 'first battery level?'], '%');
  ask.value(
    'lost charge',
    first - last,
    ['how much battery did it lose?', 'by how many percent did the battery drop?'],
    '%',
  );
}

function askSessions(ask: Questions, random: Random, { sessions, end }: DeviceLife) {
  const over = sessions.filter(({ to }) => to !== undefined);
  const lasting = sessions.find(({ to }) => to === undefined);
  const length = ({ from, to }: Session) => Number(((to ?? end) - from).toFixed(3));
  const longest = highest(sessions, length);
  const accessPoint = sessions[0]?.accessPoint ?? '';
  const to = sessions.filter((one) => one.accessPoint === accessPoint).length;
  ask.count('disconnects', over.length, [
    'how often did wifi disconnect?',
    'how many times did the device drop off the wifi?',
    'number of wifi disconnects?',
  ]);
  ask.distinct('access points', distinct(sessions, (one) => one.accessPoint).length, [
    'to how many different access points did it connect?',
    'number of distinct access points?',
  ]);
  ask.yes(
    'connected now',
    lasting !== undefined,
    ['is wifi connected at the end?', 'is the wifi up in the end?', 'is wifi still connected?'],
    ['connected', 'disconnected'],
  );
  ask.name(
    'reason',
    most(over, ({ reason }) => reason ?? ''),
    over.map(({ reason }) => reason ?? ''),
    ['most common disconnect reason?', 'which reason do most disconnects have?'],
  );
  if (longest !== lasting) {
    ask.duration('longest', longest && length(longest), [
      'longest wifi connection?',
      'how long did the longest wifi connection last?',
    ]);
  }
  if (accessPoint !== '') {
    ask.count('connects', to, [
      `how often did it connect to ${accessPoint}?`,
      `number of connections to ${accessPoint}?`,
    ]);
  }
  askMoment(ask, random, over);
}

/** In the middle of a session that was long enough to be sure. */
function askMoment(ask: Questions, random: Random, over: readonly Session[]) {
  const one = oneOf(
    random,
    over.filter(({ from, to }) => to !== undefined && to - from > 10),
  );
  if (one?.to === undefined) return;
  const at = ((one.from + one.to) / 2).toFixed(0);
  const all = over.map(({ accessPoint }) => accessPoint);
  ask.name('where at', one.accessPoint, all, [
    `which access point was it connected to at ${at} s?`,
    `what was the wifi connected to at ${at} seconds?`,
  ]);
  ask.yes(
    'connected at',
    true,
    [`was wifi connected at ${at} s?`, `was the wifi up at ${at} s?`],
    ['connected', 'disconnected'],
  );
}
