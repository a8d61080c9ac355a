import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import { deviceQuestions } from './device-questions.ts';
import type { TradeLog } from './questions.ts';
import { textOf } from './times.ts';

export interface Session {
  accessPoint: string;
  from: number;
  /** Undefined while it lasts. */
  to: number | undefined;
  reason: string | undefined;
}

export interface Value {
  at: number;
  value: number;
}

/** What a device lived through, in seconds since its start. */
export interface DeviceLife {
  firmware: string;
  board: string;
  sessions: readonly Session[];
  temperatures: readonly Value[];
  charges: readonly Value[];
  samples: number;
  end: number;
}

const accessPointNames = [
  ['office-2', 'lab-5g', 'guest', 'depot'],
  ['home-net', 'garage-ap', 'hotspot-9', 'kitchen-ap'],
];
const reasons = ['200', '201', '202', '204'];

/** The serial console of a device: its clock counts from its start. */
export function device(random: Random): TradeLog {
  const { names, absent } = cast(random, accessPointNames, 3);
  const firmware = `${random.int(1, 9)}.${random.int(0, 20)}.${random.int(0, 9)}`;
  const board = random.pick(['B', 'C', 'D']);
  const lines = [lineOf(3.2, `boot: fw ${firmware} board rev ${board}`)];
  const life = live(random, names, (at, message) => lines.push(lineOf(at, message)));
  const asked = deviceQuestions(random, { ...life, firmware, board }, absent);
  return { name: 'serial-console.txt', text: textOf(lines), asked };
}

const lineOf = (at: number, message: string) => `[${at.toFixed(3).padStart(9)}] ${message}`;

function live(random: Random, accessPoints: readonly string[], write: (at: number, message: string) => void) {
  const sessions: Session[] = [];
  const temperatures: Value[] = [];
  const charges: Value[] = [];
  let [at, charge, samples] = [3.2, random.int(80, 99), 0];
  for (let step = 0; step < 120; step++) {
    at = Number((at + random.int(5, 60) + random.next()).toFixed(3));
    const kind = random.pick(['wifi', 'heat', 'charge', 'sample']);
    if (kind === 'wifi') {
      write(at, rove(random, accessPoints, sessions, at));
    } else if (kind === 'heat') {
      const value = random.int(310, 720) / 10;
      temperatures.push({ at, value });
      write(at, `thermal: soc ${value.toFixed(1)} C`);
    } else if (kind === 'charge') {
      charge -= random.int(0, 1);
      charges.push({ at, value: charge });
      write(at, `power: battery ${charge}%`);
    } else {
      samples++;
      write(at, `sensor: imu sample ${random.int(100, 999)}`);
    }
  }
  return { sessions, temperatures, charges, samples, end: at };
}

/** Ends the session that lasts, or begins one. */
function rove(random: Random, accessPoints: readonly string[], sessions: Session[], at: number): string {
  const current = sessions.at(-1);
  if (current !== undefined && current.to === undefined) {
    const reason = random.pick(reasons);
    sessions[sessions.length - 1] = { ...current, to: at, reason };
    return `wifi: disconnected from ${current.accessPoint} reason=${reason}`;
  }
  const accessPoint = random.pick(accessPoints);
  sessions.push({ accessPoint, from: at, to: undefined, reason: undefined });
  return `wifi: connected to ${accessPoint} rssi=-${random.int(40, 85)}`;
}
