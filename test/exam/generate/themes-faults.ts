import { createAsker, exactly, winnerOf } from './phrase.ts';
import { boundaries, type Happening, type Law, type Level, moments, type Part, type Stage } from './world.ts';

const serviceSets: readonly (readonly string[])[] = [
  ['checkout', 'inventory', 'payments', 'search'],
  ['dispatch', 'tracking', 'labels', 'customs'],
  ['ingest', 'resolver', 'planner', 'exporter'],
  ['MatchMaker', 'ChatServer', 'Inventory', 'Ranking'],
  ['admission', 'pharmacy', 'radiology', 'lab-gateway'],
];
const bad: readonly [Level, string, string][] = [
  ['error', 'upstream call failed after {n} attempts', 'upstream call failed'],
  ['error', 'could not write record {n}: constraint violated', 'write failed'],
  ['error', 'request {n} aborted: deadline exceeded', 'deadline exceeded'],
  ['warn', 'slow response from partner, {n} ms', 'slow response'],
  ['warn', 'retrying delivery of message {n}', 'retrying'],
];
const fine: readonly [Level, string, string][] = [
  ['info', 'processed message {n}', 'processed'],
  ['info', 'record {n} stored', 'stored'],
  ['info', 'session {n} opened', 'session opened'],
  ['debug', 'cache hit for key {n}', 'cache hit'],
];

/** Services that tell of errors and warnings; and one moment at which a new version is rolled out. */
export function faults(stage: Stage): Part {
  const { random, startMs, endMs } = stage;
  const services = random.some(random.pick(serviceSets), random.int(3, 4));
  const clean = services.at(-1);
  const version = {
    old: `${random.int(1, 4)}.${random.int(0, 9)}.${random.int(0, 9)}`,
    new: `${random.int(5, 7)}.${random.int(0, 9)}.${random.int(0, 9)}`,
  };
  const deployed = services[0] ?? '';
  const deployMs =
    moments(stage, startMs + (endMs - startMs) * 0.3, startMs + (endMs - startMs) * 0.7, 1, 0)[0] ?? startMs;
  const lines = moments(stage, startMs + 3000, endMs - 3000, random.int(60, 240), 150)
    .filter((timeMs) => Math.abs(timeMs - deployMs) > 3000)
    .map((timeMs): Happening => {
      const source = random.chance(0.35) ? deployed : random.pick(services);
      const isBad = source !== clean && random.chance(source === deployed && timeMs > deployMs ? 0.5 : 0.12);
      const [level, template, short] = random.pick(isBad ? bad : fine);
      const n = random.int(100, 9999);
      return { timeMs, source, level, prose: template.replace('{n}', `${n}`), short, fields: { id: n } };
    });
  const deploy: Happening = {
    timeMs: deployMs,
    source: deployed,
    level: 'info',
    prose: `version changed from ${version.old} to ${version.new}`,
    short: 'version changed',
    fields: { old_version: version.old, new_version: version.new },
  };
  const start: Happening = {
    timeMs: startMs,
    source: deployed,
    level: 'info',
    prose: `starting, version ${version.old}`,
    short: 'starting',
    fields: { version: version.old },
  };
  return {
    happenings: [start, deploy, ...lines],
    ...questions(stage, services, lines, deploy, version),
    names: stage.tells.source ? services : [],
  };
}

