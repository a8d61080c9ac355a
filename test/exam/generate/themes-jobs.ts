import { createAsker, exactly, fill, winnerOf } from './phrase.ts';
import { boundaries, floorTo, type Happening, type Law, type Part, type Stage } from './world.ts';

interface Run {
  name: string;
  fromMs: number;
  toMs: number | undefined;
  isFailed: boolean;
}

const nameSets: readonly (readonly string[])[] = [
  ['backup-db', 'nightly-report', 'cleanup-tmp', 'sync-users'],
  ['import_orders', 'export_invoices', 'rebuild_index', 'send_newsletter'],
  ['etl.sales', 'etl.stock', 'etl.customers', 'etl.ledger'],
  ['DailyClose', 'PriceUpdate', 'StockCount', 'MailMerge'],
  ['render-a', 'render-b', 'transcode', 'upload-media'],
];

const wordingsOfJobs = [
  {
    begin: 'job {name} started',
    end: 'job {name} finished',
    fail: 'job {name} failed: {why}',
    noun: 'job',
    plural: 'jobs',
  },
  {
    begin: 'Starting task {name}',
    end: 'Task {name} completed',
    fail: 'Task {name} failed ({why})',
    noun: 'task',
    plural: 'tasks',
  },
  {
    begin: '{name}: run begins',
    end: '{name}: run ended successfully',
    fail: '{name}: run aborted, {why}',
    noun: 'job',
    plural: 'jobs',
  },
  {
    begin: 'Executing job [{name}]',
    end: 'Job [{name}] done',
    fail: 'Job [{name}] ended with an error: {why}',
    noun: 'job',
    plural: 'jobs',
  },
  {
    begin: 'batch {name} begin',
    end: 'batch {name} end status=OK',
    fail: 'batch {name} end status=FAILED reason="{why}"',
    noun: 'batch',
    plural: 'batches',
  },
];

/** Work that begins and ends, well or not; each name runs one at a time, different names side by side. */
export function jobs(stage: Stage): Part {
  const { random, startMs, endMs, tells } = stage;
  const names = random.some(random.pick(nameSets), random.int(3, 4));
  const wording = random.pick(wordingsOfJobs);
  const source = random.pick(['scheduler', 'batch', 'worker', 'cron', 'runner']);
  const runs = names.flatMap((name, index) => runsOf(stage, name, index === 0 ? random.int(3, 5) : random.int(1, 4)));
  const why = random.pick(['disk quota exceeded', 'connection reset by peer', 'missing column "vat"', 'exit status 2']);
  const happening = (timeMs: number, name: string, event: 'begin' | 'end' | 'fail'): Happening => ({
    timeMs: floorTo(tells.precisionMs, timeMs),
    source,
    level: event === 'fail' ? 'error' : 'info',
    prose: fill(random, wording[event], { name, why }),
    short: `${wording.noun} ${{ begin: 'started', end: 'finished', fail: 'failed' }[event]}`,
    fields: { [wording.noun]: name, ...(event === 'fail' ? { error: why } : {}) },
  });
  const happenings = runs.flatMap(({ name, fromMs, toMs, isFailed }) => [
    happening(fromMs, name, 'begin'),
    ...(toMs === undefined ? [] : [happening(toMs, name, isFailed ? 'fail' : 'end')]),
  ]);
  // The log goes on for a while, whatever ended last.
  happenings.push({ timeMs: endMs, source, level: 'info', prose: 'heartbeat', short: 'heartbeat', fields: {} });
  return { happenings, ...questions({ ...stage, startMs, endMs }, wording.noun, wording.plural, names, runs), names };
}

function runsOf({ random, startMs, endMs, tells }: Stage, name: string, count: number): Run[] {
  const slot = (endMs - startMs) / count;
  return Array.from({ length: count }, (_, index) => {
    const from = floorTo(tells.precisionMs, startMs + 5000 + slot * (index + 0.3 * random.next()));
    const to = floorTo(tells.precisionMs, from + 4000 + slot * 0.6 * random.next());
    const isOpen = index === count - 1 && random.chance(0.2);
    return { name, fromMs: from, toMs: isOpen ? undefined : to, isFailed: !isOpen && random.chance(0.3) };
  });
}

