import type { CueRow } from './cues.ts';

const unitsMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const unitOf = (unit = ''): number =>
  Object.entries(unitsMs).find(([name]) => name === unit.toLowerCase())?.[1] ?? unitsMs.hour;

/** Of which rates the lines that are meant say the word itself. */
const ofOwnWord = /^(?:[1-5]xx|errors?|approval|acceptance|completion|timeout)$/i;

/** Tries, shares, rates, changes, runs in a row, and what goes on at once. */
export const rowsOfParts: readonly CueRow[] = [
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
  // At which rate.
  [
    /(?<!\b(?:than|half|to|in|of|for|within|about|after|over|under|by|from|least|most) )\b(?:per|an|each|every|a) (?<unit>second|minute|hour|day)\b/i,
    (cue, { unit }) => {
      cue.everyMs = unitOf(unit);
      cue.asks.add('rate');
    },
  ],
  [
    /\b(?:(?:busiest|peak|worst|(?:in )?(?:which|what)) (?:clock |full )?|clock |^)(?<unit>minute|hour|day)(?: of the day)?\b(?! (?:in|of|between|before|after)\b)(?: by\b)?/i,
    (cue, { unit }) => {
      cue.everyMs = unitOf(unit);
      cue.asks.add('busiest');
    },
  ],
  [
    /\b(?:the )?(?:total|overall|cumulative) (?:time|duration|length|run ?time|down ?time)(?: (?:of|for|spent))*\b/i,
    (cue) => {
      cue.asks.add('long');
      cue.stat ??= { take: 'sum' };
    },
  ],
  [
    /\b(?:by )?how (?:much|far)(?= .*\b(?:chang|mov|shift|rise|fall|grow|drop|differ))\b|\b(?:net|overall|total) change (?:of|in)\b/i,
    (cue) => cue.asks.add('change'),
  ],
  [/\b(?:did|does|do) (?=.*\b(?:change|move|shift)\b)/i, () => undefined],
  [
    /\b(?:both(?= .*\band\b)|(?<=\b[\w.-]+ and [\w.-]+ |[\ue100-\ue1ff] and [\ue100-\ue1ff] (?:.* )?)both|at (?:the same time|once)|simultaneous(?:ly)?|concurrent(?:ly)?|(?:in )?parallel|overlap(?:ped|ping|s)?(?: between)?)\b/i,
    (cue) => cue.asks.add('together'),
  ],
  [
    /\b(?:never finished|(?:(?:that|which|are|were|is|was|have|has|had) )*still (?:open|running|pending|going(?: on)?|in progress|under way)|unfinished)\b/i,
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
    /\b(?:right now|now|current(?:ly)?)\b|(?<=\bversion )(?:is|was) (?:running|active|deployed|installed|in use)\b|\b(?:still|stay(?:ed)?|remain(?:ed)?)\b(?=.*\b(?:at|to|when|by) the (?:very )?end\b|.*\bends\b)|\b(?<!\b(?:ran|run|went|made it|got|came) )(?:at|in|to|by|until) the (?:very )?end(?: of (?:the|this) (?:log|file))?\b|\bwhen the (?:log|file) ends\b|\bend(?:s|ed)? up\b|\bat the (?:very )?last (?:line|entry)(?: of the (?:log|file))?\b/i,
    (cue) => cue.asks.add('open'),
  ],
  // "Still open when the log ends" says so twice.
  [
    /\b(?:at|by|in) the (?:very )?end(?: of (?:the|this) (?:log|file))?\b(?<=\bat .*|\bby .*)|\b(?:when|until|till) the (?:log|file) ends\b/i,
    (cue) => cue.asks.add('open'),
  ],
];
