import { createAsker, exactly, winnerOf } from './phrase.ts';
import { boundaries, type Happening, type Law, moments, type Part, type Stage } from './world.ts';

interface SignIn {
  timeMs: number;
  user: string;
  address: string;
  isGood: boolean;
}

const people: readonly (readonly string[])[] = [
  ['alice', 'bob', 'carol', 'dave', 'erin'],
  ['m.schmidt', 'j.doe', 'k.tanaka', 'l.rossi'],
  ['root', 'admin', 'deploy', 'postgres', 'backup'],
  ['u1042', 'u1077', 'u2003', 'u2290'],
];

const proses: readonly [
  good: (user: string, address: string) => string,
  bad: (user: string, address: string) => string,
][] = [
  [
    (user, address) => `Accepted password for ${user} from ${address} port 52110 ssh2`,
    (user, address) => `Failed password for ${user} from ${address} port 52110 ssh2`,
  ],
  [
    (user, address) => `user ${user} logged in from ${address}`,
    (user, address) => `login failed for user ${user} from ${address}: wrong password`,
  ],
  [
    (user, address) => `authentication succeeded user=${user} ip=${address}`,
    (user, address) => `authentication failed user=${user} ip=${address} reason=bad_credentials`,
  ],
  [
    (user, address) => `Login successful: ${user} (${address})`,
    (user, address) => `Login failed: ${user} (${address})`,
  ],
];

/** People and programs that sign in, or try to. */
export function signIns(stage: Stage): Part {
  const { random, startMs, endMs } = stage;
  const users = random.some(random.pick(people), random.int(3, 4));
  const addresses = Array.from({ length: 3 }, (_, index) => `203.0.113.${random.int(1, 80) + 80 * index}`);
  const [good, bad] = random.pick(proses);
  const clean = users.at(-1);
  const all = moments(stage, startMs + 5000, endMs - 5000, random.int(14, 70), 1500).map((timeMs): SignIn => {
    const user = random.chance(0.3) ? (users[0] ?? '') : random.pick(users);
    return { timeMs, user, address: random.pick(addresses), isGood: user === clean || random.chance(0.6) };
  });
  const source = random.pick(['sshd', 'auth', 'login', 'sso', 'vpn']);
  const happenings = all.map(
    ({ timeMs, user, address, isGood }): Happening => ({
      timeMs,
      source,
      level: isGood ? 'info' : 'warn',
      prose: (isGood ? good : bad)(user, address),
      short: isGood ? 'login ok' : 'login failed',
      fields: { user, ip: address },
    }),
  );
  return {
    happenings,
    ...questions(stage, all, users, addresses),
    names: users.some((user) => user === 'root') ? [] : users,
  };
}

