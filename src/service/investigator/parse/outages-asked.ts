import { begunIn, learnOutage } from '../facts/learn-outage.ts';
import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { InFileTerms } from './file-terms.ts';

type Term = readonly [RegExp, string];

const adjective =
  'down|offline|unreachable|unhealthy|unavailable|dead|disconnected|interrupted|out of (?:service|order|action|reach)|stopped by a fault|not mounted|lost|gone|out';
const things =
  '(?<things>(?!(?:was|were|is|are|did|do|does|has|have|which|what|who|how|when|for)\\b)[a-z]+(?: [a-z]+)?)';
const one = '(?<one>[\\w.-]+)';

/** How people ask for times in which a thing was out of reach or out of order, each as the rest of the parser knows it. */
const terms: readonly Term[] = [
  // What it is called.
  [
    /\b(?:stoppage|disconnection|interruption|breakdown|drop-?out|blackout|failure time)(?<many>s?)\b/gi,
    'outage$<many>',
  ],
  [/\b(?:had|has|have) (?:an |any )?outages? (?:going on|in progress|running|open)\b/gi, 'were down'],
  [
    /\b(?:dropp?(?:ed)?|go|goes|went|gone) (?:off(?!line)|away|offline|out|dead|out of (?:service|order|action))\b/gi,
    'went down',
  ],
  [/\b(?:broke|break|breaks) down\b/gi, 'went down'],
  [
    new RegExp(
      String.raw`(?<=\b(?:was|were|is|are|been|ever|never|be|time|times) )(?:${adjective})(?=$|[ ,?.)])`,
      'gi',
    ),
    'down',
  ],
  [
    new RegExp(String.raw`(?<=\b(?:was|were|is|are) (?!there\b)[\w.-]+(?: ever)? )(?:${adjective})(?=$|[ ,?.)])`, 'gi'),
    'down',
  ],
  [new RegExp(String.raw`(?<=\btotal )(?:${adjective}|outage)(?= time\b)`, 'gi'), 'down'],
  [/\bnever (?:stopped|halted)\b/gi, 'were never down'],
  [new RegExp(String.raw`^(?:did|does) ${one}(?: ever)? went down$`, 'i'), 'was $<one> ever down'],
  [new RegExp(String.raw`^(?:was|is) there (?:any|an?|ever an?) outages? of ${one}$`, 'i'), 'was $<one> ever down'],
  [/\b(?<lead>(?:did|does) (?:an? |the |any )?[\w.-]+) went down\b/gi, '$<lead> go down'],
  [new RegExp(String.raw`^(?<one>(?=\S*[\d-])[\w.-]+) (?:${adjective})(?= (?:at|around|on) )`, 'i'), 'was $<one> down'],
  [new RegExp(String.raw`^(?<one>(?=\S*[\d-])[\w.-]+) ever (?:${adjective})$`, 'i'), 'was $<one> ever down'],
  // Which of them, then.
  [new RegExp(String.raw`^${things} (?:${adjective})(?= (?:at|around|on) )`, 'i'), 'which $<things> were down'],
  [
    /^(?<when>.*?,? ?)which of (?:the|our|all) (?<things>[a-z]+(?: [a-z]+)?) were down\b/i,
    '$<when>which $<things> were down',
  ],
  [
    new RegExp(String.raw`^${things} (?:w/o|without|with no|with zero) (?:any |a )?outages?$`, 'i'),
    'which $<things> were never down',
  ],
  [
    new RegExp(
      String.raw`^(?:was|is) there (?:any|an?) ${things} that (?:stayed|was|ran|kept) .{0,40}\bnever down\b.*$`,
      'i',
    ),
    'which $<things> was never down',
  ],
  [
    new RegExp(
      String.raw`^(?<ask>which ${things}) was down(?: \(\w+\))? the (?:largest|highest|greatest) number of times$`,
      'i',
    ),
    '$<ask> had the most outages',
  ],
  // How often and how long.
  [/^how many (?:[a-z]+ ){0,3}outages (?:in all|in total|altogether|overall)$/i, 'how many outages were there'],
  [
    /^(?:over|across|for|of) all [a-z]+(?: [a-z]+)?,? (?:what (?:is|was) )?the (?:total )?number of outages$/i,
    'how many outages were there',
  ],
  [
    /^(?:how many|nr of|number of) (?:[a-z]+ ){0,3}outages(?: of any [a-z]+(?: [a-z]+)?)?(?: that)? (?:began|started|starting|beginning) /i,
    'how many outages ',
  ],
  [
    /(?<=^.{0,60}[,;] )how many outages(?: of any [a-z]+(?: [a-z]+)?)?(?: that)? (?:began|started|occurred) were there$/i,
    'how many outages were there',
  ],
  [
    new RegExp(String.raw`^how often was there an outage (?:where|in which|when) ${one} was down$`, 'i'),
    'how many times was $<one> down',
  ],
  [
    new RegExp(
      String.raw`^adding up (?:every|each|all)(?: the)? outages?,? how (?:much time|long) was ${one} down$`,
      'i',
    ),
    'how long was $<one> down in total',
  ],
  [
    /^what was the longest (?:uninterrupted |single |continuous )?time an? [a-z]+(?: [a-z]+)? was down\b.*$/i,
    'which had the longest outage',
  ],
  // In which order.
  [
    new RegExp(
      String.raw`^(?:did|does|was|were) ${one} or (?<other>[\w.-]+) (?:ever )?(?:(?:become|go|get|went) )?(?:${adjective}) first$`,
      'i',
    ),
    'which came first, $<one> <begun> or $<other> <begun>',
  ],
  [
    new RegExp(
      String.raw`^(?:which of (?:the two|them|these)|who|which(?: [a-z]+)?) (?:was|went) down first[,:]? ${one} or (?<other>[\w.-]+)$`,
      'i',
    ),
    'which came first, $<one> <begun> or $<other> <begun>',
  ],
  [
    new RegExp(
      String.raw`^${one} (?:and|or) (?<other>[\w.-]+):? whose first outage was (?:the )?(?:earlier|first)(?: one)?$`,
      'i',
    ),
    'which came first, $<one> <begun> or $<other> <begun>',
  ],
  [
    new RegExp(
      String.raw`^(?:did|was) ${one} (?:ever )?(?:(?:went|go|gone|was|become|became|get) )?(?:${adjective})(?: for the (?:first )?time)? (?:before|earlier than) (?<other>[\w.-]+)(?: (?:did|was))?$`,
      'i',
    ),
    'did $<one> <begun> happen before $<other> <begun>',
  ],
  [
    new RegExp(String.raw`^first outage of ${one} before (?:the )?first (?:outage )?of (?<other>[\w.-]+)$`, 'i'),
    'did $<one> <begun> happen before $<other> <begun>',
  ],
  [
    new RegExp(String.raw`^(?<edge>first|last|latest|earliest) ${one} outage(?: (?:start|begin))? time$`, 'i'),
    'when was $<one> $<edge> down',
  ],
  [
    new RegExp(
      String.raw`^(?:at what time|when|what time) (?:did|was) the (?<edge>first|last|latest|earliest|most recent) outage of ${one} (?:begin|start)(?:ning|ing)?$`,
      'i',
    ),
    'when was $<one> $<edge> down',
  ],
  [
    new RegExp(
      String.raw`^${one} (?:and|\+) (?<other>[\w.-]+) (?:${adjective}) (?:simultaneously|at the same time|together)$`,
      'i',
    ),
    'were $<one> and $<other> ever down at the same time',
  ],
];

