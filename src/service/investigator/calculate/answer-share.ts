import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { plural, say, type Text, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import type { Condition } from './conditions.ts';
import { eachLine, type PassLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { shareOf } from './quantity.ts';
import { createTallies, type Tally } from './tally.ts';
import { atTime, claimAt, count, countedText, rowsAsked, shortName, timesOf, unsettledOf } from './told.ts';

interface Spot {
  place: number;
  timeMs: number | undefined;
}

/** How many of the lines asked about are of a kind: the part, the whole, the share; by value of a field where asked. */
export async function shareOfLines(
  run: Investigation,
  asked: Asked,
  plan: Plan,
  part: readonly Condition[],
): Promise<Draft | undefined> {
  const { group } = plan;
  const tallies = group === undefined ? undefined : createTallies();
  const outcome = await countParts(run, plan, part, (line, isPart) => {
    const key = group?.read(line);
    if (key === undefined || tallies === undefined) return key !== undefined || tallies === undefined;
    const one = tallies.count(key, line);
    if (isPart) {
      one.failed++;
      one.firstFailed ??= { place: line.place, timeMs: line.timeMs };
    }
    return true;
  });
  const { whole, hits, first, last, other, totals } = outcome;
  const wholeSaid = saidOf(plan.conditions);
  if (whole === 0)
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`None of the ${plural(totals.records, 'line')} looked at is of ${wholeSaid}`,
      proof: [],
    });
  const times = await timesOf(run);
  const isFailing = part.every((one) => one.said.plain === 'failing');
  const partSaid = partText(part);
  const explanation: Draft['explanation'] = [
    {
      text: countedText(
        run,
        plan,
        totals,
        whole,
        group === undefined ? undefined : { count: outcome.lacking, what: say`${group.name}` },
      ),
      ranges: [],
    },
    ...(isFailing ? [{ text: words(failingMeans(outcome.clientErrors)), ranges: [] }] : []),
  ];
  const spots: [Text, Spot | undefined][] = [
    [say`The first that ${partText(part, true)}${atTime(times, first?.timeMs)}`, first],
    [say`The last${atTime(times, last?.timeMs)}`, last === first ? undefined : last],
    [words('The first of the others'), other],
  ];
  const proof = spots.flatMap(([text, spot]) => (spot === undefined ? [] : [claimAt(run, text, spot.place)]));
  const lead = say`${words(shareOf(hits, whole))}: ${hits} of ${plural(whole, 'line')}${plan.conditions.length > 0 ? say` (${wholeSaid})` : words('')} ${partSaid}`;
  if (group === undefined || tallies === undefined)
    return lookUp({ cause: lead, explanation, proof, unsettled: unsettledOf(plan) });
  if (hits === 0) return lookUp({ cause: lead, explanation, proof, unsettled: unsettledOf(plan) });
  const sign = asked.isLow ? 1 : -1;
  const rate = (one: Tally) => one.failed / one.count;
  const all = tallies.all();
  // A value seen three times says little by its share.
  const enough = all.filter((one) => one.count >= Math.min(20, whole / all.length / 10));
  const ranked = (enough.length > 0 ? enough : all).sort(
    (a, b) => sign * (rate(a) - rate(b)) || sign * (a.failed - b.failed) || a.key.localeCompare(b.key),
  );
  const [top] = ranked;
  if (top === undefined) return lookUp({ cause: lead, explanation, proof });
  const inTime =
    group.kind === 'time' && all.length <= 26 ? [...all].sort((a, b) => a.key.localeCompare(b.key)) : undefined;
  const shown = inTime ?? ranked.slice(0, rowsAsked({ ...asked, limit: asked.limit ?? 12 }));
  return lookUp({
    cause: say`${shortName(top.key)} has the ${words(asked.isLow ? 'lowest' : 'highest')} share: ${top.failed} of ${plural(top.count, 'line')} (${words(shareOf(top.failed, top.count))}) ${partSaid}; all together ${hits} of ${whole} (${words(shareOf(hits, whole))})`,
    explanation: [{ text: say`${plural(all.length, 'different value')} of ${group.name}`, ranges: [] }, ...explanation],
    tables: [
      {
        head: [group.name, 'lines', part.map(({ said }) => said.plain).join(', '), 'share'],
        rows: shown.map((one) => [one.key, count(one.count), count(one.failed), shareOf(one.failed, one.count)]),
      },
    ],
    proof: [
      ...shown
        .slice(0, 3)
        .flatMap((one) =>
          one.firstFailed === undefined
            ? []
            : [
                claimAt(
                  run,
                  say`${shortName(one.key)}: the first that ${partText(part, true)}${atTime(times, one.firstFailed.timeMs)}`,
                  one.firstFailed.place,
                ),
              ],
        ),
      ...(shown.slice(0, 3).every((one) => one.firstFailed === undefined)
        ? [claimAt(run, say`${shortName(top.key)}: first line`, top.first.place)]
        : []),
    ],
    unsettled: unsettledOf(plan),
  });
}

async function countParts(
  run: Investigation,
  plan: Plan,
  part: readonly Condition[],
  isCounted: (line: PassLine, isPart: boolean) => boolean,
) {
  let whole = 0;
  let hits = 0;
  let lacking = 0;
  let clientErrors = 0;
  let first: Spot | undefined;
  let last: Spot | undefined;
  let other: Spot | undefined;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      const isPart = part.every((one) => one.test(line));
      if (!isCounted(line, isPart)) {
        lacking++;
        return;
      }
      whole++;
      if (!isPart) {
        other ??= { place: line.place, timeMs: line.timeMs };
        if (/" 4\d\d (?:\d|-)/.test(line.text)) clientErrors++;
        return;
      }
      hits++;
      last = { place: line.place, timeMs: line.timeMs };
      first ??= last;
    },
  });
  return { whole, hits, lacking, clientErrors, first, last, other, totals };
}

/** "are failing", "have status 404". */
function partText(part: readonly Condition[], isOne = false): Text {
  const [is, has] = isOne ? ['is', 'has'] : ['are', 'have'];
  const texts = part.map(({ said }) => say`${words(/^(?:not )?failing$/.test(said.plain) ? is! : has!)} ${said}`);
  return texts.length === 0 ? words('are counted') : texts.reduce((a, b) => say`${a} and ${b}`);
}

function failingMeans(clientErrors: number): string {
  const apart =
    clientErrors > 0 ? ` ${clientErrors.toLocaleString('en-US')} answers of 400 to 499 are not counted as failing` : '';
  return `Failing is a line whose level, outcome or words say so, or an answer of 500 and above${apart === '' ? '' : `;${apart}`}`;
}
