import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { createBudget, type Distribution } from './distribution.ts';
import { kindOfLines } from './kind-of-line.ts';
import { type NumberColumn, numberFields } from './numbers.ts';
import { eachLine, type PassLine } from './pass.ts';
import { chooseNumber, type Plan, saidOf } from './plan.ts';
import { amountOf, rounded, shareOf } from './quantity.ts';
import { createSideCount, type SideCount } from './side-count.ts';
import { sidesAsked } from './sides.ts';
import { statedColumn } from './stated-numbers.ts';
import { atTime, claimAt, shortName, timesOf } from './told.ts';

/** Two parts of the lines side by side: how many, how many fail, each number, and which kinds of lines are new or gone. */
export async function compareSides(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const sides = await sidesAsked(run, asked);
  if (sides === undefined) return undefined;
  const columns = numbersOf(plan);
  const budget = createBudget();
  const isPart = (line: PassLine) => plan.part.length > 0 && plan.part.every((one) => one.test(line));
  const kindOf = kindOfLines(plan.rows);
  const counts = sides.map(() => createSideCount(columns, budget, isPart, kindOf));
  await eachLine(run, {
    ...(asked.values === undefined ? {} : { times: run.question.times }),
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      const at = sides.findIndex((side) => side.test(line));
      if (at >= 0) counts[at]!.see(line);
    },
  });
  const [a, b] = counts as [SideCount, SideCount];
  const [nameA, nameB] = [sides[0].name, sides[1].name];
  if (a.lines === 0 || b.lines === 0) {
    const empty = a.lines === 0 ? nameA : nameB;
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`Nothing to compare: no ${saidOf(plan.conditions)} ${empty}`,
      proof: [],
    });
  }
  const times = await timesOf(run);
  const moved = columns
    .map((column, index) => ({ column, before: a.numbers[index]!, after: b.numbers[index]! }))
    .filter(({ before, after }) => before.count + after.count > 0);
  const fresh = onlyIn(b, a);
  const gone = onlyIn(a, b);
  const heads: Text[] = [];
  const part =
    plan.part.length === 0
      ? undefined
      : join(
          plan.part.map((one) => one.said),
          ' and ',
        );
  if (part !== undefined)
    heads.push(
      say`${words(shareOf(a.part, a.lines))}, then ${words(shareOf(b.part, b.lines))} of the lines have ${part}`,
    );
  const [shareA, shareB] = [a.failing / a.lines, b.failing / b.lines];
  if (a.failing + b.failing > 0)
    heads.push(
      say`${words(shareB > shareA ? 'more' : shareB < shareA ? 'fewer' : 'as many')} failing lines (${words(shareOf(a.failing, a.lines))}, then ${words(shareOf(b.failing, b.lines))})`,
    );
  const wanted = plan.number === undefined ? undefined : moved.find(({ column }) => column.name === plan.number!.name);
  if (wanted !== undefined && wanted.before.count > 0 && wanted.after.count > 0) heads.unshift(medians(wanted));
  for (const { column, before, after } of [...moved].sort((x, y) => ratioOf(y) - ratioOf(x)).slice(0, 2)) {
    if (column.name === wanted?.column.name || before.count < 5 || after.count < 5 || ratioOf({ before, after }) < 1.1)
      continue;
    heads.push(medians({ column, before, after }));
  }
  const [firstFresh] = fresh;
  if (firstFresh !== undefined) heads.push(say`new: ${shortName(firstFresh.kind.message)} (${firstFresh.kind.count})`);
  const changed = changedKinds(a, b);
  const more = changed.find((one) => one.after > one.before);
  if (more !== undefined) heads.push(say`more often: ${shortName(more.message)} (${more.after}, was ${more.before})`);
  const rows: string[][] = [
    ['lines', number(a.lines), number(b.lines)],
    ['lines a minute', perMinute(a), perMinute(b)],
    ...(part === undefined
      ? []
      : [
          [`with ${part.plain}`, number(a.part), number(b.part)],
          ['share of them', shareOf(a.part, a.lines), shareOf(b.part, b.lines)],
        ]),
    ['failing', number(a.failing), number(b.failing)],
    ['share failing', shareOf(a.failing, a.lines), shareOf(b.failing, b.lines)],
    ...moved.flatMap(({ column, before, after }) =>
      ([0.5, 0.95] as const).map((share) => [
        `${share === 0.5 ? 'median' : 'p95'} ${column.name}`,
        ...[before, after].map((values) => (values.count === 0 ? '-' : amountOf(values.quantile(share), column.unit))),
      ]),
    ),
  ];
  const partSpots = [a.firstOfPart, b.firstOfPart].filter((place) => place !== undefined);
  const claims: Claim[] = [
    ...(part === undefined || partSpots.length === 0
      ? []
      : [claimAt(run, say`The first with ${part} on each side`, ...partSpots)]),
    claimAt(run, say`First and last line ${nameA}`, a.first!.place, a.last!.place),
    claimAt(run, say`First and last line ${nameB}`, b.first!.place, b.last!.place),
    ...moved
      .slice(0, 3)
      .flatMap(({ column, before, after }) =>
        before.count > 0 && after.count > 0
          ? [
              claimAt(
                run,
                say`Highest ${column.said}: ${words(amountOf(before.max, column.unit))}, then ${words(amountOf(after.max, column.unit))}`,
                before.maxLine,
                after.maxLine,
              ),
            ]
          : [],
      ),
  ];
  return lookUp({
    cause: say`${sides[0].said} against ${sides[1].said}: ${heads.length === 0 ? words('no failing line on either side, and no number moved') : join(heads, '; ')}`,
    explanation: [
      {
        text: say`Compared: ${plural(a.lines, 'line')} ${nameA}${atTime(times, undefined)}, ${plural(b.lines, 'line')} ${nameB}${plan.conditions.length > 0 ? say`, of ${saidOf(plan.conditions)}` : words('')}`,
        ranges: [],
      },
    ],
    tables: [{ head: ['', nameA.plain, nameB.plain], rows }],
    proof: [
      ...fresh
        .slice(0, 5)
        .map(({ kind }) =>
          claimAt(run, say`New: ${shortName(kind.message)}, ${plural(kind.count, 'line')}`, kind.place),
        ),
      ...gone
        .slice(0, 5)
        .map(({ kind }) =>
          claimAt(run, say`Gone: ${shortName(kind.message)}, ${plural(kind.count, 'line')} before`, kind.place),
        ),
      ...changed
        .slice(0, 4)
        .map((one) =>
          claimAt(
            run,
            say`${words(one.after > one.before ? 'More often' : 'Less often')}: ${shortName(one.message)}, ${one.after} lines, was ${one.before}`,
            one.place,
          ),
        ),
      ...claims,
    ],
  });
}

