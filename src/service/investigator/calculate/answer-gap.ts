import type { DocumentInfo } from '../../formats/reading.ts';
import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { plural, say, words } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { createBudget, createDistribution } from './distribution.ts';
import { eachLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { claimAt, countedText, rowsAsked, timesOf, unsettledOf } from './told.ts';

interface Gap {
  from: { place: number; timeMs: number };
  to: { place: number; timeMs: number };
}

/** The time that passes from one such line to the next: the longest silences, and what is usual. */
export async function gapsBetweenLines(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const values = createDistribution(createBudget());
  const most = rowsAsked({ ...asked, limit: asked.limit ?? 3 });
  const longest: Gap[] = [];
  let before: { place: number; timeMs: number; document: DocumentInfo } | undefined;
  let matched = 0;
  let back = 0;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      matched++;
      if (line.timeMs === undefined) return;
      const here = { place: line.place, timeMs: line.timeMs, document: line.document };
      if (before !== undefined && before.document === line.document) {
        const passed = line.timeMs - before.timeMs;
        if (passed < 0) {
          back++;
          return;
        }
        values.add(passed, line.place);
        const last = longest.at(-1);
        if (longest.length < most || passed > last!.to.timeMs - last!.from.timeMs) {
          longest.push({ from: before, to: here });
          longest.sort(
            (a, b) => b.to.timeMs - b.from.timeMs - (a.to.timeMs - a.from.timeMs) || a.from.place - b.from.place,
          );
          if (longest.length > most) longest.pop();
        }
      }
      before = here;
    },
  });
  const [top] = longest;
  const noun = saidOf(plan.conditions);
  if (top === undefined) {
    if (matched === 0) return undefined;
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`No gap can be told: ${plural(matched, 'line')} with a time among ${noun}`,
      proof: [],
    });
  }
  const times = await timesOf(run);
  const length = (gap: Gap) => durationWords(gap.to.timeMs - gap.from.timeMs);
  const isUsual = asked.statistics.includes('mean') || asked.statistics.includes('median');
  const usual = say`from one to the next ${words(durationWords(values.quantile(0.5)))} is the median, ${words(durationWords(values.sum / values.count))} the average`;
  const lead = say`${words(length(top))} without any ${plan.conditions.length === 0 ? words('line') : noun}, ${words(times.span(top.from.timeMs, top.to.timeMs))}`;
  return lookUp({
    cause: isUsual ? say`Between ${noun}: ${usual}` : say`Longest silence: ${lead}`,
    explanation: [
      { text: isUsual ? say`The longest: ${lead}` : say`Usually ${usual}`, ranges: [] },
      { text: countedText(run, plan, totals, matched, undefined), ranges: [] },
      ...(back > 0 ? [{ text: say`${plural(back, 'line')} out of order of time left out`, ranges: [] }] : []),
    ],
    proof: longest.map((gap) =>
      claimAt(
        run,
        say`${words(length(gap))}: ${words(times.span(gap.from.timeMs, gap.to.timeMs))}`,
        gap.from.place,
        gap.to.place,
      ),
    ),
    unsettled: unsettledOf(plan),
  });
}
