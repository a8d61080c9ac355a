import { unitNamed } from '../../facts/amount.ts';
import { measureOf } from '../compared-number.ts';
import { placeOf, placeWord } from '../number-words.ts';
import { takeOf } from '../said-in-forms.ts';
import { type CueRow, rank } from './cues.ts';

/** "The last ten minutes" are a time, and so is the first half. */
const noSpan = '(?! (?:[a-z]+|\\d+)? ?(?:seconds?|minutes?|mins?|hours?|days?|half|quarter)\\b)';

/** "30 minutes": 30min. */
const inUnit = (value: string): string => value.replace(/[a-zµ%°]+$/i, (said) => unitNamed(said)?.name ?? said);

/** Bounds, places in an order, which is most, and figures of many. */
export const rowsOfRanks: readonly CueRow[] = [
  [
    /\b(?:(?:on |the )?(?<stat>averag(?:e|ed|ing)(?: over)?|avg|mean|median|p\d\d|\d\d(?:th)? percentile)|(?:typical(?: \(median\))?|middle(?= value)))\b/i,
    (cue, { stat }) => {
      cue.stat = takeOf(stat ?? 'median');
    },
  ],
  // Beyond a bound.
  [
    /\b(?:(?:of |was |is |were |are |at |with |that took |took |taking |lasting |lasted |going |go |went |rise |read |reading |ever )*)(?<over>over|above|more than|higher than|greater than|larger than|longer than|exceed(?:ing|ed|s)?|beyond|past|>|under|below|less than|lower than|smaller than|shorter than|faster than|slower than|heavier than|lighter than|hotter than|warmer than|colder than|cooler than|<) ?(?<value>(?:\d[\d.,]*|(?:half )?an? (?=(?:second|minute|hour|day)\b))(?: ?(?!(?:of|for|in|on|at|by|and|or|did|was|were|are|is|from|to|the|how)\b)[a-zµ%°][a-zµ%°/]*(?: ?\/ ?[a-z]+)?|%)?)/i,
    (cue, { over = '', value = '' }) => {
      cue.bound = {
        is: /^(?:under|below|less|lower|smaller|shorter|faster|lighter|colder|cooler|<)/i.test(over) ? '<' : '>',
        value: inUnit(
          value
            .replace(/^half an? /, '0.5 ')
            .replace(/^an? /, '1 ')
            .replace(/[, ]/g, ''),
        ),
      };
      if (/^(?:longer|shorter|faster|slower)/i.test(over)) cue.asks.add('long');
    },
  ],
  [
    /\b(?:of |was |is |were |are |at )*(?<value>\d[\d.,]*(?: ?[a-zµ%°]+)?) (?:and|or) (?:(?<over>above|more|higher|over|greater|longer|up)|below|less|lower|under|fewer|shorter)\b/i,
    (cue, { over, value = '' }) => {
      cue.bound = { is: over === undefined ? '<=' : '>=', value: value.replace(/[, ]/g, '') };
    },
  ],
  // Which of them.
  [
    /\b(?:with |by |at |in )?(?:the )?(?<kept>change) (?:no\.?|nr\.?|number|#) ?(?<place>\d{1,3})\b/i,
    (cue, { place = '', kept = '' }) => {
      cue.nth = Number(place);
      cue.kept = kept;
    },
  ],
  [
    new RegExp(`\\b(?<place>${placeWord}|\\d{1,3}(?:st|nd|rd|th))(?: time)?(?: that)?\\b`, 'i'),
    (cue, { place = '' }) => {
      cue.nth = placeOf(place);
    },
  ],
  [
    /\b(?:which|what|who|the)? ?(?:had|has|have|saw|shows? up with|with|got|made|did)? ?(?:the )?(?:(?<most>highest|largest|biggest|greatest|(?<!\bof (?:the )?)max(?:imum)?|top)|(?<least>lowest|smallest|fewest|(?<!\bof (?:the )?)min(?:imum)?|least)) (?:number|count|total number) of\b/i,
    (cue, { least }) => {
      rank(cue, least === undefined);
      cue.kept = ',';
    },
  ],
  [
    /\b(?:more|(?<less>fewer|less))\b(?= .*than (?:the (?:rest|others?)|any(?: other)?|all)\b)/i,
    (cue, { less }) => rank(cue, less === undefined),
  ],
  [
    /\bso (?:many|often)\b|\b(?:the )?(?:most|(?<least>fewest|least)) (?:often|frequently|common|frequent)\b/i,
    (cue, { least }) => {
      cue.isOfCommon = true;
      rank(cue, least === undefined);
    },
  ],
  [
    /\b(?:the )?(?:commonest|(?<!\b(?:of|on|in|for|to|at|from) )main(?= [a-z])|(?<least>rarest))\b/i,
    (cue, { least }) => {
      cue.isOfCommon = true;
      rank(cue, least === undefined);
    },
  ],
  [
    new RegExp(`\\b(?:the )?(?:last|most recent(?:ly)?|latest|newest|final)(?: time| one)?(?: that)?\\b${noSpan}`, 'i'),
    (cue) => cue.edges.add('last'),
  ],
  [
    new RegExp(
      `\\b(?:the )?(?:very )?(?:first|earliest|initial)(?: time(?! ?stamps?\\b)| one)?(?: that)?\\b${noSpan}|\\bfor the first time\\b|\\b(?:at|in) the (?:very )?(?:start|beginning|begin)\\b|\\b(?:originally|initially|earlier|sooner)\\b`,
      'i',
    ),
    (cue) => cue.edges.add('first'),
  ],
  [
    /\b(?:the )?(?:most|(?<least>fewest|least))\b(?! (?:recent|expensive))(?!(?<=\bat (?:most|least)) \d)/i,
    (cue, { least }) => rank(cue, least === undefined),
  ],
  [
    /\b(?:by )?how many (?:more\b|(?:did |do )?(?=.*\boutnumber))/i,
    (cue) => {
      cue.asks.add('more');
      cue.asks.add('count');
    },
  ],
  [
    /\b(?:did |do )?outnumber(?:ed)?\b|\b(?:than )(?:those |the ones )?(?=(?:from|for|of|on|in|at)\b)/i,
    () => undefined,
  ],
  [
    /\b(?:the )?(?:(?<least>lowest|smallest|min(?:imum)?|least)|highest|largest|biggest|greatest|max(?:imum)?|most|top) (?:sum|total|combined|overall|cumulative|summed)(?: of)?\b/i,
    (cue, { least }) => {
      cue.stat = { take: 'sum' };
      rank(cue, least === undefined);
    },
  ],
  [
    /(?<!\bno )\b(?:slower|longer|(?<less>faster|quicker|shorter))\b(?! than (?:a |an )?\d)/i,
    (cue, { less }) => {
      cue.asks.add('more');
      cue.asks.add('long');
      rank(cue, less === undefined);
    },
  ],
  [
    /\b(?:more|(?<less>fewer|less)) (?:often|frequently|times)\b/i,
    (cue, { less }) => {
      cue.asks.add('more');
      rank(cue, less === undefined);
    },
  ],
  [
    /\b(?:higher|more|larger|bigger|greater|(?<less>lower|fewer|less|smaller))\b(?: number of)?/i,
    (cue, { less }) => {
      cue.asks.add('more');
      rank(cue, less === undefined);
    },
  ],
  [
    /\b(?:come|comes|came) out (?:on top|ahead|first)\b|\b(?:leads|ranks first|comes first|is ahead)\b/i,
    (cue) => {
      cue.asks.add('more');
      rank(cue, true);
    },
  ],
  // `min(time)`: when the first was.
  [
    /\b(?:(?<first>min)|max)\(time\)(?: of)?/i,
    (cue, { first }) => {
      cue.asks.add('when');
      cue.edges.add(first === undefined ? 'last' : 'first');
    },
  ],
  // "Of any run": over all of them.
  [/\bof any (?:single |one )?(?:runs?|jobs?|lines?|ones?)\b(?=[?. ]*$)/i, () => undefined],
  // A figure of many.
  [
    /\bhow (?:(?<low>low|small|empty|cheap)|high|large|big|full|loaded) (?:did|does|do|was|were|is)\b/i,
    (cue, { low }) => {
      if (/\bhow (?:big|large|small)\b/i.test(cue.rest)) cue.size = true;
      cue.stat ??= { take: low === undefined ? 'max' : 'min' };
      cue.order = low === undefined ? 'most' : 'least';
    },
  ],
  [
    /\bhow (?<adjective>hot|warm|cold|cool|deep|dry|wet|bright|dark|heavy|expensive) (?:did|does|do|was|were|is|has|had)\b(?: it)?(?: (?:get|got|become|gotten|ever))*(?: at (?:the )?(?:most|least|peak))?/i,
    (cue, { adjective = '' }) => {
      cue.stat ??= { take: /^(?:cold|cool|dry|dark)$/i.test(adjective) ? 'min' : 'max' };
      cue.measure = measureOf(adjective) ?? '';
    },
  ],
  [/\bat (?:the )?(?:most|least|peak|max(?:imum)?)\b(?! once| \d)/i, () => undefined],
  [
    /\b(?:the )?(?<stat>longest|slowest|shortest|quickest|fastest)(?: single)?\b/i,
    (cue, { stat = '' }) => {
      cue.asks.add('long');
      const ahead = cue.rest
        .trimStart()
        .toLowerCase()
        .replace(/^(?:(?:what|which) (?:is|was) )?(?:the )?/, '');
      if (ahead.startsWith(stat.toLowerCase())) cue.isOfThing = true;
      if (/^(?:slow|fast)/i.test(stat)) cue.isOfPace = true;
      cue.stat ??= takeOf(stat);
      cue.order = /^(?:shor|qui|fas)/i.test(stat) ? 'least' : 'most';
    },
  ],
  [
    /\b(?:the )?(?<worst>worst|poorest|best)\b/i,
    (cue, { worst }) => {
      cue.stat ??= { take: 'max' };
      cue.order = 'most';
      cue.worst = worst?.toLowerCase() === 'best' ? 'best' : 'worst';
    },
  ],
  [
    /\b(?:the |got |get |was |were |ran )?(?<stat>(?<=(?:got|get|was|were|ran) )too (?:hot|warm|cold|cool|heavy|bright|dark|wet|dry)\b|hottest|warmest|coldest|coolest|deepest|driest|wettest|brightest|darkest|heaviest|lightest|(?:most |least )expensive|cheapest|costliest)\b/i,
    (cue, { stat = '' }) => {
      const adjective = stat.replace(/^too /i, '');
      const isLeast = /^(?:cold|cool|light|dark|dr[iy]|least|cheap)/i.test(adjective);
      cue.stat ??= { take: isLeast ? 'min' : 'max' };
      cue.order = isLeast ? 'least' : 'most';
      cue.measure = measureOf(adjective) ?? '';
    },
  ],
  [
    /\bpeak(?:ed)?[?. ]*$/i,
    (cue) => {
      if (!cue.asks.has('busiest')) cue.stat ??= { take: 'max' };
    },
  ],
  [
    /\b(?:(?:at )?(?:its|their) |the )?(?<stat>highest|largest|biggest|greatest|maximum|max|peak|top|lowest|smallest|minimum|min|bottom)\b/i,
    (cue, { stat = '' }) => {
      const isLeast = /^(?:low|small|min|bottom)/i.test(stat);
      if (/^(?:larg|big|great|small)/i.test(stat)) cue.size = true;
      if (/^top$/i.test(stat)) cue.isTop = true;
      else cue.stat ??= { take: isLeast ? 'min' : 'max' };
      cue.order = isLeast ? 'least' : 'most';
    },
  ],
  [
    /\b(?:the )?(?:sum of|sum(?:med|ming)? up|sum(?:med)?|adding up|added up|add up|combined|all together|together)\b/i,
    (cue) => {
      cue.stat ??= { take: 'sum' };
    },
  ],
  [/\b(?:the )?total\b/i, (cue) => cue.asks.add('total')],
  [
    /\b(?:(?:shows?|showed|turns?|turned|comes?) up|came up(?= (?:with|in|at)\b))(?<of> with| in| at)?\b/i,
    (cue, { of = '' }) => {
      cue.kept = of.trim();
    },
  ],
];
