import type { Query } from '../query/query.ts';
import type { Groups } from './reading.ts';

const highest =
  '(?:highest|largest|biggest|greatest|maximum|max|peak|hottest|warmest|deepest|heaviest|longest|slowest|strongest|fullest|worst|most)';
const lowest =
  '(?:lowest|smallest|minimum|min|coldest|coolest|lightest|shortest|fastest|quickest|weakest|fewest|least)';
const either = `(?<ext>${highest}|${lowest})`;
const asked =
  '(?:what (?:is|was|were|are)|how (?:many|much|high|low|large|big|hot|long|deep|far)(?: (?:was|were|is|are))?)';
const isLow = new RegExp(`^${lowest}$`, 'i');

/** One number where another is at its end: "how many users were on it when its load was highest". */
const besides: readonly RegExp[] = [
  new RegExp(
    `^${asked} (?:the )?(?<beside>.+?) (?:when|while|as|at the (?:moment|time|point)(?: when| that)?) (?:the |its |their )?(?<of>.+?) (?:was|were|is|peaked|hit|reached)(?: at)?(?: its| the| their)? ?${either}$`,
    'i',
  ),
  new RegExp(`^(?:at|with|during) (?:the |its )?${either} (?<of>.+?),? ${asked} (?:the )?(?<beside>.+)$`, 'i'),
  new RegExp(`^${asked} (?:the )?(?<beside>.+?) (?:at|with|during) (?:the |its )?${either} (?<of>.+)$`, 'i'),
  /^(?:the )?(?<beside>\S+(?: \S+)?) at (?:the )?(?<ext>max|min|maximum|minimum|peak|highest|lowest) (?<of>.+)$/i,
  new RegExp(`^(?:${asked} )?(?:the )?(?<beside>.+?) of the \\S+ with the ${either} (?<of>.+)$`, 'i'),
];

/** "Hits of the slowest query": of things that take time, which number is meant needs no name. */
const ofTimed =
  /^(?:(?:what (?:is|was|were)|how (?:many|much)) (?:the )?)?(?<beside>[\w.-]+(?: [\w.-]+)?) (?:of|for|in|did|does|on) the (?<ext>slowest|longest|fastest|quickest|shortest) (?<where>.+?)(?: (?:return|have|had|use|produce|read|send|transfer|get|process)(?:ed|s)?)?$/i;

const ranges: readonly RegExp[] = [
  new RegExp(
    `^(?:what (?:is|was) )?(?:the )?(?:difference|range|spread|distance|gap) (?:between|from) (?:the )?(?:${highest}|${lowest}) (?:and|to) (?:the )?(?:${highest}|${lowest}) (?<of>.+)$`,
    'i',
  ),
  /^(?:by )?how (?:much|far|widely) (?:did|does|do) (?:the )?(?<of>.+?) (?:vary|varies|fluctuate|swing|range)$/i,
  /^(?:what (?:is|was) )?(?:the )?(?:range|spread) of (?:the )?(?<of>.+)$/i,
];

const sides = '(?<where>.+?) and (?:(?:for|of|in|on|from|at|by) )?(?<against>.+?)';
/** How many more of something one has than another. */
const differences: readonly RegExp[] = [
  new RegExp(
    `^(?:what (?:is|was) )?(?:the )?difference (?:in|of) (?:the )?(?:(?:number|count)s? of )?(?<of>.+?) between ${sides}$`,
    'i',
  ),
  new RegExp(
    `^(?:what (?:is|was) )?(?:the )?difference between (?:the )?(?:number|count)s? of (?<of>.+?) (?:for|of|in|on|from|at|by|with) ${sides}$`,
    'i',
  ),
];

/** "Between extensions 207 and 219": the noun is said of both. */
function withNoun(groups: Groups): Groups {
  const { noun, first } = /^(?<noun>[a-z]{3,})s (?<first>\S+)$/i.exec(groups.where ?? '')?.groups ?? {};
  if (noun === undefined || first === undefined || groups.against?.includes(' ') === true) return groups;
  return { ...groups, where: `${noun} ${first}`, against: `${noun} ${groups.against}` };
}

type Asked = { query: Pick<Query, 'take'>; groups: Groups };

/** What a question compares ends of numbers, or numbers of things, by. */
export function extremesIn(question: string): Asked[] {
  const found: Asked[] = [];
  for (const pattern of besides) {
    const { ext, ...groups } = pattern.exec(question)?.groups ?? {};
    if (ext !== undefined) found.push({ query: { take: isLow.test(ext) ? 'min' : 'max' }, groups });
  }
  const { ext: timed, ...parts } = ofTimed.exec(question)?.groups ?? {};
  if (timed !== undefined) {
    const take = /^(?:slow|long)/i.test(timed) ? 'max' : 'min';
    found.push({ query: { take }, groups: { ...parts, of: 'duration' } });
  }
  for (const pattern of ranges) {
    const groups = pattern.exec(question)?.groups;
    if (groups !== undefined) found.push({ query: { take: 'range' }, groups: { ...groups } });
  }
  for (const pattern of differences) {
    const groups = pattern.exec(question)?.groups;
    if (groups !== undefined) found.push({ query: { take: 'compare' }, groups: withNoun({ ...groups }) });
  }
  return found;
}
