import type { Query } from '../query/query.ts';
import type { Result, Shape } from '../run/result.ts';
import { words } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { tellChange, tellCompare, tellOrder, tellStep, tellTrend } from './tell-direction.ts';
import { tellGroups, tellTimes } from './tell-groups.ts';
import { tellExists, tellGap, tellKinds, tellLines, tellMoment, tellSeveral, tellSpan } from './tell-lines.ts';
import { tellAmount, tellNumber, tellRate, tellShare, tellStreak } from './tell-number.ts';
import { tellEpisodes, tellOverlap, tellState } from './tell-states.ts';
import { cannot, type Teller, type Told } from './told.ts';

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
  change: tellChange,
  step: tellStep,
  order: tellOrder,
  compare: tellCompare,
  state: tellState,
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