/** The numbers asked for, else those most lines state. */
function numbersOf(plan: Plan): NumberColumn[] {
  const about = plan.rows;
  const stated = statedColumn(about, 'time', []);
  const columns = numberFields(about).filter((column) => column.seen >= 5);
  const time = chooseNumber({ dimension: 'time', words: [] }, about);
  const all = [
    ...(time === undefined ? [] : [time]),
    ...columns,
    ...(stated === undefined || time !== undefined ? [] : [stated]),
  ];
  return all.filter((column, index) => all.findIndex((other) => other.name === column.name) === index).slice(0, 5);
}

function medians({ column, before, after }: { column: NumberColumn; before: Distribution; after: Distribution }): Text {
  const [from, to] = [before, after].map((values) => words(amountOf(values.quantile(0.5), column.unit)));
  return say`median ${column.said} ${from!}, then ${to!}`;
}

function ratioOf({
  before,
  after,
}: {
  before: { quantile(share: number): number };
  after: { quantile(share: number): number };
}): number {
  const [from, to] = [before.quantile(0.5), after.quantile(0.5)];
  const ratio = Math.max(Math.abs(from), Math.abs(to)) / Math.max(1e-9, Math.min(Math.abs(from), Math.abs(to)));
  return Number.isFinite(ratio) ? ratio : 0;
}

function perMinute(side: SideCount): string {
  const { first, last } = side;
  if (first?.timeMs === undefined || last?.timeMs === undefined || last.timeMs <= first.timeMs) return '-';
  return rounded((side.lines / (last.timeMs - first.timeMs)) * 60_000);
}

/** Kinds of lines that one side has and the other would have, were they as frequent there. */
function onlyIn(these: SideCount, those: SideCount) {
  const scale = those.lines / these.lines;
  return [...these.kinds]
    .filter(
      ([pattern, kind]) =>
        !those.kinds.has(pattern) && (kind.count * scale >= 3 || (kind.isFailing && kind.count >= 2)),
    )
    .map(([pattern, kind]) => ({ pattern, kind }))
    .sort(
      (a, b) =>
        Number(b.kind.isFailing) - Number(a.kind.isFailing) ||
        b.kind.count - a.kind.count ||
        a.kind.place - b.kind.place,
    );
}

/** Kinds that both have and one has at least twice as often for its lines, the largest differences first. */
function changedKinds(a: SideCount, b: SideCount) {
  const found: { message: string; place: number; before: number; after: number; weight: number }[] = [];
  for (const [pattern, later] of b.kinds) {
    const earlier = a.kinds.get(pattern);
    if (earlier === undefined) continue;
    const [before, after] = [earlier.count / a.lines, later.count / b.lines];
    const ratio = Math.max(before, after) / Math.min(before, after);
    if (ratio < 2 || Math.max(earlier.count, later.count) < 10) continue;
    found.push({
      message: later.message,
      place: later.place,
      before: earlier.count,
      after: later.count,
      weight: Math.abs(after - before) * (later.isFailing ? 4 : 1),
    });
  }
  return found.sort((x, y) => y.weight - x.weight || x.place - y.place);
}
