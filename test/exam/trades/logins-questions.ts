import type { Random } from '../generate/random.ts';
import { distinct, most } from './counting.ts';
import type { Attempt, People } from './logins.ts';
import { createQuestions, type Questions } from './questions.ts';

export function loginQuestions(random: Random, all: readonly Attempt[], people: People) {
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
  askRegular(ask, accepted, people);
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
  const tries = (user: string) => failed.filter((one) => one.user === user).length;
  ask.count('failed root', tries('root'), [
    'how many failed attempts for root?',
    'how often did a login as root fail?',
  ]);
  ask.count('invalid', tries(invalid), [
    `how many times did someone try the user ${invalid}?`,
    `how many attempts with the invalid user ${invalid}?`,
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

function askRegular(ask: Questions, accepted: readonly Attempt[], { regular }: People) {
  const [first = '', second = ''] = regular;
  const ofFirst = accepted.filter(({ user }) => user === first);
  const ofSecond = accepted.filter(({ user }) => user === second);
  ask.count('logins of user', ofFirst.length, [
    `how often did ${first} log in?`,
    `how many successful logins of ${first}?`,
    `how many times did ${first} log in successfully?`,
  ]);
  ask.yes('user in', ofFirst.length > 0, [`did ${first} log in successfully?`, `was ${first} able to log in?`]);
  ask.time('first login of user', ofSecond[0]?.timeMs, [
    `when did ${second} first log in?`,
    `when was the first successful login of ${second}?`,
  ]);
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