function questions(
  stage: Stage,
  noun: string,
  plural: string,
  names: readonly string[],
  runs: readonly Run[],
): Pick<Part, 'asked' | 'laws'> {
  const { random, clock, endMs } = stage;
  const laws: Law[] = [];
  const { asked, ask } = createAsker(random, { noun, plural });
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  const of = (name: string) => runs.filter((run) => run.name === name);
  const lengths = (some: readonly Run[]) =>
    some.flatMap(({ fromMs, toMs }) => (toMs === undefined ? [] : [toMs - fromMs]));
  const ended = runs.filter(({ toMs }) => toMs !== undefined);
  const failed = runs.filter(({ isFailed }) => isFailed);
  const others = (name: string) => names.filter((other) => other !== name);

  ask('count', exactly(failed.length), [
    'how many {plural} failed?',
    'how many of the {plural} went wrong?',
    '{plural} failed: how many?',
    'total failed {plural}?',
    'how many runs failed?',
    'number of failed {plural}?',
    'count of failed {plural}?',
    'how many {plural} ended with a failure?',
  ]);
  ask('count', exactly(runs.length), [
    'how many {plural} were started?',
    'how many {noun} runs started?',
    'number of {plural} started?',
    'how often was a {noun} started?',
  ]);
  ask('count', exactly(ended.length - failed.length), [
    'how many {plural} succeeded?',
    'how many {plural} finished successfully?',
    'number of successful {plural}?',
    'how many {plural} completed without failing?',
  ]);
  if (ended.length === runs.length) {
    ask('share', { kind: 'share', part: failed.length, whole: runs.length }, [
      'what share of the {plural} failed?',
      'what percentage of {plural} failed?',
      'failure rate of the {plural} in percent?',
      'which fraction of {plural} failed?',
    ]);
  }
  for (const name of random.some(names, 2)) {
    const own = of(name);
    const lost = own.filter(({ isFailed }) => isFailed).length;
    ask(
      'count',
      exactly(own.length),
      [
        'how often did {name} run?',
        'how many runs of {name} were there?',
        'how many times has {name} run?',
        'how many times was {name} started?',
        'number of runs of {name}?',
        'how many times did {name} start?',
      ],
      { name },
    );
    ask(
      'count',
      exactly(lost),
      [
        'how many times did {name} fail?',
        'how often did {name} fail?',
        'number of failures of {name}?',
        'how many runs of {name} failed?',
      ],
      { name },
    );
    ask(
      'never',
      { kind: 'yes', isYes: lost > 0 },
      [
        'did {name} ever fail?',
        'has {name} ever failed?',
        'any failures of {name}?',
        'did {name} fail at any point?',
        'is there a failed run of {name}?',
        'was there a failure of {name}?',
        'did any run of {name} fail?',
        'has {name} failed at least once?',
      ],
      { name },
    );
    ask(
      'never',
      { kind: 'yes', isYes: lost === 0 },
      ['did every run of {name} succeed?', 'did {name} never fail?', 'did all runs of {name} succeed?'],
      { name },
    );
    laws.push({
      name: 'absence is count 0',
      kind: ['yes', 'number'],
      texts: [`did ${name} ever fail?`, `how many times did ${name} fail?`],
      holds: ([ever, count]) => (ever === 'yes') === Number(count) > 0,
    });
    const all = lengths(own);
    if (all.length === own.length) {
      const sum = all.reduce((total, ms) => total + ms, 0);
      ask(
        'max',
        { kind: 'duration', ms: Math.max(...all) },
        [
          'how long did the longest run of {name} take?',
          'what was the longest run of {name}?',
          'longest duration of {name}?',
          'how long was the longest {name}?',
        ],
        { name },
      );
      if (all.length > 1) {
        ask(
          'sum of durations',
          { kind: 'duration', ms: sum },
          [
            'how long did {name} run in total?',
            'how much time did {name} take altogether?',
            'total run time of {name}?',
            'what was the total duration of all runs of {name}?',
          ],
          { name },
        );
        ask(
          'mean',
          { kind: 'duration', ms: sum / all.length },
          [
            'how long did {name} take on average?',
            'average duration of {name}?',
            'mean run time of {name}?',
            'what is the average length of a {name} run?',
          ],
          { name },
        );
      } else {
        ask(
          'duration',
          { kind: 'duration', ms: sum },
          [
            'how long did {name} take?',
            'how long did it take {name} to finish?',
            'time taken by {name}?',
            'run time of {name}?',
            'how long did {name} run?',
            'duration of {name}?',
            'for how long did {name} run?',
            'how much time did {name} need?',
          ],
          { name },
        );
      }
    }
    ask(
      'first',
      { kind: 'time', timeMs: own[0]?.fromMs ?? 0, ...zone },
      [
        'when did {name} first start?',
        'when was {name} started for the first time?',
        'at what time did {name} start first?',
        'first start of {name}?',
      ],
      { name },
    );
    ask(
      'last',
      { kind: 'time', timeMs: own.at(-1)?.fromMs ?? 0, ...zone },
      [
        'when did {name} last start?',
        'when was {name} last started?',
        'when was the last start of {name}?',
        'what time did {name} start for the last time?',
      ],
      { name },
    );
    laws.push({
      name: 'first is not after last',
      kind: 'time',
      texts: [`when did ${name} first start?`, `when did ${name} last start?`],
      holds: ([a = '', b = '']) => a <= b,
    });
    ask(
      'state now',
      {
        kind: 'yes',
        isYes: own.at(-1)?.toMs === undefined,
        yesWords: ['running'],
        noWords: ['finished', 'completed', 'done', 'failed', 'ended'],
      },
      [
        'is {name} still running?',
        'is {name} running at the end of the log?',
        'is {name} still running when the log ends?',
        'is {name} running now?',
      ],
      { name },
    );
    const [at] = boundaries(
      stage,
      own.flatMap(({ fromMs, toMs }) => [fromMs, ...(toMs === undefined ? [] : [toMs])]),
      1,
    );
    if (at !== undefined) {
      const isRunning = own.some(({ fromMs, toMs }) => fromMs <= at.timeMs && at.timeMs < (toMs ?? endMs));
      ask(
        'state at a time',
        { kind: 'yes', isYes: isRunning, yesWords: ['running'], noWords: ['not running', 'finished', 'idle'] },
        ['was {name} running at {at}?', 'at {at}, was {name} running?', 'was {name} in progress at {at}?'],
        { name, at: at.text },
      );
    }
  }
  const [at] = boundaries(
    stage,
    runs.flatMap(({ fromMs, toMs }) => [fromMs, ...(toMs === undefined ? [] : [toMs])]),
    1,
  );
  if (at !== undefined) {
    const running = names.filter((name) =>
      of(name).some(({ fromMs, toMs }) => fromMs <= at.timeMs && at.timeMs < (toMs ?? endMs)),
    );
    ask(
      'what at a time',
      { kind: 'names', names: running, others: names.filter((name) => !running.includes(name)) },
      [
        'which {plural} were running at {at}?',
        'who was running at {at}?',
        'list the {plural} running at {at}',
        'which {plural} were active at {at}?',
        'what was running at {at}?',
        'what {plural} were in progress at {at}?',
        'at {at}, which {plural} were running?',
      ],
      { at: at.text },
    );
  }
  const open = names.filter((name) => of(name).some(({ toMs }) => toMs === undefined));
  ask('state now', { kind: 'names', names: open, others: names.filter((name) => !open.includes(name)) }, [
    'which {plural} did not finish?',
    'which {plural} are still running at the end?',
    'which {plural} never finished?',
    'is there a {noun} that started but did not end? which one?',
  ]);
  const most = winnerOf(new Map(names.map((name) => [name, of(name).filter(({ isFailed }) => isFailed).length])));
  if (most !== undefined)
    ask('most', { kind: 'names', names: [most], others: others(most) }, [
      'which {noun} failed most often?',
      'which {noun} failed the most?',
      'what {noun} had the most failures?',
      'which of the {plural} failed most?',
    ]);
  const never = names.filter((name) => of(name).every(({ isFailed }) => !isFailed));
  ask('never', { kind: 'names', names: never, others: names.filter((name) => !never.includes(name)) }, [
    'which {plural} never failed?',
    'which {plural} did not fail?',
    'which {plural} had no failures?',
    'what {plural} ran without any failure?',
  ]);
  if (ended.length === runs.length) {
    const longest = winnerOf(new Map(names.map((name) => [name, Math.max(...lengths(of(name)))])), 2000);
    if (longest !== undefined) {
      ask('who is longest', { kind: 'names', names: [longest], others: others(longest) }, [
        'which {noun} took longest?',
        'slowest {noun}?',
        'which single {noun} run took the longest?',
        'which {noun} had the longest run?',
        'what was the longest running {noun}?',
        'which {noun} ran the longest in a single run?',
      ]);
      ask('longest', { kind: 'duration', ms: Math.max(...lengths(runs)) }, [
        'how long did the longest {noun} take?',
        'what was the longest run of any {noun}?',
        'how long was the longest {noun} run?',
      ]);
    }
    const total = winnerOf(
      new Map(names.map((name) => [name, lengths(of(name)).reduce((sum, ms) => sum + ms, 0)])),
      5000,
    );
    if (total !== undefined)
      ask('who is longest', { kind: 'names', names: [total], others: others(total) }, [
        'which {noun} took the most time in total?',
        'which {noun} ran longest in total?',
        'which {noun} has the highest total run time?',
      ]);
    const shortest = winnerOf(new Map(names.map((name) => [name, -Math.min(...lengths(of(name)))])), 2000);
    if (shortest !== undefined)
      ask('who is shortest', { kind: 'names', names: [shortest], others: others(shortest) }, [
        'which {noun} had the shortest run?',
        'which {noun} was the fastest?',
        'what was the shortest {noun}?',
      ]);
  }
  const [a, b] = random.some(names, 2);
  if (a !== undefined && b !== undefined) {
    const shared = of(a)
      .flatMap((x) => of(b).map((y) => Math.min(x.toMs ?? endMs, y.toMs ?? endMs) - Math.max(x.fromMs, y.fromMs)))
      .filter((ms) => ms > 0);
    const ms = shared.reduce((sum, one) => sum + one, 0);
    if (ms === 0 || ms > 3000)
      ask(
        'overlap',
        { kind: 'yes', isYes: ms > 0 },
        [
          'did {a} and {b} overlap?',
          'is there an overlap between {a} and {b}?',
          'did the runs of {a} and {b} overlap?',
          'did {a} and {b} run at the same time?',
          'were {a} and {b} ever running at the same time?',
          'was {a} running while {b} ran?',
        ],
        { a, b },
      );
    if (ms > 3000 && [...of(a), ...of(b)].every(({ toMs }) => toMs !== undefined))
      ask(
        'overlap',
        { kind: 'duration', ms },
        [
          'how long did {a} and {b} run at the same time?',
          'how long did {a} and {b} overlap?',
          'for how long were {a} and {b} both running?',
        ],
        { a, b },
      );
    const isBefore = (of(a)[0]?.fromMs ?? 0) < (of(b)[0]?.fromMs ?? 0);
    ask(
      'order',
      { kind: 'names', names: [isBefore ? a : b], others: [isBefore ? b : a] },
      ['which started first, {a} or {b}?', 'did {a} or {b} start first?', 'what started earlier: {a} or {b}?'],
      { a, b },
    );
    ask(
      'order',
      { kind: 'yes', isYes: isBefore },
      ['did {a} start before {b}?', 'was {a} started before {b}?', 'did {a} begin earlier than {b}?'],
      { a, b },
    );
    const [na, nb] = [of(a).length, of(b).length];
    if (na !== nb) {
      ask(
        'comparison',
        { kind: 'names', names: [na > nb ? a : b], others: [na > nb ? b : a] },
        [
          'which ran more often, {a} or {b}?',
          'did {a} or {b} run more often?',
          '{a} or {b}: which one was started more often?',
        ],
        { a, b },
      );
      laws.push({
        name: 'sides may be swapped',
        kind: 'names',
        others: [a, b],
        texts: [`which ran more often, ${a} or ${b}?`, `which ran more often, ${b} or ${a}?`],
        holds: ([x, y]) => x === y,
      });
    }
  }
  ask('by group', { kind: 'table', counts: Object.fromEntries(names.map((name) => [name, of(name).length])) }, [
    'how many runs per {noun}?',
    'how often did each {noun} run?',
    'number of starts for each {noun}?',
    'starts per {noun}',
  ]);
  laws.push({
    name: 'groups add up',
    kind: 'number',
    texts: [`how many ${plural} failed?`, ...names.map((name) => `how many times did ${name} fail?`)],
    holds: ([whole, ...parts]) => Number(whole) === parts.reduce((sum, part) => sum + Number(part), 0),
  });
  ask(
    'absent subject',
    { kind: 'nothing', why: 'absent' },
    [
      'how long did {name} take?',
      'did {name} fail?',
      'when did {name} start?',
      'how often did {name} run?',
      'is {name} still running?',
    ],
    { name: random.pick(['purge-archive', 'reconcile_vat', 'WarmCache', 'payroll-run']) },
  );
  return { asked, laws };
}
