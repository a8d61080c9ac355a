import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { changedValues } from './changed-values.ts';
import { createBudget } from './distribution.ts';
import { kindOfLines } from './kind-of-line.ts';
import type { NumberColumn } from './numbers.ts';
import { eachLine, type PassLine } from './pass.ts';
import { type Plan, planFor, saidOf } from './plan.ts';
import { rounded, shareOf } from './quantity.ts';
import { createSideCount, type SideCount } from './side-count.ts';
import { changedKinds, onlyIn } from './side-kinds.ts';
import {
  atMost,
  type MovedNumber,
  mainNumbers,
  movedWords,
  numbersNamed,
  partedWords,
  partingOf,
  sideAmount,
} from './side-numbers.ts';
import { type Side, sidesAsked } from './sides.ts';
import { claimAt, shortName } from './told.ts';

/**
 * Two parts of the lines side by side: which values changed, each number over the whole of each part, how many lines
 * fail, and which kinds of lines are new or gone.
 */
export async function compareSides(run: Investigation, asked: Asked, first: Plan): Promise<Draft | undefined> {
  const sides = await sidesAsked(run, asked);
  if (sides === undefined) return undefined;
  const named = numbersNamed(first.rows, asked.subject);
  // What names a number tells no lines apart.
  const subject = asked.subject.filter((word) => !named.some((one) => one.word === word));
  // Which lines fail is told of each side, whatever else is: the others are needed for the share.
  const conditions = asked.conditions.filter(({ kind }) => kind !== 'failing' && kind !== 'succeeding');
  const isSame = named.length === 0 && conditions.length === asked.conditions.length;
  const plan = isSame ? first : await planFor(run, { ...asked, subject, conditions });
  const wanted = atMost([...(plan.number === undefined ? [] : [plan.number]), ...named.map(({ column }) => column)]);
  const columns = atMost([...wanted, ...mainNumbers(plan.rows)]);
  const budget = createBudget();
  const isPart = (line: PassLine) => plan.part.length > 0 && plan.part.every((one) => one.test(line));
  const kindOf = kindOfLines(plan.rows);
  const counts = sides.map(() => createSideCount(columns, budget, isPart, kindOf));
  await eachLine(run, {
    ...(asked.values === undefined ? {} : { times: run.question.times }),
    see(line) {
      const at = sides.findIndex((side) => side.test(line));
      if (at >= 0 && plan.conditions.every((one) => one.test(line))) counts[at]!.see(line);
    },
  });
  const [a, b] = counts as [SideCount, SideCount];
  if (a.lines === 0 || b.lines === 0) {
    const empty = a.lines === 0 ? sides[0].name : sides[1].name;
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`Nothing to compare: no ${saidOf(plan.conditions)} ${empty}`,
      proof: [],
    });
  }
  const isOfFailures = conditions.length < asked.conditions.length;
  return told(run, plan, sides, [a, b], { columns, wanted, isOfFailures });
}

function told(
  run: Investigation,
  plan: Plan,
  sides: readonly [Side, Side],
  [a, b]: readonly [SideCount, SideCount],
  { columns, wanted, isOfFailures }: Record<'columns' | 'wanted', readonly NumberColumn[]> & { isOfFailures: boolean },
): Draft {
  const moved = columns
    .map((column, index): MovedNumber => ({ column, before: a.numbers[index]!, after: b.numbers[index]! }))
    .filter(({ before, after }) => before.count + after.count > 0);
  const both = moved.filter(({ before, after }) => before.count > 0 && after.count > 0);
  const asked = both.filter(({ column }) => wanted.includes(column));
  const values = changedValues(a, b);
  const [fresh, gone, changed] = [onlyIn(b, a), onlyIn(a, b), changedKinds(a, b)];
  const settings = values.filter(({ isOfSetting }) => isOfSetting);
  const others = both
    .filter(
      (one) => !asked.includes(one) && one.before.count >= 5 && one.after.count >= 5 && partingOf(one).far >= 0.08,
    )
    .sort((x, y) => partingOf(y).far - partingOf(x).far);
  const more = changed.find((one) => one.after > one.before);
  const heads: Text[] = [
    ...partWords(plan, a, b),
    ...(isOfFailures ? failingWords(a, b) : []),
    ...asked.slice(0, 2).map(movedWords),
    ...settings.slice(0, asked.length > 0 ? 1 : 2).map(({ said }) => said),
    ...(isOfFailures ? [] : failingWords(a, b)),
    ...others.slice(0, 3).map(partedWords),
    ...fresh.slice(0, 1).map(({ kind }) => say`new: ${shortName(kind.message)} (${kind.count})`),
    ...(more === undefined ? [] : [say`more often: ${shortName(more.message)} (${more.after}, was ${more.before})`]),
    ...gone.slice(0, 1).map(({ kind }) => say`gone: ${shortName(kind.message)} (${kind.count} before)`),
  ];
  const [nameA, nameB] = [sides[0].name, sides[1].name];
  const rest = plan.conditions.length > 0 ? say`, of ${saidOf(plan.conditions)}` : words('');
  return lookUp({
    cause: say`${sides[0].said} against ${sides[1].said}: ${heads.length === 0 ? words('no failing line on either side, and no number moved') : join(plan.part.length > 0 ? heads.slice(0, 1) : heads, '; ')}`,
    explanation: [
      {
        text: say`Compared: ${plural(a.lines, 'line')} ${nameA}, ${plural(b.lines, 'line')} ${nameB}${rest}`,
        ranges: [],
      },
    ],
    tables: [{ head: ['', nameA.plain, nameB.plain], rows: rowsOf(plan, a, b, moved) }],
    proof: [
      ...values.map((one) => claimAt(run, say`Changed: ${one.said}`, ...one.places)),
      ...peakClaims(run, asked.length > 0 ? asked : others.slice(0, 3)),
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
      ...partClaims(run, plan, a, b),
      claimAt(run, say`First and last line ${nameA}`, a.first!.place, a.last!.place),
      claimAt(run, say`First and last line ${nameB}`, b.first!.place, b.last!.place),
    ],
  });
}

