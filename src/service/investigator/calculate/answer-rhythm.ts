import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { number, plural, say, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { eachLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { rounded } from './quantity.ts';
import { createSteps, type Step, spanOf, stepName, stepRows } from './steps.ts';
import { claimAt, countedText, timesOf, unsettledOf } from './told.ts';

/** Lines per minute, hour or day: the busiest, the usual, the quietest. */
export async function rhythmOfLines(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const step = asked.stepMs ?? (spanOf(run) > 6 * 3_600_000 ? 3_600_000 : 60_000);
  const steps = createSteps(run, step);
  let matched = 0;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      matched++;
      steps.add(line);
    },
  });
  const all = steps.all();
  if (all.length === 0) return undefined;
  const times = await timesOf(run);
  const name = stepName(steps.stepMs);
  const noun = saidOf(plan.conditions);
  const pick = (isLow: boolean) =>
    all.reduce((a, b) => (isLow ? (b.count < a.count ? b : a) : b.count > a.count ? b : a));
  const most = pick(false);
  // The first and the last are cut off by the file's ends.
  const whole = all.length > 2 ? all.slice(1, -1) : all;
  const least = whole.reduce((a, b) => (b.count < a.count ? b : a));
  const span = Math.round((all.at(-1)!.startMs - all[0]!.startMs) / steps.stepMs) + 1;
  const lead = asked.isLow ? least : most;
  const told = (one: Step) => `${times.at(one.startMs)}`;
  const isEven = all.length > 1 && most.count === least.count;
  return lookUp({
    cause: isEven
      ? say`Every ${words(name)} has ${plural(most.count, 'line')}`
      : say`${words(asked.isLow ? 'Quietest' : 'Busiest')} ${words(name)}: the one from ${words(told(lead))} with ${lead.count} ${noun}, against ${words(rounded(matched / span))} on average`,
    explanation: [
      {
        text: say`${matched} ${noun} over ${plural(span, name)}${words(span > all.length ? `, ${number(span - all.length)} of them without any` : '')}; least within the file: ${least.count} from ${words(told(least))}`,
        ranges: [],
      },
      { text: countedText(run, plan, totals, matched, { count: steps.untimed(), what: words('time') }), ranges: [] },
    ],
    tables: [stepRows(steps, times, undefined, [])],
    proof: [claimAt(run, say`First and last line of that ${words(name)}`, lead.firstPlace, lead.lastPlace)],
    unsettled: unsettledOf(plan),
  });
}
