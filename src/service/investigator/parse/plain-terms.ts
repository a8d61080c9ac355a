import { stateAsked } from '../facts/lexicon.ts';
import { amountWord } from './number-words.ts';

/** Before what so many of some are asked for. */
const someOf = `^(?<lead>(?:which|what|who are|list|give me|show me|name)? ?(?:are )?(?:the )?)(?<n>${amountWord})`;

/** What people say in several ways, each with the one that the rest of the parser knows. */
const sameTerms: readonly (readonly [RegExp, string])[] = [
  [/\blog (?:entries|records|messages)\b/gi, 'lines'],
  // "The serial number of gw-3" is no number of lines.
  [
    /\b(?<noun>serial|part|model|phone|account|room|licen[cs]e|registration|inventory|invoice|lot) number(?= (?:of|for)\b)/gi,
    '$<noun>-number',
  ],
  // How a number changed.
  [
    /^(?<what>[\w.-]+ [a-z ]+?) (?<from>(?:[A-Z][a-z]{2,8} \d\d? )?\d\d?:\d\d(?::\d\d)?) (?:vs\.?|versus) (?<to>(?:[A-Z][a-z]{2,8} \d\d? )?\d\d?:\d\d(?::\d\d)?)$/i,
    'how did $<what> change between $<from> and $<to>',
  ],
  [
    /^by how much did (?<what>.+?) (?:move|change|shift|rise|fall|go up|go down) (?:from|between) (?<from>.+?) (?:to|and) (?<to>.+)$/i,
    'how did $<what> change between $<from> and $<to>',
  ],
  // All of them, whatever came of each.
  [
    /,? ?\(?(?:failed|rejected|aborted|declined|refused|cancelled|bad|broken|unsuccessful) (?:ones|runs|tries)? ?(?:included|as well|too)\)?(?=$|[?.,])|,? ?\(?(?:incl(?:uding|\.)?|counting|with) (?:the )?(?:failed|rejected|aborted|declined|refused|cancelled|unsuccessful)(?: ones)?(?: too| as well)?\)?(?=$|[?.,])/i,
    '',
  ],
  [/\b(memory|mem|ram|heap|swap|cpu|gpu|disk|volume|storage) use\b/gi, '$1 usage'],
  // Seen at all.
  [/^how often did (?:we|you|they|it) (?:see|have|get) (?=[a-z])/i, 'how many '],
  // What it was at a time.
  [
    /^something (?:went wrong|happened|was wrong) (?:with|to) (?<what>\S+) (?:at|around) (?:about |roughly |around |approximately )?(?<when>.+?)[;,:.] ?what was (?:it|that)$/i,
    'what happened to $<what> around $<when>',
  ],
  // As people type it.
  [/^% (?:of )?/i, 'what percentage of '],
  [
    /^(?<which>which|what) of (?:the|our|these|all the) (?:configured |known )?(?!two\b|three\b|\d|them\b)(?=[a-z])/i,
    '$<which> ',
  ],
  [
    /^(?<lead>(?:was|were|is|are) (?!.*\b(?:going|moving|trending)\b).+?) (?<one>on|up|open|connected|enabled|running|online|active|locked|alive|healthy) or (?:off|down|closed|disconnected|disabled|stopped|offline|inactive|unlocked|dead|unhealthy|not)\b/i,
    '$<lead> $<one>',
  ],
  [
    /,? (?:over|across|for|of|in)? ?all (?:the )?[a-z]+ (?:together|combined|taken together|in total|added up)$/i,
    ' in total',
  ],
  [
    /\b(?:(?:gave|gives?|produced?|yielded)(?: back)?|(?:end|result|finish|came back|come back|answer|respond)(?:ed|ing)?(?: up)? (?:in|with|as)) (?:an? |any )?(?=[1-5](?:\d\d|xx)\b)/gi,
    'returned ',
  ],
  [/\b(?<status>[1-5]\d\d)s\b/g, '$<status>'],
  [/^(?<ask>(?:did|has|have|was|were) .{2,80}?) at all$/i, '$<ask> ever'],
  [/^how (?:much time|long) (?<did>did|does|do) (?<what>.+?) (?:need|require)$/i, 'how long $<did> $<what> take'],
  // How something comes and goes is a remark: "outages (down -> up)".
  [/ ?\([^()]{0,80}(?:->|→|=>)[^()]{0,80}\)/g, ''],
  // All of it is no part of it.
  [
    /,? (?:in|of|over|across|on|for|throughout) the (?:whole|entire|complete) (?!time|period|day|night|week|hour|minute|file|log|shift)[a-z]{3,}(?= (?:between|from|since|after|before|until|at|on)\b|[?!.]*$)/gi,
    '',
  ],
  // When.
  [
    /^(?<side>before|after|since|until|till|once|when|while|during) (?<event>(?!\d|noon|midnight|(?:the )?(?:first|last) \d).{3,80}?), (?=(?:how|what|which|who|whose|when|where|did|was|is|were|are|list|show|number|count|on)\b)(?<main>.+)$/i,
    '$<main> $<side> $<event>',
  ],
  [
    /^with (?:the |a )?new (?<what>\S+(?: \S+){0,3}?) (?:in (?:place|effect|force|use)|active|applied|live|set),? (?<main>.+)$/i,
    '$<main> after $<what> was changed',
  ],
  [
    /^(?<head>(?:who|which [\w-]+|how long)? ?(?:is|was|were|are)\b(?: (?!logged|signed)\S+){0,6}?) (?:logged|signed) (?:into|onto|in|on)(?: to)?\b/i,
    '$<head> logged-in',
  ],
  // How much.
  [
    new RegExp(String.raw`${someOf} (?=[a-z])(?<rest>.{1,120}?\b)(?<order>most|fewest|least)(?= |$)`, 'i'),
    '$<lead>$<rest>$<order> $<n>',
  ],
  [/\b(?:the )?middle value\b/gi, 'the median'],
  [/\bhow many (?:ms|millis|milliseconds|secs|seconds|mins|minutes|hours) (?=(?:did|does|do|was|is)\b)/gi, 'how long '],
  // In rows.
  [/^(?<what>[\w.-]+(?: [\w.-]+)?) (?:distribution|breakdown)$/i, 'distribution of $<what>'],
  [
    /,? (?:broken down|grouped|split(?: up)?|itemi[sz]ed|bucketed) (?:by|per|for each) (?:the |their |its )?/gi,
    ' per ',
  ],
  [
    /^(?:break|split|group)(?: down| up)? (?:the )?(?<what>.+?)(?: down| up)? by (?:the |their |its )?(?<row>\S+)$/i,
    'how many $<what> per $<row>',
  ],
  [
    /^(?:the )?(?!(?:which|what|who|how|list|show)\b)(?<row>[\w.-]+(?: [\w.-]+)?) with (?:the |their |its )?(?:number|count)s? of (?:the )?(?!each\b|them\b)(?<what>.+)$/i,
    'how many $<what> per $<row>',
  ],
  // Sums of times.
  [/^(?:from|on|in|to|by|with|for) (?=how many )/i, ''],
  // Parts of a whole.
  [/\b(?:other than|apart from|aside from|leaving out|not counting|ignoring|disregarding)\b/gi, 'except'],
  // Which.
  [
    /^(?:which|what) (?<what>[\w-]+(?: [\w-]+)?s) (?:are there|exist|occur(?:red)?|appear(?:ed)?|(?:were|are) (?:used|seen|requested|logged))$/i,
    'list $<what>',
  ],
  [
    /^(?:show|give|tell)(?: me)? (?=(?:the )?(?:very )?(?:first|last|latest|earliest) (?!lines?\b|\d|two\b|three\b|few\b))/i,
    'what was ',
  ],
  [/^(?:trace|follow|track)(?: down)? (?=.*\d)/i, 'show lines with '],
  [/^(?<what>.+?):? (?:max|maximum|highest) minus (?:the )?(?:min|minimum|lowest)$/i, 'range of $<what>'],
];

const fromTo =
  /\b(?<from>[a-z]+)-to-(?<to>[a-z]+) (?:time|duration|delay|interval)s?(?: of (?:the |an? )?(?<of>[\w.-]+(?: [\w.-]+)?))?\b/gi;

/** "Longest down-to-up time": how long it was down; of what is no state, from the one to the other. */
const overFromTo = (_: string, from: string, to: string, of = ''): string => {
  const state = stateAsked(from)?.words.state;
  if (state === 'running') return `time ${of} from ${from} to ${to}`;
  return state === undefined ? `time ${of} was ${from} until it was ${to}` : `time ${of} was ${from}`;
};

/** The question in the terms that are read. */
export const inPlainTerms = (question: string): string =>
  sameTerms
    .reduce((text, [pattern, plain]) => text.replace(pattern, plain), question)
    .replace(fromTo, overFromTo)
    .replace(/ {2,}/g, ' ');