function questions(
  stage: Stage,
  services: readonly string[],
  lines: readonly Happening[],
  deploy: Happening,
  version: { old: string; new: string },
): Pick<Part, 'asked' | 'laws'> {
  const { random, clock, tells } = stage;
  const laws: Law[] = [];
  const { asked, ask } = createAsker(random, { service: deploy.source });
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  const of = (level: Level, source?: string) =>
    lines.filter((one) => one.level === level && (source === undefined || one.source === source));
  ask('change', { kind: 'names', names: [version.new], others: [version.old] }, [
    'which version is running at the end?',
    'what is the current version?',
    'which version was deployed?',
    'what version runs after the upgrade?',
    'to which version was it upgraded?',
  ]);
  ask(
    'change',
    { kind: 'names', names: [version.old], others: [version.new] },
    [
      'which version was running before the upgrade?',
      'what was the version before it changed?',
      'what was the old version?',
      'which version was it before the change to {new}?',
    ],
    { new: version.new },
  );
  ask(
    'when',
    { kind: 'time', timeMs: deploy.timeMs, ...zone },
    [
      'when did the version change?',
      'at what time was the version changed?',
      'when was version {new} deployed?',
      'when was the switch to version {new}?',
    ],
    { new: version.new },
  );
  if (!tells.level) return { asked, laws };

  const errors = of('error');
  ask('count', exactly(errors.length), [
    'how many errors are there?',
    'how many error messages are in the log?',
    'total number of errors?',
    'errors: how many?',
    'how many lines are errors?',
    'how many error lines?',
    'number of errors?',
    'count of ERROR lines?',
    'how many errors were logged?',
    'count level=error',
  ]);
  ask('count', exactly(of('warn').length), [
    'how many warnings are there?',
    'number of warnings?',
    'how many WARN lines?',
    'how many warnings were logged?',
  ]);
  ask('exists', { kind: 'yes', isYes: errors.length > 0 }, [
    'are there any errors?',
    'were there errors?',
    'does the log contain errors?',
    'any errors?',
  ]);
  ask('exists', { kind: 'yes', isYes: false }, [
    'are there any fatal lines?',
    'were there any fatal errors?',
    'is there a line of level fatal?',
  ]);
  if (errors.length > 0) {
    ask('first', { kind: 'time', timeMs: errors[0]?.timeMs ?? 0, ...zone }, [
      'when was the first error?',
      'when do we see the first error?',
      'first error time?',
      'what time was the first error logged?',
      'when did the first error occur?',
      'at what time did the errors start?',
      'time of the first error?',
    ]);
    ask('last', { kind: 'time', timeMs: errors.at(-1)?.timeMs ?? 0, ...zone }, [
      'when was the last error?',
      'when did the last error occur?',
      'time of the most recent error?',
      'at what time was the latest error?',
    ]);
    laws.push({
      name: 'first is not after last',
      kind: 'time',
      texts: ['when was the first error?', 'when was the last error?'],
      holds: ([a = '', b = '']) => a <= b,
    });
  }
  const before = errors.filter(({ timeMs }) => timeMs < deploy.timeMs).length;
  const after = errors.length - before;
  ask(
    'window',
    exactly(after),
    [
      'how many errors were there after the version change?',
      'how many errors since the new version?',
      'number of errors after version {new} was deployed?',
      'how many errors after the upgrade to {new}?',
    ],
    { new: version.new },
  );
  ask(
    'window',
    exactly(before),
    [
      'how many errors were there before the version change?',
      'number of errors before version {new} was deployed?',
      'how many errors before the upgrade to {new}?',
    ],
    { new: version.new },
  );
  const share = (deploy.timeMs - stage.startMs) / (stage.endMs - stage.startMs);
  const [rateBefore, rateAfter] = [before / share, after / (1 - share)];
  if (after >= 8 && rateAfter > rateBefore * 1.8) {
    ask(
      'change',
      { kind: 'yes', isYes: true },
      [
        'were there more errors after the version change than before?',
        'did errors increase after the version change?',
        'did the error rate go up after version {new}?',
        'is it worse since version {new}?',
      ],
      { new: version.new },
    );
  }
  const [begin, half, end] = boundaries(
    stage,
    lines.map(({ timeMs }) => timeMs),
    3,
  );
  if (begin !== undefined && half !== undefined && end !== undefined) {
    const inside = (start: number, stop: number) =>
      errors.filter(({ timeMs }) => timeMs >= start && timeMs < stop).length;
    const texts = { from: begin.text, to: end.text, middle: half.text };
    ask(
      'window',
      exactly(inside(begin.timeMs, end.timeMs)),
      [
        'how many errors between {from} and {to}?',
        'number of errors from {from} to {to}?',
        'between {from} and {to}, how many errors were logged?',
        'how many error lines were there from {from} until {to}?',
      ],
      texts,
    );
    ask(
      'window',
      exactly(inside(0, half.timeMs)),
      ['how many errors before {middle}?', 'number of errors until {middle}?', 'how many errors up to {middle}?'],
      texts,
    );
    ask(
      'exists',
      { kind: 'yes', isYes: inside(begin.timeMs, half.timeMs) > 0 },
      ['were there errors between {from} and {middle}?', 'any errors between {from} and {middle}?'],
      texts,
    );
    const count = (start: string, stop: string) => `how many errors between ${start} and ${stop}?`;
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
  if (!tells.source) return { asked, laws };

  const counts = new Map(services.map((service) => [service, of('error', service).length]));
  const others = (name: string) => services.filter((service) => service !== name);
  const most = winnerOf(counts);
  if (most !== undefined)
    ask('most', { kind: 'names', names: [most], others: others(most) }, [
      'which service has the most errors?',
      'who logs the most errors?',
      'noisiest service in terms of errors?',
      'which of the services has the highest number of errors?',
      'which service logged the most errors?',
      'where do most errors come from?',
      'which component had the most errors?',
      'top service by errors?',
    ]);
  const least = winnerOf(new Map([...counts].map(([name, count]) => [name, -count])));
  if (least !== undefined)
    ask('least', { kind: 'names', names: [least], others: others(least) }, [
      'which service has the fewest errors?',
      'which service logged the least errors?',
      'which component had the lowest number of errors?',
    ]);
  const never = services.filter((service) => counts.get(service) === 0);
  ask('never', { kind: 'names', names: never, others: services.filter((service) => !never.includes(service)) }, [
    'which services had no errors?',
    'which service never logged an error?',
    'which services are free of errors?',
    'what services did not log any error?',
  ]);
  ask('by group', { kind: 'table', counts: Object.fromEntries([...counts].filter(([, count]) => count > 0)) }, [
    'errors per service?',
    'how many errors does each service have?',
    'count errors by service',
    'breakdown of errors by component?',
  ]);
  for (const service of random.some(services, 2)) {
    const own = of('error', service);
    const total = lines.filter(({ source }) => source === service).length;
    ask(
      'count',
      exactly(own.length),
      [
        'how many errors did {service} log?',
        'how many errors does {service} have?',
        'number of errors of {service}?',
        'count errors in {service}',
      ],
      { service },
    );
    ask(
      'exists',
      { kind: 'yes', isYes: own.length > 0 },
      ['did {service} log any errors?', 'does {service} have errors?', 'were there errors in {service}?'],
      { service },
    );
    laws.push({
      name: 'absence is count 0',
      kind: ['yes', 'number'],
      texts: [`did ${service} log any errors?`, `how many errors did ${service} log?`],
      holds: ([ever, count]) => (ever === 'yes') === Number(count) > 0,
    });
    if (errors.length > 0)
      ask(
        'share',
        { kind: 'share', part: own.length, whole: errors.length },
        [
          'what share of the errors comes from {service}?',
          'what percentage of all errors are from {service}?',
          'which fraction of errors did {service} log?',
        ],
        { service },
      );
    if (total > 0 && service !== deploy.source)
      ask(
        'share',
        { kind: 'share', part: own.length, whole: total },
        ['what share of the lines of {service} are errors?', 'what percentage of {service} lines are errors?'],
        { service },
      );
  }
  laws.push({
    name: 'groups add up',
    kind: 'number',
    texts: ['how many errors are there?', ...services.map((service) => `how many errors did ${service} log?`)],
    holds: ([whole, ...parts]) => Number(whole) === parts.reduce((sum, part) => sum + Number(part), 0),
  });
  const [a, b] = random.some(services, 2);
  if (a !== undefined && b !== undefined && counts.get(a) !== counts.get(b)) {
    const isFirst = (counts.get(a) ?? 0) > (counts.get(b) ?? 0);
    ask(
      'comparison',
      { kind: 'names', names: [isFirst ? a : b], others: [isFirst ? b : a] },
      [
        'which has more errors, {a} or {b}?',
        'does {a} or {b} have more errors?',
        '{a} vs {b}, who logged more errors?',
      ],
      { a, b },
    );
    ask(
      'comparison',
      { kind: 'yes', isYes: isFirst },
      ['does {a} have more errors than {b}?', 'did {a} log more errors than {b}?'],
      { a, b },
    );
    laws.push({
      name: 'sides may be swapped',
      kind: 'names',
      others: [a, b],
      texts: [`which has more errors, ${a} or ${b}?`, `which has more errors, ${b} or ${a}?`],
      holds: ([x, y]) => x === y,
    });
  }
  ask(
    'absent subject',
    { kind: 'nothing', why: 'absent' },
    [
      'how many errors did {service} log?',
      'when was the first error of {service}?',
      'is {service} healthy?',
      'what is wrong with {service}?',
      'why did {service} fail?',
    ],
    { service: random.pick(['loyalty', 'fax-bridge', 'GeoFence', 'tariffs']) },
  );
  return { asked, laws };
}
