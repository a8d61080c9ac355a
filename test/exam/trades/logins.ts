import type { Random } from '../generate/random.ts';
import { cast, distinct, most } from './counting.ts';
import { createQuestions, type Questions, type TradeLog } from './questions.ts';
import { startOf, steps, syslogOf, textOf } from './times.ts';

interface Attempt {
  timeMs: number;
  user: string;
  address: string;
  isAccepted: boolean;
}

interface People {
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
  const all = steps(random, startOf(random), random.int(90, 120), 2000, 60_000).map((timeMs): Attempt => {
    const user = random.pick(users);
    return { timeMs, user, address: random.pick(from), isAccepted: regular.includes(user) && random.chance(0.3) };
  });
  const text = textOf(all.map((one) => lineOf(random, one, people)));
  return { name: 'auth.log', text, asked: questions(random, all, people) };
}

function lineOf(random: Random, { timeMs, user, address, isAccepted }: Attempt, { invalid, host }: People): string {
  const how = isAccepted ? 'Accepted publickey' : 'Failed password';
  const whom = user === invalid ? `invalid user ${user}` : user;
  return `${syslogOf(timeMs)} ${host} sshd[${random.int(1000, 9000)}]: ${how} for ${whom} from ${address} port ${random.int(30_000, 60_000)} ssh2`;
}

function questions(random: Random, all: readonly Attempt[], people: People) {
  const ask = createQuestions(random);
  const failed = all.filter(({ isAccepted }) => !isAccepted);
  const accepted = all.filter(({ isAccepted }) => isAccepted);
  ask.count('failed', failed.length, [
    'how many failed logins were there?',
    'number of failed logins?',
    'how many login attempts failed?',
  ]);
  ask.count('accepted', accepted.length, [
    'how many successful logins?',
    'how many logins succeeded?',
    'number of accepted logins?',
  ]);
  ask.share('failed share', failed.length, all.length, [
    'what fraction of login attempts failed?',
    'what percentage of the login attempts failed?',
  ]);
  ask.time('last accepted', accepted.at(-1)?.timeMs, [
    'when was the last accepted login?',
    'when did someone log in successfully last?',
    'last successful login: when?',
  ]);
  ask.words('host', [people.host], [], ['which host is this?', 'what is the name of the host?']);
  ask.untold('password', ['what password was used?', 'which passwords did they try?']);
  askUsers(ask, failed, accepted, people);
  askAddresses(ask, random, all, failed);
  return ask.asked;
}

function askUsers(
  ask: Questions,
  failed: readonly Attempt[],
  accepted: readonly Attempt[],
  { regular, invalid, absent }: People,
) {
  const users = [...regular, 'root', invalid];
  const of = (user: string, some: readonly Attempt[]) => some.filter((one) => one.user === user);
  const [first = '', second = ''] = regular;
  ask.count('failed root', of('root', failed).length, [
    'how many failed attempts for root?',
    'how often did a login as root fail?',
  ]);
  ask.count('invalid', of(invalid, failed).length, [
    `how many times did someone try the user ${invalid}?`,
    `how many attempts with the invalid user ${invalid}?`,
  ]);
  ask.count('logins of user', of(first, accepted).length, [
    `how often did ${first} log in?`,
    `how many successful logins of ${first}?`,
    `how many times did ${first} log in successfully?`,
  ]);
  ask.yes('user in', of(first, accepted).length > 0, [
    `did ${first} log in successfully?`,
    `was ${first} able to log in?`,
  ]);
  ask.time('first login of user', of(second, accepted)[0]?.timeMs, [
    `when did ${second} first log in?`,
    `when was the first successful login of ${second}?`,
  ]);
  ask.yes('root in', false, [
    'did root ever log in?',
    'was there a successful login as root?',
    'did anyone get in as root?',
  ]);
  ask.absent('absent user', [`did ${absent} log in?`, `was there a login of ${absent}?`]);
  ask.name(
    'most failed user',
    most(failed, ({ user }) => user),
    users,
    [
      'which account has the most failed logins?',
      'for which user did most logins fail?',
      'which user was attacked most?',
    ],
  );
  ask.name(
    'most logins',
    most(accepted, ({ user }) => user),
    users,
    ['who logged in most often?', 'user with the most successful logins?'],
  );
}

function askAddresses(ask: Questions, random: Random, all: readonly Attempt[], failed: readonly Attempt[]) {
  const { address } = random.pick(all);
  const addressesOf = all.map((one) => one.address);
  ask.count('failed from', failed.filter((one) => one.address === address).length, [
    `failed passwords from ${address}`,
    `how many failed logins came from ${address}?`,
  ]);
  ask.distinct('addresses', distinct(all, (one) => one.address).length, [
    'how many ip addresses tried to log in?',
    'from how many different addresses were there login attempts?',
  ]);
  ask.name(
    'most failed address',
    most(failed, (one) => one.address),
    addressesOf,
    ['which ip failed the most?', 'which address has the most failed logins?'],
  );
}
