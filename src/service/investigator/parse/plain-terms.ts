import { stateAsked } from '../facts/lexicon.ts';
import { amountWord } from './number-words.ts';

/** What people say in several ways, each with the one that the rest of the parser knows. */
type Named = Record<string, string | undefined>;
const shareOf = ({ part = '', whole = 'lines' }: Named): string => `what share of ${whole} are ${part}`;

/** Before what so many of some are asked for. */
const someOf = `^(?<lead>(?:which|what|who are|list|give me|show me|name)? ?(?:are )?(?:the )?)(?<n>${amountWord})`;

const sameTerms: readonly (readonly [RegExp, string | ((all: string, ...found: Named[]) => string)])[] = [
  // "The serial number of gw-3" is no number of lines.
  [
    /\b(?<noun>serial|part|model|phone|account|room|licen[cs]e|registration|inventory|invoice|lot) number(?= (?:of|for)\b)/gi,
    '$<noun>-number',
  ],
  // How a number changed.
  [
    /^did (?<what>(?:the )?.+?) (?:go|move|get) up or down (?:from|between) its first (?:to|and) its last (?:reading|value)s?\b.*$/i,
    'how did $<what> change',
  ],
  [
    /^(?<what>[\w.-]+ .+?) (?:first (?:vs\.?|versus|to|and) (?:the )?last|last (?:vs\.?|versus) first)(?: (?:reading|value)s?)?$/i,
    'how did $<what> change',
  ],
  [/^comparing the first (?:and|with|to) the (?:final|last) (?:value|reading)s?,? (?=how did )/i, ''],
  [
    /^(?<what>[\w.-]+ [a-z ]+?) (?<from>(?:[A-Z][a-z]{2,8} \d\d? )?\d\d?:\d\d(?::\d\d)?) (?:vs\.?|versus) (?<to>(?:[A-Z][a-z]{2,8} \d\d? )?\d\d?:\d\d(?::\d\d)?)$/i,
    'how did $<what> change between $<from> and $<to>',
  ],
  [
    /^by how much did (?<what>.+?) (?:move|change|shift|rise|fall|go up|go down) (?:from|between) (?<from>.+?) (?:to|and) (?<to>.+)$/i,
    'how did $<what> change between $<from> and $<to>',
  ],
  [
    /^(?:on|at|in|by|to|for|of|with) which (?<noun>[a-z]+(?: [a-z]+)?) do (?:we|you|they) (?:find|see|have|get) the (?<edge>lowest|smallest|highest|largest|biggest) number of (?<what>.+)$/i,
    (_all, ...found) => {
      const { noun = '', edge = '', what = '' } = found.at(-1) as Named;
      return `which ${noun} had the ${/^(?:lowest|smallest)$/i.test(edge) ? 'fewest' : 'most'} ${what}`;
    },
  ],
  // All of them, whatever came of each.
  [
    /,? ?\(?(?:failed|rejected|aborted|declined|refused|cancelled|bad|broken|unsuccessful) (?:ones|runs|tries)? ?(?:included|as well|too)\)?(?=$|[?.,])|,? ?\(?(?:incl(?:uding|\.)?|counting|with) (?:the )?(?:failed|rejected|aborted|declined|refused|cancelled|unsuccessful)(?: ones)?(?: too| as well)?\)?(?=$|[?.,])/i,
    '',
  ],
  [/\b(memory|mem|ram|heap|swap|cpu|gpu|disk|volume|storage) use\b/gi, '$1 usage'],
  [/^counting (?:the )?(?:failed|rejected|aborted|declined|refused|cancelled)(?: ones)? too,? /i, ''],
  [/^taking \w+ (?:and|\+) \w+(?: ones)? together,? /i, ''],
  [/,? ?\(?\b\w+ed (?:and|\+) \w+ed(?: ones)? (?:together|combined|alike)\)?|, ?\w+ed ?\+ ?\w+ed(?=$|[?.])/i, ''],
  // Seen at all.
  [
    /^(?:has|have) (?<who>\S+) (?:ever )?seen (?:even|at least) one of the (?<what>.+)$/i,
    'did $<who> have any $<what>',
  ],
  [
    /^is it true that among (?:the )?(?<what>.+?) at least one (?:(?:was|were|had|got) )?(?<done>[a-z]+)$/i,
    'were any $<what> $<done>',
  ],
  [/^how often did (?:we|you|they|it) (?:see|have|get) (?=[a-z])/i, 'how many '],
  [/^for (?<who>[A-Z][\w.-]*), what number of (?<what>[a-z]+) /, 'how many $<what> of $<who> '],
  // What it was at a time.
  [/^(?:what(?:'?s| is| was)|whats) up with (?<what>\S+)(?= (?:at|around|about))/i, 'what happened to $<what>'],
  [
    /^something (?:went wrong|happened|was wrong) (?:with|to) (?<what>\S+) (?:at|around) (?:about |roughly |around |approximately )?(?<when>.+?)[;,:.] ?what was (?:it|that)$/i,
    'what happened to $<what> around $<when>',
  ],
  [
    /\b(?:at (?:about|around|roughly|approximately)|roughly at|round about) (?=\d|noon|midnight|[A-Z][a-z]{2} \d)/g,
    'around ',
  ],
  // In a row.
  [/\bone (?:right |directly |straight )?after (?:the other|another)\b|\bback[- ]to[- ]back\b/gi, 'in a row'],
  [/^(?:at most|at the most),? how many (?<what>.+?) in a row$/i, 'what was the longest run of $<what> in a row'],
  [/^how many (?<what>.+?) in a row at (?:the )?most$/i, 'what was the longest run of $<what> in a row'],
  [
    /\blongest (?:streak|series|run|row|sequence) of (?<what>.+?) without (?:an?|any) \w+(?: one)? in between\b/gi,
    'most $<what> in a row',
  ],
  [/^(?<who>\S+) max(?:imum)? consecutive (?<what>.+)$/i, 'most $<what> of $<who> in a row'],
  [/^max(?:imum)? consecutive (?<what>.+?)(?: overall)?(?:, all \w+)?$/i, 'most $<what> in a row'],
  [/^(?<which>[a-z]+) with (?:the )?longest streak of (?<what>.+)$/i, 'which $<which> had the most $<what> in a row'],
  [
    /^(?:on|in|at|to|for) (?<which>which [a-z]+) was (?:the )?most (?<what>.+) in a row$/i,
    '$<which> had the most $<what> in a row',
  ],
  [
    /^(?<what>[^:?]{3,60}): which (?<noun>[a-z]+(?: [a-z]+)?) (?:leads|is ahead|comes first)$/i,
    'which $<noun> had the most $<what>',
  ],
  [/\b(?:alerts?|messages|notices?) about (?:an? |the )?(?=[a-z])/gi, ''],
  // As people type it.
  [/^(?<name>[a-z][a-z\d]*(?:_[a-z\d]+)+) value (?=(?:at|on|around) )/i, 'what was $<name> set to '],
  [
    /^(?:was|were) (?<what>\S+)(?: ever)? the (?:reason|cause) (?:for|of|why) (?:an? |any )?/i,
    'was there any $<what> for ',
  ],
  [/[,?.]? ?\b(?:y\/n|yes\/no|yes or no)[?.]?$/i, ''],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?= |\w)/gi, 'with '],
  [/\b(?:nr|no\.|num) of\b/gi, 'number of'],
  [/^% (?:of )?/i, 'what percentage of '],
  [/(?<=^|[\s(])(?<one>[\w.-]+) \+ (?<other>[\w.-]+)(?= )/g, '$<one> and $<other>'],
  [
    /^(?:name|tell me|give me|state) (?=the (?:most|least|rarest|number|first|last|longest|shortest|highest|lowest|biggest|smallest)\b)/i,
    'what is ',
  ],
  [
    /^(?:give me|what is|list|show) the (?:total )?number of (?<what>.+?) (?:for|of|by) (?:each|every) (?<each>[a-z]+(?: [a-z]+)?)$/i,
    'how many $<what> per $<each>',
  ],
  [/^(?=\S*[\d-])(?<one>[\w.-]+) any (?<what>[a-z].*)$/i, 'did $<one> have any $<what>'],
  [
    /^(?<which>which|what) of (?:the|our|these|all the) (?:configured |known )?(?!two\b|three\b|\d|them\b)(?=[a-z])/i,
    '$<which> ',
  ],
  [
    /^(?:list |show |name )?(?:every|each|all(?: the)?) (?<what>[a-z]+(?: [a-z]+)?) (?:that|which|who) (?:had|has) (?:at least one|any|an?) /i,
    'which $<what> had ',
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
  [/\b(?<word>what|that|who|where|how)s (?=(?:the|a|an|my|our|its)\b)/gi, '$<word> is '],
  [/\b(?<status>[1-5]\d\d)s\b/g, '$<status>'],
  [/^(?<ask>(?:did|has|have|was|were) .{2,80}?) at all$/i, '$<ask> ever'],
  [/ (?:anywhere|at all)$/i, ''],
  [
    /(?<!\b(?:hour|minute|time|part|half)),? \b(?:(?:of|over|during|for|in|on|throughout|across) (?:the (?:whole |entire |full )?|that |this |all )|that )(?:day|shift)\b(?! (?:of|before|after)\b)/gi,
    '',
  ],
  [/(?<=\b(?:which|what|each|every|per|different|distinct) [a-z]{3,20}) (?:types?|kinds?)\b(?! of\b)/gi, ''],
  [/\b(?:and )?(?:give|tell|show) (?:me |us )?the (?:number|count|value|time)s?(?: too| as well)?[?!.]*$/i, ''],
  [/^(?!.*\bother\b)(?<asked>.+) (?:as well|too)$/i, '$<asked>'],
  [/\br[au]ns? out of (?<what>[a-z]+)\b/gi, 'had $<what> out'],
  [/ (?:happening|occurring) (?=(?:between|from|after|before|at|during)\b)/gi, ' '],
  [/^how (?:much time|long) (?<did>did|does|do) (?<what>.+?) (?:need|require)$/i, 'how long $<did> $<what> take'],
  // How something comes and goes is a remark: "outages (down -> up)".
  [/ ?\([^()]{0,80}(?:->|→|=>)[^()]{0,80}\)/g, ''],
  // All of it is no part of it.
  [
    /,? (?:in|of|over|across|on|for|throughout) the (?:whole|entire|complete) (?!time|period|day|night|week|hour|minute|file|log|shift)[a-z]{3,}(?= (?:between|from|since|after|before|until|at|on)\b|[?!.]*$)/gi,
    '',
  ],
  // When.
  [/\b(?:prior to|ahead of)\b/gi, 'before'],
  [/\b(?:as soon as|following)\b/gi, 'after'],
  [/\b(?:up to|up until|till) (?=the (?:first|last)\b)/gi, 'before '],
  [/,? i\.? ?e\.?,? /gi, ' '],
  [
    /^(?<side>before|after|since|until|till|once|when|while|during) (?<event>(?!\d|noon|midnight|(?:the )?(?:first|last) \d).{3,80}?), (?=(?:how|what|which|who|whose|when|where|did|was|is|were|are|list|show|number|count|on)\b)(?<main>.+)$/i,
    '$<main> $<side> $<event>',
  ],
  [
    /^with (?:the |a )?new (?<what>\S+(?: \S+){0,3}?) (?:in (?:place|effect|force|use)|active|applied|live|set),? (?<main>.+)$/i,
    '$<main> after $<what> was changed',
  ],
  [
    /^with (?:the |an? )?(?<what>\S+(?: \S+){0,3} (?:open|closed|down|up|on|off|offline|online|locked|blocked|paused|stopped|running)), (?=(?:how|what|which|who|did|was|were|is)\b)(?<main>.+)$/i,
    '$<main> while $<what>',
  ],
  [/\b(?<side>before|after|since) (?:the )?new (?<what>\S+(?: \S+){0,3})$/i, '$<side> $<what> was changed'],
  [/\b(?:in|during) the (?:\S+ )?hours? (?=(?:from|between) )/gi, ''],
  [
    /\bper (?<unit>hour|minute|second) between (?<from>\d{1,2}) and (?<to>\d{1,2})$/i,
    'per $<unit> between $<from>:00 and $<to>:00',
  ],
  [/\b(?:log|journal|file) (?:entries|records|messages|events)\b/gi, 'lines'],
  [
    /^(?<head>(?:who|which [\w-]+|how long)? ?(?:is|was|were|are)\b(?: (?!logged|signed)\S+){0,6}?) (?:logged|signed) (?:into|onto|in|on)(?: to)?\b/i,
    '$<head> logged-in',
  ],
  [/^(?<head>(?:is|was|were|are) \S+(?: \S+){0,4}?) (?:switched|turned) (?<way>on|off)(?= |$)/i, '$<head> $<way>'],
  [/\bbtw\.? (?=\d)/gi, 'between '],
  [/^looking at (?:the )?(?=[^:]{2,80}: )/i, ''],
  [/\bas of (?=\d|noon|midnight|midday)/gi, 'at '],
  [/^# ?(?:of )?(?=[a-z])/i, 'number of '],
  [/,? (?:in|over|during|across|on) (?:all )?(?:these|those) (?:\w+ )?(?:days|nights|hours|weeks|shifts)$/i, ''],
  [/\back(?:'?d|ed)\b/gi, 'acknowledged'],
  // How much.
  [
    /^(?:what (?:is|was) )?(?:the )?(?:total|sum|overall sum)(?: amount)?(?: of)? (?<what>.+?),? in (?<currency>EUR|USD|GBP|CHF|JPY|euros?|dollars|pounds)$/i,
    'total amount of $<what> in $<currency>',
  ],
  [
    new RegExp(
      String.raw`${someOf} (?:worst|busiest|biggest) (?<what>[\w-]+) (?:for|in terms of|by|with|when it comes to) (?<of>.+)$`,
      'i',
    ),
    '$<lead>$<what> with the most $<n> $<of>',
  ],
  [
    new RegExp(String.raw`${someOf} (?=[a-z])(?<rest>.{1,120}?\b)(?<order>most|fewest|least)(?= |$)`, 'i'),
    '$<lead>$<rest>$<order> $<n>',
  ],
  [
    /(?<=\b(?:who|which|what|whose|with|has|had|have|got|gets|saw|sees|for|behind|sent|at|on|in) (?:.{1,60} )?)(?<!\b(?:is|was|were|are|'s) (?:the |a )?)(?:the |a )?(?:largest|highest|biggest|greatest) (?:number|count|share|proportion|portion) of\b/gi,
    'the most',
  ],
  [
    /(?<=\b(?:who|which|what|whose|with|has|had|have|got|gets|saw|sees|for|behind|sent|at|on|in) (?:.{1,60} )?)(?<!\b(?:is|was|were|are|'s) (?:the |a )?)(?:the |a )?(?:smallest|lowest) (?:number|count|share|proportion|portion) of\b/gi,
    'the fewest',
  ],
  [
    /\b(?:is|are|was|were) (?:to blame for|responsible for|behind|the source of)\b|\baccount(?:s|ed)? for\b|\b(?:kept |keeps )?r[ua]nn?(?:ing)? into\b|\b(?:was|were) hit by\b/gi,
    'had',
  ],
  [/\bhow (?:many|much) per ?cent\b/gi, 'what percent'],
  [/\b(?:the )?middle value\b/gi, 'the median'],
  [
    /^(?<n>\d\d) ?(?:%|percent) of (?:all )?(?:the )?(?<what>.+?) (?:(?:are|were|is|was) (?:faster|quicker|shorter|lower|smaller|below|less|done|finished|over)|finish(?:ed)?|complete[ds]?|took|take|stay(?:ed)?)\b.*$/i,
    'p$<n> of $<what>',
  ],
  [
    /\bhow many (?:ms|millis|milliseconds|secs|seconds|mins|minutes|hours)(?: (?:passed|went by|elapsed))? (?=(?:until|till|from|between)\b)/gi,
    'how long ',
  ],
  [/\bhow many (?:ms|millis|milliseconds|secs|seconds|mins|minutes|hours) (?=(?:did|does|do|was|is)\b)/gi, 'how long '],
  [/\b(?:mostly|most of all|for the most part)\b/gi, 'most often'],
  [/\bwhen (?<what>(?:the |its |their )?\S+(?: \S+){0,2}?) peaked\b/gi, 'when $<what> was highest'],
  [
    /^(?<who>[\w.-]+)'s (?:share|percentage|per ?cent|proportion|portion|part) of (?:all )?(?:the )?(?<what>.+)$/i,
    'what share of $<what> are $<who>',
  ],
  [
    /(?<=^(?:which|whose|what|who)\b.{1,60}) (?:had|has|got|sent|made|ran|printed|did) the \w+ with the (?:most|largest|highest|biggest|greatest) /i,
    ' had the highest ',
  ],
  [/\b(?:came|comes?|coming) in\b/gi, 'arrived'],
  [
    /^who(?:se)? (?<rest>.+?)(?:,? \((?:the )?(?<a>[a-z]+)\)|, (?:which|what) (?<b>[a-z]+))$/i,
    'which $<a>$<b> $<rest>',
  ],
  [
    /^how long (?:did|does|do) (?:it take )?(?:the |an? |to )?(?<what>.+?)(?: take)?(?<rest> .*)? at (?:the |its )?(?:most|worst|longest)$/i,
    'longest duration of $<what>$<rest>',
  ],
  [
    /^(?:which|what) (?<what>\S+(?: \S+){1,3}) (?:is|was|are|were|occurs?|occurred|happens?|happened) (?:the )?(?<how>most|least) (?:common|frequent|often|frequently)(?: one)?$/i,
    '$<how> common $<what>',
  ],
  [
    /\b(?<how>average|mean|median|longest|shortest|typical) time (?:of|for|taken by) (?=(?:an? |the )?[a-z])/gi,
    '$<how> duration of ',
  ],
  [/^(?:the )?(?:number of )?times (?=(?:the|an?|that) )/i, 'how many times '],
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
    /^(?:by (?<row>[\w.-]+):|(?<same>[\w.-]+) by \k<same>,?) (?:the )?(?:number|count)s? of (?<what>.+)$/i,
    'how many $<what> per $<row>$<same>',
  ],
  [
    /^(?:the )?(?!(?:which|what|who|how|list|show)\b)(?<row>[\w.-]+(?: [\w.-]+)?) with (?:the |their |its )?(?:number|count)s? of (?:the )?(?!each\b|them\b)(?<what>.+)$/i,
    'how many $<what> per $<row>',
  ],
  [
    /^(?:the )?(?<row>[\w.-]+)(?: (?:of|for) (?<what>.+?))? with (?:the |their |its )?counts?(?: (?:of|for) each| each)?$/i,
    'how many $<what> per $<row>',
  ],
  [/ (?:to|at|with) (?=each\b)/gi, ' for '],
  // Sums of times.
  [
    /^(?:(?<who>[^:,]{1,60}): )?(?:add (?:up )?)?(?:all |all the )?(?<what>.+?) (?:all )?together[,:]? how long(?: was (?:it|that))?$/i,
    'how long $<who> $<what> in total',
  ],
  [/^(?:from|on|in|to|by|with|for) (?=how many )/i, ''],
  [/(?<=\S )where (?=[\w.]+ (?:= ?|is )?\S+$)/gi, 'with '],
  // Parts of a whole.
  [
    /^% (?!of\b)(?<part>[\w.@=/-]+(?: [\w.@=/-]+)?)(?: of (?:all )?(?<whole>.+))?$/i,
    (_, ...found) => shareOf(found.at(-1) ?? {}),
  ],
  [/(?<!\S)% (?=of\b)/g, 'percent '],
  [
    /^(?<part>.+?) (?:(?:is|are|was|were) (?:behind|responsible for)|(?:makes?|made) up) (?:how many|what) percent(?:age)? of (?:all )?(?:the )?(?<whole>.+)$/i,
    'what share of $<whole> are $<part>',
  ],
  [
    /^how (?:big|large),? (?:in (?:percent|%),? )?(?:is|are|was|were) the (?:part|share|portion) of (?<part>.+?) (?:in|among|of) (?:all )?(?:the )?(?<whole>.+?)(?:,? in (?:%|percent))?$/i,
    'what share of $<whole> are $<part>',
  ],
  [
    /^how (?:big|large) an? (?:part|share|portion) of (?:all )?(?:the )?(?<whole>.+?) (?:is|are|was|were|has|have|did) (?<part>.+?)(?:,? in (?:%|percent))?$/i,
    'what share of $<whole> are $<part>',
  ],
  [/ (?:over|across|of|for) (?:everything|all of (?:it|them))$/i, ''],
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
  [
    /^(?:name|list|show|give me|find) (?:me )?(?:all )?(?:everyone|everybody|every one|anyone|all those) (?=(?:who|whose|that|with|on|in|from)\b)/i,
    'which users ',
  ],
  [/\b(?:the|its|their|a) (?:very )?final (?=(?!state|status|value|setting|phase|mode|version)[a-z\d])/gi, 'the last '],
  [/\bfrom (?:one|an?) (?<what>.+?) to (?:the next|another)(?: one)?\b/gi, 'between two $<what>'],
  [
    /\b(?:the )?(?:longest|largest|biggest|maximum|max) (?:stretch|time|period|phase|pause|gap|distance|interval|silence) (?:(?:that )?(?:we|it|they) (?:went|had|saw) )?(?:between two|between (?:any two|consecutive|successive|adjacent)|without (?:any|an?)|with(?:out| no)) (?<what>.+?)(?: between (?:two|any two)(?: of them)?)?(?: at all)?(?: ?[-–,:;] how long(?: was it)?)?$/i,
    'longest gap between $<what>',
  ],
  [
    /\b(?:longest|biggest) (?:time|period|stretch|phase|while) (?:when|where|in which|that|during which|with|of) (?:nothing|no line)(?: (?:at all|whatsoever))?(?: (?:was|is|got|were|being))? (?:written|logged|recorded|said|printed)(?: at all)?\b/gi,
    'longest gap',
  ],
  [
    /^between (?:two|any two|consecutive|successive|adjacent) (?<what>.+?),? what (?:is|was) (?:the )?(?<ext>longest|biggest|largest|shortest|smallest) (?:pause|gap|time|interval|break|distance|stretch)$/i,
    '$<ext> gap between $<what>',
  ],
  [
    /^how (?:long|much time)(?: did (?:we|it) go)? at (?:the )?most(?: passed| went by)? between two (?<what>.+)$/i,
    'longest gap between $<what>',
  ],
  [
    /^(?<one>[\w.@/-]+) (?:vs\.?|versus|against) (?<other>[\w.@/-]+)[,:]? (?:who |which )?(?:has |had |got )?(?<how>more|fewer|less) (?<what>.+)$/i,
    'which had $<how> $<what>, $<one> or $<other>',
  ],
  [
    /^(?<one>[\w.@/-]+) (?:vs\.?|versus|against) (?<other>[\w.@/-]+)[,:]? (?:what is the )?difference (?:in|of) (?:the )?(?:(?:number|count)s? of )?(?<what>.+)$/i,
    'difference in $<what> between $<one> and $<other>',
  ],
  [
    /^(?:(?<lead>.{1,40}?): ?)?by how (?:many|much)(?: \w+)? (?:do|did|does) (?:the )?(?<what>.+?) of (?<one>[\w.@/-]+) and (?<other>[\w.@/-]+) differ$/i,
    'difference in $<what> between $<one> and $<other>',
  ],
  [/^(?<what>.+?):? (?:max|maximum|highest) minus (?:the )?(?:min|minimum|lowest)$/i, 'range of $<what>'],
  [/^(?:max|maximum|highest) (?<what>.+?) minus (?:the )?(?:min|minimum|lowest)(?: \k<what>)?$/i, 'range of $<what>'],
  [
    /^between (?<one>[\w.@/-]+) and (?<other>[\w.@/-]+),? (?=(?:who|which|what|where)\b)(?<main>.+)$/i,
    '$<main>, $<one> or $<other>',
  ],
  [
    /^what (?:is|was) the (?<what>(?:(?!per |by |for |in |of )\S+ )+?)(?<state>state|status)(?<at>,? (?:at|around|by) .{1,30})?$/i,
    'what was the $<state> of $<what>$<at>',
  ],
  [
    /^(?:are|is|was|were) there (?:an? |any )?(?<what>.+?) (?:that|which|who) (?:(?:was|were|has|have|is|are|had) )?(?:never|not)(?: (?:been|had|once|ever|was|were))* (?<state>.+?)[,?.;:]{1,3} ?(?:and )?(?:which|who|what|name (?:it|them))(?: ones?)?$/i,
    'which $<what> never $<state>',
  ],
  [
    /^(?<which>(?:which|what) \S+) (?:never|did not) (?:came|come|returned|return|recover|recovered)(?: back)?(?: up| online| again)*$/i,
    '$<which> is down at the end',
  ],
  // Why.
  [/^what (?:is|was) the (?:stated|given|logged|reported) reason/i, 'what is the reason'],
  [/^for (?:what|which) reason (?=(?:did|does|do|was|were|is|are|has|have)\b)/i, 'why '],
  [/^(?:the )?(?:reason|cause) (?:for|of|why|that) (?<what>.+)$/i, 'why $<what>'],
  [
    /^(?:what (?:is|was) the )?(?!.*\b(?:most|top|least|fewest|common|frequent\w*|often|distinct|different|by|per|each|count|number|list|which|what|how|who|share|why)\b)(?<what>.+?)(?: -|[:,])? (?:reason|cause)$/i,
    'why $<what>',
  ],
  [/^why (?<what>\S+(?: \S+)?) (?:outage|downtime)$/i, 'why was $<what> down'],
  [/,? (?:whatever|regardless of|no matter) (?:the |its |their |what )?(?:status|outcome|result|state)(?:es|s)?$/i, ''],
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
    .reduce(
      (text, [pattern, plain]) =>
        typeof plain === 'string' ? text.replace(pattern, plain) : text.replace(pattern, plain),
      question,
    )
    .replace(fromTo, overFromTo)
    .replace(/ {2,}/g, ' ');