function questions(
  stage: Stage,
  all: readonly SignIn[],
  users: readonly string[],
  addresses: readonly string[],
): Pick<Part, 'asked' | 'laws'> {
  const { random, clock } = stage;
  const laws: Law[] = [];
  const { asked, ask } = createAsker(random);
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  const failed = all.filter(({ isGood }) => !isGood);
  const countBy = (some: readonly SignIn[], names: readonly string[], of: (one: SignIn) => string) =>
    new Map(names.map((name) => [name, some.filter((one) => of(one) === name).length]));
  const others = (list: readonly string[], name: string) => list.filter((other) => other !== name);

  ask('count', exactly(failed.length), [
    'how many logins failed?',
    'failed logins: how many?',
    'how many times did a login fail?',
    'total failed logins?',
    'how many failed logins were there?',
    'number of failed login attempts?',
    'count of failed logins?',
    'how often did a login fail?',
  ]);
  ask('count', exactly(all.length - failed.length), [
    'how many logins succeeded?',
    'how many successful logins were there?',
    'number of successful logins?',
  ]);
  ask('share', { kind: 'share', part: failed.length, whole: all.length }, [
    'what share of logins failed?',
    'what percentage of login attempts failed?',
    'which fraction of the logins failed?',
    'login failure rate in percent?',
  ]);
  const most = winnerOf(countBy(failed, users, ({ user }) => user));
  if (most !== undefined)
    ask('most', { kind: 'names', names: [most], others: others(users, most) }, [
      'which user had the most failed logins?',
      'which account has the most failed logins?',
      'who has the highest number of failed logins?',
      'who failed to log in most often?',
      'whose login failed the most?',
      'user with the most failed logins?',
    ]);
  const from = winnerOf(countBy(failed, addresses, ({ address }) => address));
  if (from !== undefined)
    ask('most', { kind: 'names', names: [from], others: others(addresses, from) }, [
      'which ip had the most failed logins?',
      'from which address did most failed logins come?',
      'which ip address failed most?',
      'what address do most of the failed logins come from?',
    ]);
  const never = users.filter(
    (user) => all.some((one) => one.user === user) && failed.every((one) => one.user !== user),
  );
  ask('never', { kind: 'names', names: never, others: users.filter((user) => !never.includes(user)) }, [
    'which users never failed to log in?',
    'which users had no failed login?',
    'who never had a failed login?',
  ]);
  const seen = new Set(all.map(({ user }) => user)).size;
  ask('distinct', exactly(seen), [
    'how many different users tried to log in?',
    'how many distinct users are there?',
    'number of unique users?',
    'how many users attempted a login?',
  ]);
  for (const user of random.some(users, 2)) {
    const own = all.filter((one) => one.user === user);
    const bad = own.filter(({ isGood }) => !isGood);
    const good = own.filter(({ isGood }) => isGood);
    const name = { user };
    ask(
      'count',
      exactly(bad.length),
      [
        'how many failed logins did {user} have?',
        'how often did the login of {user} fail?',
        'number of failed logins of {user}?',
        'how many times did {user} fail to log in?',
      ],
      name,
    );
    ask(
      'never',
      { kind: 'yes', isYes: bad.length > 0 },
      ['did {user} ever fail to log in?', 'did any login of {user} fail?', 'was there a failed login of {user}?'],
      name,
    );
    laws.push({
      name: 'absence is count 0',
      kind: ['yes', 'number'],
      texts: [`did any login of ${user} fail?`, `how many logins of ${user} failed?`],
      holds: ([ever, count]) => (ever === 'yes') === Number(count) > 0,
    });
    if (good.length > 0) {
      ask(
        'last',
        { kind: 'time', timeMs: good.at(-1)?.timeMs ?? 0, ...zone },
        [
          'when did {user} last log in?',
          'when was the last successful login of {user}?',
          'last login of {user}?',
          'what time did {user} last log in successfully?',
        ].filter((text) => bad.every((one) => one.timeMs < (good.at(-1)?.timeMs ?? 0)) || text.includes('success')),
        name,
      );
      ask(
        'first',
        { kind: 'time', timeMs: good[0]?.timeMs ?? 0, ...zone },
        [
          'when was the first successful login of {user}?',
          'when did {user} first log in successfully?',
          'at what time did {user} log in successfully for the first time?',
        ],
        name,
      );
    }
    if (bad.length > 0)
      ask(
        'first',
        { kind: 'time', timeMs: bad[0]?.timeMs ?? 0, ...zone },
        [
          'when was the first failed login of {user}?',
          'when did the login of {user} fail first?',
          'at what time did {user} first fail to log in?',
        ],
        name,
      );
  }
  const [a, b] = random.some(users, 2);
  const counts = countBy(failed, users, ({ user }) => user);
  if (a !== undefined && b !== undefined && counts.get(a) !== counts.get(b)) {
    const isFirst = (counts.get(a) ?? 0) > (counts.get(b) ?? 0);
    ask(
      'comparison',
      { kind: 'names', names: [isFirst ? a : b], others: [isFirst ? b : a] },
      [
        'who had more failed logins, {a} or {b}?',
        'did {a} or {b} fail to log in more often?',
        'which user failed more often: {a} or {b}?',
      ],
      { a, b },
    );
    ask(
      'comparison',
      { kind: 'yes', isYes: isFirst },
      ['did {a} have more failed logins than {b}?', 'did {a} fail to log in more often than {b}?'],
      { a, b },
    );
    laws.push({
      name: 'sides may be swapped',
      kind: 'names',
      others: [a, b],
      texts: [`who had more failed logins, ${a} or ${b}?`, `who had more failed logins, ${b} or ${a}?`],
      holds: ([x, y]) => x === y,
    });
  }
  ask('by group', { kind: 'table', counts: Object.fromEntries([...counts].filter(([, count]) => count > 0)) }, [
    'failed logins per user?',
    'how many failed logins did each user have?',
    'breakdown of failed logins by user',
    'count failed logins by user',
  ]);
  ask(
    'absent subject',
    { kind: 'nothing', why: 'absent' },
    [
      'when did {user} last log in?',
      'how many failed logins did {user} have?',
      'which address did {user} log in from?',
      'did {user} log in successfully?',
    ],
    { user: random.pick(['zoe', 'heinrich', 'svc_nobody', 'w.okafor']) },
  );
  laws.push({
    name: 'groups add up',
    kind: 'number',
    texts: ['how many logins failed?', ...users.map((user) => `how many logins of ${user} failed?`)],
    holds: ([whole, ...parts]) => Number(whole) === parts.reduce((sum, part) => sum + Number(part), 0),
  });
  const [begin, half, end] = boundaries(
    stage,
    all.map(({ timeMs }) => timeMs),
    3,
  );
  if (begin !== undefined && half !== undefined && end !== undefined) {
    const inside = (start: number, stop: number) =>
      failed.filter(({ timeMs }) => timeMs >= start && timeMs < stop).length;
    const texts = { from: begin.text, to: end.text, middle: half.text };
    ask(
      'window',
      exactly(inside(begin.timeMs, end.timeMs)),
      [
        'how many logins failed between {from} and {to}?',
        'how many failed logins from {from} to {to}?',
        'between {from} and {to}, how many logins failed?',
      ],
      texts,
    );
    ask(
      'window',
      exactly(inside(half.timeMs, Number.POSITIVE_INFINITY)),
      ['how many logins failed after {middle}?', 'number of failed logins since {middle}?'],
      texts,
    );
    const count = (start: string, stop: string) => `how many logins failed between ${start} and ${stop}?`;
    laws.push({
      name: 'a range cut in two adds up',
      kind: 'number',
      texts: [count(texts.from, texts.to), count(texts.from, texts.middle), count(texts.middle, texts.to)],
      holds: ([x, y, z]) => Number(x) === Number(y) + Number(z),
    });
    laws.push({
      name: 'narrower counts no more',
      kind: 'number',
      texts: [count(texts.from, texts.to), count(texts.from, texts.middle)],
      holds: ([x, y]) => Number(x) >= Number(y),
    });
  }
  return { asked, laws };
}
