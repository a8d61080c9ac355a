import type { Query } from '../query/query.ts';
import type { Result, Shape } from '../run/result.ts';
import { say, words } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { tellDifferences } from './tell-differences.ts';
import { stretchOf, tellChange, tellCompare, tellOrder, tellStep, tellTrend, tellTrends } from './tell-direction.ts';
import { tellGroups, tellTimes } from './tell-groups.ts';
import { tellExists, tellGap, tellKinds, tellLines, tellMoment, tellSeveral, tellSpan } from './tell-lines.ts';
import { tellAmount, tellNumber, tellRate, tellShare, tellStreak } from './tell-number.ts';
import { tellEpisodes, tellOverlap, tellSilent, tellState } from './tell-states.ts';
import { answered, cannot, type Teller, type Told } from './told.ts';

const tellers: { [S in Shape]: Teller<S> } = {
  number: tellNumber,
  amount: tellAmount,
  share: tellShare,
  streak: tellStreak,
  groups: tellGroups,
  times: tellTimes,
  rate: tellRate,
  exists: tellExists,
  moment: tellMoment,
  kinds: tellKinds,
  lines: tellLines,
  trend: tellTrend,
  trends: tellTrends,
  change: tellChange,
  step: tellStep,
  order: tellOrder,
  compare: tellCompare,
  sides: tellSides,
  differences: tellDifferences,
  state: tellState,
  silent: tellSilent,
  episodes: tellEpisodes,
  overlap: tellOverlap,
  several: tellSeveral,
  gap: tellGap,
  span: tellSpan,
  nothing: (_query, { why }) => cannot(words(why)),
};

/** A result in words, by the renderer of its shape. */
export function tellResult<S extends Shape>(query: Query, result: Result<S>, times: TimeWords): Told {
  const tell: Teller<S> = tellers[result.shape];
  return tell(query, result, times);
}

/** What each of two stretches of time comes to. */
function tellSides({ than, expects, ...query }: Query, { left, right }: Result<'sides'>, times: TimeWords): Told {
  const [one, other] = [tellResult(query, left, times), tellResult({ ...query, window: than }, right, times)];
  const [when, then] = [stretchOf(query.window, times), stretchOf(than, times)];
  // Of a side with none of what a share is of, the other still tells something.
  const isTold = one.verdict !== 'INCONCLUSIVE' && other.verdict !== 'INCONCLUSIVE';
  const figures = [figureOf(left), figureOf(right)] as const;
  const isMore = figures[1] === figures[0] ? undefined : figures[1] > figures[0];
  const isYes = expects === undefined ? undefined : isMore !== undefined && isMore === (expects === 'more');
  const sentence = say`${when}: ${one.headline}; ${then}: ${other.headline}`;
  return {
    verdict: isTold ? one.verdict : 'INCONCLUSIVE',
    headline: isTold ? answered(isYes, sentence) : sentence,
    more: [],
    proof: [...one.proof.slice(0, 2), ...other.proof.slice(0, 2)],
  };
}

function figureOf(result: Result): number {
  if (result.shape === 'share') return result.part / result.whole;
  return result.shape === 'number' || result.shape === 'amount' ? result.value : 0;
}
