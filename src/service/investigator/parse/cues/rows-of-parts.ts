import { tryWords } from '../../facts/tries.ts';
import { placeOf, placeWord } from '../number-words.ts';
import { type CueRow, noun } from './cues.ts';
import { anyMark } from './names-said.ts';

const unitsMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const unitOf = (unit = ''): number =>
  Object.entries(unitsMs).find(([name]) => name === unit.toLowerCase())?.[1] ?? unitsMs.hour;

/** Of which rates the lines that are meant say the word itself. */
const ofOwnWord = /^(?:[1-5]xx|errors?|approval|acceptance|completion|timeout)$/i;

/** Tries, shares, rates, changes, runs in a row, and what goes on at once. */
export const rowsOfParts: readonly CueRow[] = [
  // Tried again.
  [
    new RegExp(
      `\\b(?:(?<none>(?:with|had|have|has|having|needed) (?:no|not a single|zero)|without(?: a single| any| an?)?)|(?:that )?(?:with|had|have|has|having|needed|needs?|saw|took|went through)(?: at least (?:one|1)| one or more| some| any| an?)?) ${tryWords}(?: first| before(?:hand)?)?(?= |[?.,:;]|$)`,
      'i',
    ),
    (cue, { none }) => {
      cue.tried = none === undefined ? 'some' : 'none';
    },
  ],
  [
    new RegExp(
      `^(?:which|what|who) (?:was|is|were) the (?:(?<place>${placeWord})|(?<edge>first|last)) (?<which>(?!(?:person|one|user)\\b)${noun}) (?:to|that|which)\\b`,
      'i',
    ),
    (cue, { place, edge, which }) => {
      if (which !== undefined) cue.which ??= which;
      if (place !== undefined) cue.nth = placeOf(place);
      if (edge !== undefined) cue.edges.add(edge.toLowerCase() === 'first' ? 'first' : 'last');
    },
  ],
  // Of those that are over, which a share is of anyway.
  [
    /(?<=\b(?:share|percent\w*|rate|fraction|proportion|part)\b.*)\b(?:(?:among|of|out of) (?:those|all|the ones) )?that (?:ended|finished|(?:reached|came to|have) an end|are over)\b/i,
    () => undefined,
  ],
  // How great a part.
  [
    new RegExp(
      `(?<=${anyMark} )(?:makes?|made) up (?:what|which) (?:part|share|fraction|proportion|percentage)(?: ?\\(%\\)| in percent)?(?: of)?\\b`,
      'i',
    ),
    (cue) => {
      cue.asks.add('share');
      cue.isOfName = true;
    },
  ],
  [
    /\b(?:(?:makes?|made) up )?(?:what|which) (?:part|share|fraction|proportion|percentage)(?: ?\(%\)| in percent)?(?: of)?\b|\b(?:what )?(?:share|percentage|percent|proportion|fraction)(?: of)?\b|\bwhat % of|(?<!\d ?)%/i,
    (cue) => cue.asks.add('share'),
  ],
  [
    /\b(?<how>[1-5]xx|fail(?:ure|ed)|errors?|success(?:ful)?|loss|rejection|abort|bounce|refusal|decline|denial|cancellation|defect|crash|approval|acceptance|completion|timeout) rate(?: of| for| over| in| among)?\b/i,
    (cue, { how = '' }) => {
      cue.asks.add('share');
      cue.kept = /^success/i.test(how) ? 'successful' : ofOwnWord.test(how) ? how : 'failed';
    },
  ],
  [
    /\bin (?:percent|per ?cent|%)(?: terms)?|\bas (?:a )?percentage\b|\bpercent\b|(?<!\d ?)\(?%\)?(?!\w)/i,
    (cue) => cue.asks.add('share'),
  ],
  // At which rate.
  [
    /(?<!\b(?:than|half|to|in|of|for|within|about|after|over|under|by|from|least|most) )\b(?:per|an|each|every|a) (?<unit>second|minute|hour|day)\b|(?<=\b(?:how many|number of|count of|average|mean|rate)\b.*)\b(?<often>hourly|daily)\b|^(?<each>hourly|daily)\b/i,
    (cue, { unit, often, each }) => {
      cue.everyMs = unitOf(unit ?? ((often ?? each)?.toLowerCase() === 'hourly' ? 'hour' : 'day'));
      cue.asks.add('rate');
    },
  ],
  [
    /\b(?:the )?(?:busiest|peak) (?:clock )?(?<unit>minute|hour|day) (?:of|for)\b(?! the day\b)/i,
    (cue, { unit }) => {
      cue.everyMs = unitOf(unit);
      cue.asks.add('busiest');
    },
  ],
  [
    /\b(?:(?:busiest|peak|top|worst|(?:in )?(?:which|what)) (?:clock |traffic |full )?|clock |^(?:the )?)(?<unit>minute|hour|day)(?: of the day)?\b(?! (?:in|of|between|before|after)\b)(?: by\b(?:(?: the)? (?:number|count) of\b)?)?/i,
    (cue, { unit }) => {
      cue.everyMs = unitOf(unit);
      cue.asks.add('busiest');
    },
  ],
  [
    /\b(?:the )?(?:total|overall|summed|cumulative|(?:add|sum)(?:ing|ming)? up(?: all)?(?: of)?(?: the)?) (?:time|duration|length|run ?time|down ?time)(?: (?:of|for|spent))*\b/i,
    (cue) => {
      cue.asks.add('long');
      cue.stat ??= { take: 'sum' };
    },
  ],
  [/\btime (?:spent )?in (?=(?:the )?(?:state|mode|status)\b)/i, (cue) => cue.asks.add('long')],
  // Two moments.
  [
    /\b(?:between|from) (?:the |its )?(?:very )?first (?:(?<what>(?:[a-z-]+ ){0,4})(?:and|to|until|till) )(?:the |its )?(?:very )?last(?: one)?\b/i,
    (cue, { what = '' }) => {
      cue.asks.add('between');
      cue.kept = what;
    },
  ],
  [
    /\b(?:by )?how (?:much|far)(?= .*\b(?:chang|mov|shift|rise|fall|grow|drop|from the initial|from the first|differ))\b|\b(?:net|overall|total) change (?:of|in)\b|\b(?:difference|change) between (?=.*\b(?:first|initial)\b.*\b(?:last|final)\b)/i,
    (cue) => cue.asks.add('change'),
  ],
  [
    /\b(?:did|does|do) (?=.*\b(?:change|move|shift)\b)|\b(?:change|shift)(?= (?:from|between|over)\b)/i,
    () => undefined,
  ],
  // One after another.
  [
    /\b(?:(?:longest|biggest|largest|max(?:imum)?)(?: number of)? )?(?:(?:run|streak|series) of(?: consecutive| successive)?|consecutive)\b(?=.*\bin a row\b|(?<=consecutive|successive))|\bin a row\b/i,
    (cue) => cue.asks.add('streak'),
  ],
  [/\bin a row\b(?: with (?:none|no) .*)?/i, (cue) => cue.asks.add('streak')],
  // "Ended normally in the end": at last.
  [/(?<=\b(?:succeeded|failed)\b.*)\bin the end(?! of\b)|\bstill (?=(?:succeeded|failed)\b)/i, () => undefined],
  [/(?<=\bsucceeded|\bfailed)\s+in the end(?! of\b)/i, () => undefined],
  [/\b(?:end|final|last) (?=(?:state|status|mode) of\b)/i, (cue) => cue.edges.add('last')],
  // What goes on at once, or has not ended.
  [
    /\b(?:had|has|have|did|was|were|is|are)(?:n't| not| never)(?: yet)? (?:(?:come|came|been|gone|got) )?(?:back(?: up)?|recover(?:ed)?|returned?)\b(?: yet)?/i,
    (cue) => {
      cue.asks.add('open');
      cue.kept = ', down';
    },
  ],
  [
    /\b(?:(?:with )?both(?= .*\band\b)|(?<=[\ue100-\ue1ff] and [\ue100-\ue1ff] .*|[\ue100-\ue1ff] and [\ue100-\ue1ff] )both|(?<=\b[\w.-]+ and [\w.-]+ )both|(?<=\bever\b.*)together|at (?:the same time|once|the same moment)|simultaneous(?:ly)?|concurrent(?:ly)?|(?:in )?parallel|overlap(?:ped|ping|s)?(?: with| in time| between)?)\b/i,
    (cue) => cue.asks.add('together'),
  ],
  [
    /\b(?:(?:that |which |are |were |is |was |have |has |had )*(?:still )?(?:no|without(?: an?| any)?) (?:outcome|result|end(?:ing)?)(?: line)?|never (?:ended|finished|completed|(?:got|reached|came to|had) an? (?:outcome|end|result))|(?:(?:had|have|has) )?(?:not|never) (?:yet )?(?:come|came|got|reached) to an end|(?:that |which )?(?:had |have |were |was )?(?:begun|began|started|triggered|launched|opened|queued|requested),? (?:but|and|yet) (?:had |have )?(?:not yet |not |never |were still |are still )(?:yet )?(?:(?:come|came|got) to an end|ended|finished|over|done|unfinished|open|running|completed)|(?:that |which |are |were |is |was )*still (?:open|running|pending|unfinished|going(?: on)?|in progress|under way|outstanding)|unfinished)\b/i,
    (cue) => cue.asks.add('open'),
  ],
  [
    /\b(?:in progress|under way|underway|in flight|ongoing|going on)\b|(?<!\bversion )\b(?:were|was|are|is) (?:running|(?<is>open)|active)\b|(?<=^(?:[a-z]+ ){1,4})(?<open>open)\b(?! (?:lines|files|ports))/i,
    (cue, { is, open }) => {
      cue.asks.add('running');
      cue.kept = is ?? open ?? '';
    },
  ],
  [
    /\b(?:right now|just now|now|current(?:ly)?|at the moment|presently|as of now)\b|(?<=\bversion )(?:is|was) (?:running|active|deployed|installed|in use)\b|\b(?:still|stay(?:ed)?|remain(?:ed)?)\b(?=.*\b(?:at|to|when|by) the (?:very )?end\b|.*\bends\b)|\b(?<!\b(?:ran|run|went|made it|got|came) )(?:at|in|to|by|until) the (?:very )?end(?: of (?:the|this) (?:log|file))?\b|\b(?:when|until|till) the (?:log|file) ends\b|\bend(?:s|ed)? up\b|\bat the (?:very )?last (?:line|entry)(?: of the (?:log|file))?\b/i,
    (cue) => cue.asks.add('open'),
  ],
  // "Still open when the log ends" says so twice.
  [
    /\b(?:at|by|in) the (?:very )?end(?: of (?:the|this) (?:log|file))?\b(?<=\bat .*|\bby .*)|\b(?:when|until|till) the (?:log|file) ends\b/i,
    (cue) => cue.asks.add('open'),
  ],
];
