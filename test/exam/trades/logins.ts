import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import { loginQuestions } from './logins-questions.ts';
import type { TradeLog } from './questions.ts';
import { steps, syslogOf, textOf } from './times.ts';

export interface Attempt {
  timeMs: number;
  user: string;
  address: string;
  isAccepted: boolean;
}

export interface People {
  regular: readonly string[];
  /** Tried, but unknown to the machine. */
  invalid: string;
  absent: string;
  host: string;
}

const userNames = [
  ['deploy', 'maria', 'backup', 'jonas'],
  ['ansible', 'petra', 'gitlab', 'samir'],
];
const addresses = ['203.0.113.8', '198.51.100.31', '192.0.2.200', '203.0.113.77', '198.51.100.9'];

/** The logins of a bastion host, most of which fail. */
export function logins(random: Random): TradeLog {
  const { names: regular, absent } = cast(random, userNames, 2);
  const people = {
    regular,
    absent,
    invalid: random.pick(['oracle', 'postgres', 'test']),
    host: random.pick(['bastion', 'jump-1', 'gate']),
  };
  const users = [...regular, 'root', people.invalid];
  const from = random.some(addresses, 3);
  const all = steps(random, random.int(90, 120), [2000, 60_000]).map((timeMs): Attempt => {
    const user = random.pick(users);
    return { timeMs, user, address: random.pick(from), isAccepted: regular.includes(user) && random.chance(0.3) };
  });
  const text = textOf(all.map((one) => lineOf(random, one, people)));
  return { name: 'auth.log', text, asked: loginQuestions(random, all, people) };
}

function lineOf(random: Random, { timeMs, user, address, isAccepted }: Attempt, { invalid, host }: People): string {
  const how = isAccepted ? 'Accepted publickey' : 'Failed password';
  const whom = user === invalid ? `invalid user ${user}` : user;
  return `${syslogOf(timeMs)} ${host} sshd[${random.int(1000, 9000)}]: ${how} for ${whom} from ${address} port ${random.int(30_000, 60_000)} ssh2`;
}
