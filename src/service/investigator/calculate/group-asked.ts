import { anyOf } from '#core/any-of.ts';
import type { Asked } from './asked.ts';
import { entityOf } from './columns.ts';

/** The noun that names what is ranked or told by. */
export function groupOf(text: string, kind: Asked['kind']): { noun: string } | undefined {
  const places = [
    /\b(?:per|for each|for every|grouped by|group by|across(?: all)?|of each|on each|each|every)(?: the| single| different)? ((?:[a-z][a-z_.-]* ?){1,4})/i,
    /\bby(?: the| single| different)? ((?:[a-z][a-z_.-]* ?){1,4})/i,
    /\b(?:which|what|whose)(?: (?:of the|are the|were the|is the|was the|\d+))? ((?:[a-z][a-z_-]* ?){1,4})/i,
    /\brank (?:the )?((?:[a-z][a-z_-]* ?){1,3})/i,
    /\b(?:top|worst|most \w+|slowest|fastest|quickest|longest(?:[- ]running)?|largest|biggest|smallest|busiest|noisiest|chattiest|loudest|heaviest|commonest|flakiest|least \w+|unique|distinct|different|highest|hottest)(?: \u0001)* ((?:[a-z][a-z_-]* ?){1,4})/i,
    /\u0001 ((?:[a-z][a-z_-]* ?){1,4})/i,
    /\bhow many (?:of (?:our|the) )?(?:different |distinct |unique |separate |individual |various )?((?:[a-z][a-z_-]* ?){1,3})/i,
  ];
  if (
    /^ ?who\b|\bwho(?:'s| is| was| are| has| had| does| did| made| makes| sent| sends| hit| gets?| got)?\b/i.test(
      text,
    ) &&
    kind !== 'share'
  )
    return { noun: 'who' };
  if (/\btop talkers?\b|\b(?:hammer|flood|spam|bombard)\w*\b/i.test(text)) return { noun: 'ip' };
  const holder = withMost.exec(text)?.[1];
  if (
    kind === 'rank' &&
    holder !== undefined &&
    (isThing(holder) || (entityOf(holder) ?? { kind: 'message' }).kind !== 'message')
  )
    return { noun: holder };
  if (kind === 'distinct') places.unshift(places.pop()!);
  let unknown: string | undefined;
  let wording: string | undefined;
  for (const [index, place] of places.entries()) {
    const words = place.exec(text)?.[1]?.trim().split(' ') ?? [];
    const end = words.findIndex((word) => stoppers.test(word));
    const phrase = end < 0 ? words : words.slice(0, end);
    const paired = phrase.findIndex((word, at) => at > 0 && entityOf(`${phrase[at - 1]} ${word}`) !== undefined);
    if (paired > 0) return { noun: `${phrase[paired - 1]} ${phrase[paired]}` };
    // "Most frequent client ip": the last noun is the thing.
    for (const word of [...phrase].reverse()) {
      const entity = entityOf(word);
      if (entity === undefined || (kind === 'statistic' && index > 1) || (kind === 'share' && index > 2)) continue;
      if (entity.kind !== 'message') return { noun: word };
      wording ??= word;
      break;
    }
    const head = phrase.at(-1);
    const canBe = index < 2 || kind === 'rank' || (kind === 'distinct' && index > 2);
    if (head === undefined || !canBe || !isThing(head)) continue;
    // "Per tenant" names what to tell by, whatever else is named.
    if (index === 0 || (index === 2 && end > 0)) return { noun: head };
    unknown ??= head;
  }
  const noun = unknown ?? wording;
  return noun === undefined ? undefined : { noun };
}

/** "Session with the most energy": whose number it is stands first. */
const withMost =
  /^ ?(?:the )?([a-z][a-z_-]{2,}) (?:with|that (?:has|had|used|took)|having|using) (?:the )?(?:most|least|fewest|highest|lowest|largest|longest|shortest|biggest)\b/i;

/** No verb form, no word for a record or a number. */
function isThing(word: string): boolean {
  return (
    word.length > 2 &&
    entityOf(word) === undefined &&
    !/(?:ed|ing)$/i.test(word) &&
    !recordNouns.test(word) &&
    !measureNouns.test(word)
  );
}

const stoppers = anyOf(
  [
    /in|on|of|for|by|with|from|that|which|who|is|are|was|were|has|have|had|did|do|does|get|gets|got/,
    /during|after|before|between|at|since|to|per|over|the|a|an|and|or|most|takes?|took|makes?|made/,
    /fails?|failed|throws?|logs?|logged|hits?|caused?|uses?|used|s|logs|sends?|sent|produces?|gives?/,
    /shows?|appears?|occurs?|happens?|we|they|it|there|here|worst|slowest|highest|lowest|consumes?/,
    /needs?|writes?|serves?|served|receives?|received|returns?|returned|thrown|often|frequently/,
    /restarts?|crash\w*|costs?|lasts?|lasted/,
  ],
  { before: '^(?:', after: ')$', flags: 'i' },
);
const recordNouns =
  /^(?:requests?|responses?|calls?|transactions?|transfers?|uploads?|downloads?|rows?|packets?|flows?|ones?|events?|records?|hits?|items?|things?|time|times|operations?|it|runs?|values?|rates?|ratio|share)$/i;
const measureNouns =
  /^(?:latenc\w+|durations?|bytes|size|sizes|memory|heap|cpu|load|depth|usage|temperatures?|traffic|bandwidth|lag|count|number|pause|pauses|delay|delays|median|average|mean|max|maximum|percentile|p\d+|total|sum|failing|size)$/i;