/** "Stopped" and "stops" are meant where lines say that things stop or halt. */
const ofStops: readonly Term[] = [
  [
    /(?<=\b(?:was|were|is|are|been|ever|total)(?: [\w.-]+){0,2} )(?:stopped|halted|(?:at a )?standstill)(?=$|[ ,?.)])/gi,
    'down',
  ],
  [/\b(?:at a )?standstill(?= (?:at|around|on|simultaneously|together)\b)/gi, 'down'],
  [
    /(?<=\b(?:an?|the|any|every|each|longest|shortest|first|last|most|single|number of|without|zero|many) )(?:stop|halt)(?<many>s?)\b/gi,
    'outage$<many>',
  ],
];

/** One of these stands in each of them: how the file tells of outages need not be learnt for other questions. */
const ofOutages = new RegExp(
  String.raw`\b(?:outages?|stoppages?|disconnections?|interruptions?|breakdowns?|drop-?outs?|blackouts?|failure time|drop|go|goes|went|broke|breaks?|stop|halt|standstill|${adjective})`,
  'i',
);

/** A question about outages of what this file tells of. */
export function inOutages(text: string, schema: Schema): InFileTerms {
  const outage = ofOutages.test(text) ? learnOutage(schema) : undefined;
  if (outage === undefined) return { text, taken: [] };
  const isOfStops = outage.words.begins.some((word) => [stem('stop'), stem('halt')].includes(word));
  // Where its word tells other things too, it tells no order.
  const known = outage.words.others?.length === 0 ? terms : terms.filter(([, plain]) => !plain.includes('<begun>'));
  const plain = [...(isOfStops ? ofStops : []), ...known].reduce(
    (said, [pattern, term]) => said.replace(pattern, term),
    text,
  );
  return { text: plain.replaceAll('<begun>', () => begunIn(schema, outage.words.begins) ?? ''), taken: [] };
}
