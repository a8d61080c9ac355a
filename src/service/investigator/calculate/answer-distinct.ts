import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { eachLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { createTallies } from './tally.ts';
import { atTime, claimAt, count, countedText, shortName, timesOf, unsettledOf } from './told.ts';

const mostDistinct = 2_000_000;

/** How many different values of a field or entity the lines name. */
export async function distinctValues(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const { group } = plan;
  if (group === undefined) return undefined;
  const tallies = createTallies();
  const seen = new Set<string>();
  let matched = 0;
  let lacking = 0;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      matched++;
      const key = group.read(line);
      if (key === undefined) {
        lacking++;
        return;
      }
      if (seen.size < mostDistinct) seen.add(key);
      tallies.count(key, line);
    },
  });
  const said = saidOf(plan.conditions);
  const times = await timesOf(run);
  const ranked = tallies.all().sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
  const shown = ranked.slice(0, asked.limit ?? 10);
  const all = seen.size >= mostDistinct ? words('at least ') : words('');
  const names = join(
    shown.slice(0, 8).map((one) => say`${shortName(one.key)} (${one.count})`),
    ', ',
  );
  return lookUp({
    ...(seen.size === 0 ? { verdict: 'INCONCLUSIVE' as const } : {}),
    cause:
      seen.size === 0
        ? say`None: no ${said} name a ${words(group.kind)}`
        : say`${all}${plural(seen.size, 'different value')} of ${group.name} in ${said}: ${names}${words(seen.size > 8 ? ' and others' : '')}`,
    explanation: [
      { text: countedText(run, plan, totals, matched, { count: lacking, what: say`${group.name}` }), ranges: [] },
    ],
    ...(seen.size > 8
      ? { tables: [{ head: [group.name, 'lines'], rows: shown.map((one) => [one.key, count(one.count)]) }] }
      : {}),
    proof: shown
      .slice(0, 5)
      .map((one) =>
        claimAt(
          run,
          say`${shortName(one.key)}: ${plural(one.count, 'line')}, the first${atTime(times, one.first.timeMs)}`,
          one.first.place,
        ),
      ),
    unsettled: unsettledOf(plan),
  });
}
