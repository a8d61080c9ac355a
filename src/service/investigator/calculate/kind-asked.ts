import type { Asked } from './asked.ts';
import { entityOf } from './columns.ts';
import { groupOf } from './group-asked.ts';
import { outcomeRate } from './share-parts.ts';
import { countSuperlatives, levelSuperlatives, sizeSuperlatives, stepNames, timeSuperlatives } from './superlatives.ts';

const slowOne = String.raw`\bslow ones?\b|\b(?:which|what) .{2,40}\b(?:is|are|was|were) (?:so |the |too |very )?slow\b`;

/** Which calculation the words ask for, but for a comparison; undefined where they ask for none. */
export function kindOf(text: string): Asked['kind'] | undefined {
  const asks = (pattern: string) => new RegExp(pattern, 'i').test(text);
  if (asks(String.raw`\bfirst (?:and|\/|&) (?:the )?last\b`)) return 'ends';
  if (
    asks(String.raw`\b(?:gaps?|silences?|quiet (?:periods?|times?|spells?)|holes?)\b`) &&
    asks(String.raw`\b(?:longest|largest|biggest|big|long|max\w*|any|where|list|which|how long|average|mean)\b`)
  )
    return 'gap';
  if (
    asks(
      String.raw`\b(?:average|mean|median|usual|typical|how much) (?:time|interval|gap|pause|distance) between\b|\b(?:time|interval|gap) between (?:(?:two|consecutive|each|the|successive)\b|[a-z]+s\b)|\bhow (?:far apart|regularly)\b`,
    )
  )
    return 'gap';
  const beyond = String.raw`(?:slower|longer|more|larger|bigger|higher|over|above|exceed\w*|faster|less|under|below)(?: than)? \d+(?:\.\d+)? ?(?:ms|s|sec\w*|m|min\w*|h|hours?|[kmg]i?b|bytes|%)\b`;
  if (
    asks(
      String.raw`\b(?:how many|number of|count)\b.{0,60}${beyond}|^ ?(?:list |show |find |all )*(?:the )?[a-z]+ (?:that |which )?(?:taking|took|take|were|are|with .{1,30})? ?${beyond}`,
    )
  )
    return 'share';
  if (
    outcomeRate.test(text) ||
    asks(
      String.raw`\b(?:share|percent(?:age|s)?|proportion|fraction|ratio|rate of (?:errors?|failures?|success\w*))\b|\b(?:error|failure|fail|success|hit|miss|time-?out|rejection|loss|drop|abort|retry|crash|[45]xx|[45]\d\d)s?[ -](?:rates?|ratio)\b|\bwhat %|\d? ?% of\b|\bhow reliable\b`,
    )
  )
    return 'share';
  if (
    asks(
      String.raw`\b(?:how many|number of|count(?: of)?) (?:of )?(?:the )?(?:different|distinct|unique|separate|individual|various)\b|\b(?:unique|distinct) [a-z]+(?: [a-z]+)? *(?:\?|$|count|seen|were|are|in\b)|\bcount(?: the)? (?:distinct|unique)\b`,
    )
  )
    return 'distinct';
  if (isDistinctOfEntity(text)) return 'distinct';
  if (asks(String.raw`\byields?\b`) && asks(String.raw`\b(?:per|by|for each|of each|each|overall|total|what|which)\b`))
    return 'share';
  if (
    asks(
      String.raw`\b(?:which|what) [a-z]+(?: [a-z]+)? (?:produces?|produced|has|have|had|causes?|caused|shows?|makes?|made|gets?|got|throws?|sees?|saw) (?:so many|too many|that many|all (?:of )?the|most of the|nearly all|by far the most)\b`,
    )
  )
    return 'rank';
  const superlative = String.raw`\b(?:${timeSuperlatives}|${sizeSuperlatives}|${levelSuperlatives}|${countSuperlatives})\b`;
  const hasNumber = asks(
    String.raw`\b(?:average|avg|mean|median|typical|p\d\d|percentile|\d\dth|latenc\w+|response times?|durations?|bytes|size|sum|total time|time taken)\b`,
  );
  if (
    asks(
      String.raw`\b(?:busiest|quietest|peak|slowest|worst|most active|noisiest) (?:\d+ )?${stepNames}s?\b|\b(?:which|what) ${stepNames} (?:had|has|saw|was|were|got|did)\b|\b(?:when|what time) (?:was|were|is|did|do) .{0,40}\b(?:peak\w*|busiest|most (?:traffic|requests?|errors?|load)|highest)\b|\b(?:rps|qps|rpm|throughput|(?:request|message|event|log) rate)\b`,
    )
  )
    return 'rhythm';
  if (
    !hasNumber &&
    asks(String.raw`\b(?:per|a|each|every|by(?: the)?) ${stepNames}\b|\b(?:hourly|daily|minutely)\b|\bover time\b`)
  )
    return 'rhythm';
  if (
    asks(
      String.raw`\bhow (?:long|much time) (?:did|does|do|was|were|has|had|is|are|have|will)\b|\b(?:how long|time|duration)\b.{0,20}\b(?:from|between)\b .{2,60} \b(?:to|and|until)\b|^ ?(?:what (?:is|was) the )?duration of (?:the )?\w`,
    ) &&
    !asks(superlative) &&
    !hasNumberWord(text)
  )
    return 'length';
  if (
    hasNumber ||
    asks(
      String.raw`\bhow (?:slow|fast|large|big|quick)\b(?!.*\bcompared\b)|\b(?:total|sum)(?: of| amount| number of bytes| bytes| traffic| size| time)\b|\bhow (?:much|many) (?:data|traffic|bytes|time in total|[kmg]i?b)\b|\bdistribution of\b`,
    )
  ) {
    const isRanked = asks(superlative) || asks(slowOne);
    return isRanked && groupOf(text, 'rank') !== undefined ? 'rank' : 'statistic';
  }
  if (
    asks(
      String.raw`\b(?:${sizeSuperlatives}|${levelSuperlatives}|quickest|fastest|slowest|longest|shortest|longest[- ]running|laggiest|busiest|noisiest|chattiest|loudest|commonest|flakiest|fewest)\b|\bslow ones?\b|\b(?:which|what) .{2,40}\b(?:is|are|was|were) (?:so |the |too |very )?slow\b`,
    )
  )
    return 'rank';
  if (
    asks(
      String.raw`\btop(?: \d+| ten| five| three)? [a-z]|\bworst\b|\bhardest\b|\brank [a-z]+ by\b|\b(?:the )?most (?!recent|likely|probabl|of\b|important)|\bmost$|\bleast (?!one|once)|\b(?:hammer|flood|spam|bombard|hogg)\w*\b`,
    )
  )
    return 'rank';
  if (asks(String.raw`\bhow many .{2,40} (?:did|does|do|has|have|had|was|were|is|are|can) (?:each|every) [a-z]`))
    return 'rank';
  if (
    asks(
      String.raw`\b(?:how many|number of|count(?: of)?|counts|breakdown|break down|split|grouped?|histogram)\b.{0,60}\b(?:per|by|for each|grouped by|for every) (?:the )?[a-z]`,
    ) ||
    asks(
      String.raw`\b(?:errors?|requests?|failures?|lines?|exceptions?|warnings?|traffic|hits?|calls?|bandwidth|events?|messages?) (?:per|by|for each) [a-z]`,
    )
  )
    return 'rank';
  if (
    asks(
      String.raw`^ ?(?:and )?(?:who|(?:which|what) [a-z]+(?: [a-z]+)?) (?:is|are|was|were|has|have) (?:been )?(?:causing|sending|making|generating|hitting|producing|requesting|getting|receiving|behind|responsible for)\b`,
    )
  )
    return 'rank';
  return undefined;
}

function hasNumberWord(text: string): boolean {
  return (
    /\b(?:average|avg|mean|median|typical|on average|usually|normally)\b/i.test(text) &&
    !/\btake|took|last\b/i.test(text)
  );
}

/** "How many users were affected": of things that have names, not of lines. */
function isDistinctOfEntity(text: string): boolean {
  const noun =
    /\bhow many (?:of (?:our|the) )?(?:[a-z]+ )?([a-z]+?)(?: addresses)? (?:were|are|was|is|had|have|got|did|saw|see|hit|failed|tried|could|couldn|connected|logged|use|used|made|sent|experienced|been)\b/i.exec(
      text,
    )?.[1];
  const entity = noun === undefined ? undefined : entityOf(noun);
  return (
    entity !== undefined &&
    entity.kind !== 'message' &&
    entity.kind !== 'exception' &&
    entity.kind !== 'statement' &&
    !/\btimes\b/i.test(text)
  );
}