function partOf(plan: Plan): Text {
  return join(
    plan.part.map((one) => one.said),
    ' and ',
  );
}

function partWords(plan: Plan, a: SideCount, b: SideCount): Text[] {
  if (plan.part.length === 0) return [];
  const [from, to] = [a, b].map(({ part, lines }) => say`${words(shareOf(part, lines))} (${part} of ${lines})`);
  return [say`${from!}, then ${to!} with ${partOf(plan)}`];
}

function failingWords(a: SideCount, b: SideCount): Text[] {
  if (shareOf(a.failing, a.lines) === shareOf(b.failing, b.lines)) return [];
  const [from, to] = [a.failing / a.lines, b.failing / b.lines];
  const much = words(to > from ? 'more' : 'fewer');
  const shares = words(`${shareOf(a.failing, a.lines)}, then ${shareOf(b.failing, b.lines)}`);
  return [say`${much} failing lines (${shares})`];
}

function rowsOf(plan: Plan, a: SideCount, b: SideCount, moved: readonly MovedNumber[]): string[][] {
  const part = plan.part.length === 0 ? undefined : partOf(plan);
  return [
    ['lines', number(a.lines), number(b.lines)],
    ['lines a minute', perMinute(a), perMinute(b)],
    ...(part === undefined
      ? []
      : [
          [`with ${part.plain}`, number(a.part), number(b.part)],
          ['share of them', shareOf(a.part, a.lines), shareOf(b.part, b.lines)],
        ]),
    ...(a.failing + b.failing === 0
      ? [['failing', '0', '0']]
      : [
          ['failing', number(a.failing), number(b.failing)],
          ['share failing', shareOf(a.failing, a.lines), shareOf(b.failing, b.lines)],
        ]),
    ...moved.filter(isMoving).flatMap(({ column, before, after }) =>
      (['lowest', 'median', 'p95', 'highest'] as const).map((name) => [
        `${name} ${column.name}`,
        ...[before, after].map((values) => {
          const value =
            name === 'highest'
              ? values.max
              : name === 'lowest'
                ? values.min
                : values.quantile(name === 'p95' ? 0.95 : 0.5);
          return values.count === 0 ? '-' : sideAmount(value, column);
        }),
      ]),
    ),
  ];
}

function peakClaims(run: Investigation, moved: readonly MovedNumber[]): Claim[] {
  return moved.map(({ column, before, after }) =>
    claimAt(
      run,
      say`Highest ${column.said}: ${words(sideAmount(before.max, column))}, then ${words(sideAmount(after.max, column))}`,
      before.maxLine,
      after.maxLine,
    ),
  );
}

function partClaims(run: Investigation, plan: Plan, a: SideCount, b: SideCount): Claim[] {
  const places = [a.firstOfPart, b.firstOfPart].filter((place) => place !== undefined);
  if (places.length === 0) return [];
  return [claimAt(run, say`The first with ${partOf(plan)} on each side`, ...places)];
}

function perMinute(side: SideCount): string {
  const { first, last } = side;
  if (first?.timeMs === undefined || last?.timeMs === undefined || last.timeMs <= first.timeMs) return '-';
  return rounded((side.lines / (last.timeMs - first.timeMs)) * 60_000);
}

/** A number that is the same on all lines of both sides tells of a setting that nobody changed. */
function isMoving({ before, after }: MovedNumber): boolean {
  return Math.min(before.min, after.min) !== Math.max(before.max, after.max);
}
