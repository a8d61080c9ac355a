import { begunIn, learnOutage } from '../facts/learn-outage.ts';
import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { InFileTerms } from './file-terms.ts';

type Term = readonly [RegExp, string];

const adjective =
  'down|offline|unreachable|unhealthy|unavailable|dead|disconnected|interrupted|out of (?:service|order|action|reach)|stopped by a fault|not mounted|lost|gone|out';
const one = '(?<one>[\\w.-]+)';

/** How people ask for times in which a thing was out of reach or out of order, each as the rest of the parser knows it. */
const terms: readonly Term[] = [
  // What it is called.
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
  // How often and how long.
  [
    /(?<=^.{0,60}[,;] )how many outages(?: of any [a-z]+(?: [a-z]+)?)?(?: that)? (?:began|started|occurred) were there$/i,
    'how many outages were there',
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
      String.raw`^(?:did|was) ${one} (?:ever )?(?:(?:went|go|gone|was|become|became|get) )?(?:${adjective})(?: for the (?:first )?time)? (?:before|earlier than) (?<other>[\w.-]+)(?: (?:did|was))?$`,
      'i',
    ),
    'did $<one> <begun> happen before $<other> <begun>',
  ],
];

/** "Stopped" and "stops" are meant where lines say that things stop or halt. */
const ofStops: readonly Term[] = [
  [
    /(?<=\b(?:was|were|is|are|been|ever|total)(?: [\w.-]+){0,2} )(?:stopped|halted|(?:at a )?standstill)(?=$|[ ,?.)])/gi,
    'down',
  ],
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
