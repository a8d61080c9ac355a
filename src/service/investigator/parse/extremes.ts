import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { numberBeside } from './compared-number.ts';
import { nounOf, numberIn } from './named-columns.ts';
import { openNoun } from './noun-asked.ts';
import { tokensOfPhrase } from './phrase.ts';
import type { Groups } from './reading.ts';
import { isNounForLines, meansRequests } from './words.ts';

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
  new RegExp(`^${asked} (?:the )?(?<beside>.+?) (?:at|with|during) (?:the |its )?${either} (?<of>.+)$`, 'i'),
  /^(?:the )?(?<beside>\S+(?: \S+)?) at (?:the )?(?<ext>max|min|maximum|minimum|peak|highest|lowest) (?<of>.+)$/i,
];

/** "Hits of the slowest query": of things that take time, which number is meant needs no name. */
const ofTimed =
  /^(?:(?:what (?:is|was|were)|how (?:many|much)) (?:the )?)?(?<beside>[\w.-]+(?: [\w.-]+)?) (?:of|for|in|did|does|on) the (?<ext>slowest|longest|fastest|quickest|shortest) (?<where>.+?)(?: (?:return|have|had|use|produce|read|send|transfer|get|process)(?:ed|s)?)?$/i;

const ranges: readonly RegExp[] = [
  new RegExp(
    `^(?:what (?:is|was) )?(?:the )?(?:difference|range|spread|distance|gap) (?:between|from) (?:the )?(?:${highest}|${lowest}) (?:and|to) (?:the )?(?:${highest}|${lowest}) (?<of>.+)$`,
    'i',
  ),
  /^(?:what (?:is|was) )?(?:the )?(?:range|spread) of (?:the )?(?<of>.+)$/i,
];

/** "The file with the most rows", "which file had the most rows": a thing is asked for, whatever the file calls it. */
const things: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:what|which|who) (?:is|was) )?(?:the )?(?<thing>[a-z]+) (?:with|that (?:has|had)) the (?:single )?${either} (?<of>.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:which|what) (?<thing>[a-z]+) (?:has|had|got|contains?|states?) the (?:single )?${either} (?<of>.+)$`,
    'i',
  ),
];
const noThing = /^(?:time|moment|point|hour|minute|second|day|line|entry|lines|number|value|amount|the)$/i;

/** "When did the run with the most records finish": the time of the one line. */
const moments: readonly RegExp[] = [
  new RegExp(
    `^when (?:did|was|were|is) (?:the )?(?<where>.+?) (?:with|that (?:has|had)) the ${either} (?<of>.+?)(?: (?:start|finish|complete|end|happen|occur|come|sent|logged|take place)\\w*)?$`,
    'i',
  ),
];

const edge = '(?<edge>first|earliest|last|latest|most recent|newest)';
/** "The path of the last request", "the last failed task": what one line says. */
const edges: readonly RegExp[] = [
  new RegExp(`^(?:what (?:is|was) )?(?:the )?(?<by>[a-z]+) of the ${edge} (?<where>.+)$`, 'i'),
  new RegExp(`^(?:(?:what|which) (?:is|was) )?(?:the )?${edge} (?<by>[a-z]+) (?<where>(?!of\\b).+)$`, 'i'),
];

const reading = '(?:reading|value|measurement)s?';
/** "The last reading of the packet loss of gw-2": the number that line states. */
const readings: readonly RegExp[] = [
  new RegExp(`^(?:what (?:is|was) )?(?:the )?(?:very )?${edge} ${reading} (?:of|for) (?:the )?(?<of>.+)$`, 'i'),
  new RegExp(`^(?:what (?:is|was) )?(?:the )?(?<of>.+?) (?:at|in) the (?:very )?${edge} ${reading}$`, 'i'),
];

/** The number or the name that the first or last of some lines states. */
export function edgesIn(question: string, schema: Schema): Asked[] {
  const ofReading = readings.flatMap((pattern): Asked[] => {
    const { edge: said = '', ...groups } = pattern.exec(question)?.groups ?? {};
    const of = withNumber(`${groups.of} ${groups.where ?? ''}`.trim(), schema);
    return said === '' ? [] : [{ query: { take: isFirst.test(said) ? 'first' : 'last' }, groups: { of } }];
  });
  return ofReading.length > 0 ? ofReading : namesAtEdges(question, schema);
}

const isFirst = /^(?:first|ear)/i;

/** "Packet loss" of lines that say so and state a `value`. */
function withNumber(of: string, schema: Schema): string {
  const beside = numberIn(of, schema) === undefined ? numberBeside(tokensOfPhrase(of), schema, () => true) : undefined;
  return beside === undefined ? of : `${beside.name} ${of}`;
}

function namesAtEdges(question: string, schema: Schema): Asked[] {
  return edges.flatMap((pattern) => {
    const { edge: said = '', by = '', where } = pattern.exec(question)?.groups ?? {};
    const noun =
      by === '' || isNounForLines(by, schema) || meansRequests(by, schema) ? undefined : nounOf(by, schema, false);
    if (noun === undefined || noun.rest !== '' || noun.column.isNumber) return [];
    return [{ query: { take: isFirst.test(said) ? 'first' : 'last' }, groups: { by, where } }];
  });
}

type Asked = { query: Pick<Query, 'take'>; groups: Groups };

/** What a question compares ends of numbers, or numbers of things, by. */
export function extremesIn(question: string, schema: Schema): Asked[] {
  const found: Asked[] = [];
  for (const pattern of moments) {
    const { ext, ...groups } = pattern.exec(question)?.groups ?? {};
    if (ext !== undefined) found.push({ query: { take: isLow.test(ext) ? 'min' : 'max' }, groups });
  }
  for (const pattern of things) {
    const { ext, thing = '', of } = pattern.exec(question)?.groups ?? {};
    if (
      ext !== undefined &&
      !noThing.test(thing) &&
      !/\b(?:total|sum)\b/i.test(of ?? '') &&
      nounOf(thing, schema, false) === undefined
    )
      found.push({ query: { take: isLow.test(ext) ? 'min' : 'max' }, groups: { beside: openNoun, of } });
  }
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
  return found;
}
