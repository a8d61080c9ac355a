import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, words } from '../answer/say.ts';
import { eachLine, sampleRows } from '../calculate/pass.ts';
import { shareOf } from '../calculate/quantity.ts';
import { createTallies, type Tally } from '../calculate/tally.ts';
import { claimAt, shortName } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { badLines } from './bad-lines.ts';
import { groupSides } from './group-sides.ts';
import { groupsAsked } from './groups-asked.ts';

const fewestLines = 20;
/** How many times the share of the other makes it worse, and so many deviations of chance. */
const muchMore = 1.5;
const deviations = 3;

/** "Compare the error rates of v1 and v2", "which version is worse", "should we roll back?": by the share that goes wrong. */
export async function compareGroups(run: Investigation): Promise<Draft | undefined> {
  if (run.files.length !== 1 || run.question.phrases.length > 0) return undefined;
  const asked = groupsAsked(run.question.text);
  if (asked === undefined) return undefined;
  const groupOf = await groupSides(run, asked);
  const bad = groupOf === undefined ? undefined : badLines(asked.bad, await sampleRows(run));
  if (groupOf === undefined || bad === undefined) return undefined;
  const tallies = createTallies();
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      const group = groupOf(line);
      if (group === undefined) return;
      const one = tallies.count(group, line);
      if (!bad.test(line)) return;
      one.failed++;
      one.firstFailed ??= { place: line.place, timeMs: line.timeMs };
    },
  });
  const rate = (one: Tally) => one.failed / one.count;
  const ranked = tallies
    .all()
    .filter(({ count }) => count >= fewestLines)
    .sort((a, b) => rate(b) - rate(a));
  const [top, next] = ranked;
  if (top === undefined || next === undefined || top.failed === 0) return undefined;
  const rest = ranked.slice(1);
  const restCount = rest.reduce((all, { count }) => all + count, 0);
  const usual = rest.reduce((all, { failed }) => all + failed, 0) / restCount;
  const chance = Math.sqrt((Math.max(usual, 1 / restCount) * (1 - usual)) / top.count);
  const isWorse = rate(top) > usual * muchMore && rate(top) - usual > deviations * chance;
  const told = (one: Tally) => say`${words(shareOf(one.failed, one.count))} (${one.failed} of ${one.count})`;
  const others = join(
    rest.slice(0, 4).map((one) => say`${shortName(one.key)} ${told(one)}`),
    ', ',
  );
  // Of a canary the newer one is asked about, of "is A worse than B" the first.
  const meant = asked.values?.[0] ?? newest(ranked.map(({ key }) => key));
  const lead = isWorse
    ? say`${words(asked.isWhether ? (meant === top.key ? 'Yes: ' : 'No: ') : '')}${shortName(top.key)} is worse: ${told(top)} ${bad.said}, against ${others}`
    : say`${words(asked.isWhether ? 'No: ' : '')}no clear difference in ${bad.said}: ${shortName(top.key)} ${told(top)}, ${others}`;
  return lookUp({
    cause: lead,
    tables: [
      {
        head: ['', 'lines', bad.said.plain, 'share'],
        rows: ranked
          .slice(0, 12)
          .map((one) => [one.key, number(one.count), number(one.failed), shareOf(one.failed, one.count)]),
      },
    ],
    proof: ranked
      .slice(0, 4)
      .flatMap((one) => [
        ...(one.firstFailed === undefined
          ? []
          : [
              claimAt(
                run,
                say`${shortName(one.key)}: the first of ${one.failed} with ${bad.said}`,
                one.firstFailed.place,
              ),
            ]),
        claimAt(
          run,
          say`${shortName(one.key)}: ${plural(one.count, 'line')}, the first and the last`,
          one.first.place,
          one.last.place,
        ),
      ]),
  });
}

function newest(keys: readonly string[]): string | undefined {
  return (
    keys.find((key) => /canary|green|new|beta/i.test(key)) ??
    [...keys].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0]
  );
}
