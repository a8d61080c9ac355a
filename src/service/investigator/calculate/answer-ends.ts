import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { say, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import { eachLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { atTime, claimAt, countedText, timesOf, unsettledOf } from './told.ts';

interface Spot {
  place: number;
  timeMs: number | undefined;
}

/** The first and the last of such lines, by their time where they have one. */
export async function firstAndLast(run: Investigation, plan: Plan): Promise<Draft | undefined> {
  if (plan.conditions.length === 0) return undefined;
  let matched = 0;
  let first: Spot | undefined;
  let last: Spot | undefined;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      matched++;
      const { place, timeMs } = line;
      if (first === undefined || (timeMs !== undefined && first.timeMs !== undefined && timeMs < first.timeMs))
        first = { place, timeMs };
      if (last === undefined || timeMs === undefined || last.timeMs === undefined || timeMs >= last.timeMs)
        last = { place, timeMs };
    },
  });
  if (first === undefined || last === undefined) return undefined;
  const times = await timesOf(run);
  return lookUp({
    cause: say`First${atTime(times, first.timeMs)}, last${atTime(times, last.timeMs)}: ${matched} ${saidOf(plan.conditions)}`,
    explanation: [{ text: countedText(run, plan, totals, matched, undefined), ranges: [] }],
    proof: [claimAt(run, words('The first'), first.place), claimAt(run, words('The last'), last.place)],
    unsettled: unsettledOf(plan),
  });
}
