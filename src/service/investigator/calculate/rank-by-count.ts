import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import type { TextColumn } from './columns.ts';
import { commonTraits } from './common-traits.ts';
import { networkAbove } from './networks.ts';
import { eachLine, type PassLine } from './pass.ts';
import type { Plan } from './plan.ts';
import { saidOf } from './plan.ts';
import { shareOf } from './quantity.ts';
import { createTallies } from './tally.ts';
import { atTime, claimAt, count, countedText, rowsAsked, shortName, timesOf, unsettledOf } from './told.ts';
import { watchExceptions } from './watch-exceptions.ts';

/** The values of a field or entity, ranked by how many lines have them. */
export async function rankByCount(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const { group } = plan;
  if (group === undefined) return undefined;
  const tallies = createTallies();
  let matched = 0;
  let looked = 0;
  const exceptions = watchExceptions((name, at) => {
    matched++;
    tallies.count(name, at);
  });
  const isException = group.kind === 'exception';
  const wording = watchWording();
  const totals = await eachLine(run, {
    times: run.question.times,
    seeBelow: isException ? exceptions.seeBelow : () => {},
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) {
        if (isException) exceptions.skip();
        return;
      }
      looked++;
      const key = group.read(line);
      if (isException) {
        exceptions.see(line, key);
        return;
      }
      // A line that has no such thing is no line of this kind, unless the question told which lines count.
      if (key === undefined) return;
      matched++;
      tallies.count(key, line);
      if (group.kind === 'message') wording.see(key, line);
    },
  });
  const sign = asked.isLow ? 1 : -1;
  const ranked = tallies.all().sort((a, b) => sign * (a.count - b.count) || a.key.localeCompare(b.key));
  const [top] = ranked;
  const said = saidOf(plan.conditions);
  if (top === undefined) {
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`None: no ${said} name any ${words(group.kind)}`,
      proof: [],
      explanation: [{ text: countedText(run, plan, totals, looked, undefined), ranges: [] }],
    });
  }
  const times = await timesOf(run);
  const shown = ranked.slice(0, rowsAsked(asked));
  const isTied = ranked[1]?.count === top.count;
  const about = tallies.isPartial() ? words('about ') : words('');
  const next = shown
    .slice(1, Math.min(5, asked.limit ?? 4))
    .map((one) => say`${shortName(wording.of(one.key))} ${one.count}`);
  const traits = isTied ? undefined : await commonTraits(run, plan, top.key);
  const network = group.kind === 'address' && !asked.isLow ? networkAbove(ranked, matched) : undefined;
  const frame = exceptions.frameOf(top.key);
  const thrownAt =
    frame === undefined
      ? words('')
      : say`, thrown ${words(frame.count === top.count ? 'each time' : `${count(frame.count)} times`)} at ${frame.frame}`;
  const lead =
    ranked.length === 1
      ? say`Only ${calledOf(group, wording.of(top.key))}: all ${about}${top.count} ${said} that name one`
      : isTied
        ? say`${shortName(wording.of(top.key))} and ${shortName(wording.of(ranked[1]!.key))} with ${about}${plural(top.count, 'line')} each of ${matched}`
        : say`${calledOf(group, wording.of(top.key))} ${words(asked.isLow ? 'has the fewest' : 'leads')} with ${about}${top.count} of ${matched} ${said} (${words(shareOf(top.count, matched))})`;
  return lookUp({
    cause: next.length > 0 && !isTied ? say`${lead}${thrownAt}; then ${join(next, ', ')}` : say`${lead}${thrownAt}`,
    explanation: [
      ...(network === undefined ? [] : [{ text: network, ranges: [] }]),
      ...(traits === undefined ? [] : [{ text: traits, ranges: [] }]),
      { text: say`${plural(ranked.length, 'different value')} of ${group.name}`, ranges: [] },
      {
        text: countedText(run, plan, totals, looked, { count: looked - matched, what: say`${group.name}` }),
        ranges: [],
      },
    ],
    tables: [
      {
        head: [group.name, 'lines', 'share'],
        rows: shown.map((one) => [wording.of(one.key), count(one.count), shareOf(one.count, matched)]),
      },
    ],
    proof: shown
      .slice(0, Math.min(5, asked.limit ?? 3))
      .map((one) =>
        claimAt(
          run,
          say`${shortName(wording.of(one.key))}: ${plural(one.count, 'line')}, the first${atTime(times, one.first.timeMs)}${one.count > 1 ? say`, the last${atTime(times, one.last.timeMs)}` : words('')}`,
          one.first.place,
          one.last.place,
        ),
      ),
    unsettled: unsettledOf(plan),
  });
}

/** A bare number is told with what it is the number of. */
function calledOf({ name }: TextColumn, key: string): Text {
  const isBare = /^(?:\d{1,4}|[A-Z]\d?)$/.test(key) && /^[a-z]{3,}$/i.test(name);
  return isBare ? say`${words(name)} ${key}` : shortName(key);
}

const compared = 20;

/** A kind of line whose lines all say the same is told in their words, numbers and all. */
function watchWording(): { see(kind: string, line: PassLine): void; of(kind: string): string } {
  const known = new Map<string, { message: string; seen: number; isSame: boolean }>();
  return {
    see(kind, line) {
      const one = known.get(kind);
      if (one === undefined) {
        if (known.size < 5000) known.set(kind, { message: line.row().message.slice(0, 300), seen: 1, isSame: true });
        return;
      }
      if (!one.isSame || one.seen >= compared) return;
      one.seen++;
      one.isSame = line.row().message.slice(0, 300) === one.message;
    },
    of(kind) {
      const one = known.get(kind);
      return one?.isSame === true ? one.message : kind;
    },
  };
}
