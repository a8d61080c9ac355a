import type { Schema } from '../facts/schema.ts';
import { stemsOf } from '../facts/stem.ts';
import type { Query } from '../query/query.ts';
import { notHeardOf } from '../run/states/silent.ts';
import { columnsCalled } from './columns-called.ts';
import type { Around, Understanding } from './parsed.ts';
import { readPhrase } from './read-phrase.ts';
import { windowOf } from './window.ts';

const silent =
  / (?:(?:stop(?:ped|s)?|ceased?|quit) (?:reporting|sending|logging|answering|responding|writing|transmitting|publishing|report|send|log|answer|respond)(?: data| lines| anything| values)?|(?:(?:went|go|gone|going|fell|fall|fallen|been|stayed|turned) )?(?:quiet|silent|mute)|(?<still>still )(?:reporting|sending|logging|answering|responding|writing|transmitting|publishing)(?: data| lines| anything| values)?|(?:not|no longer|never) (?:been )?(?:heard (?:of|from)|reporting|reported|sending|answering)(?: any ?more| again)?)(?: (?:at|by|in) the end)?$/i;
const asking =
  /^(?:since when|which|what|who|how many|(?:(?:did|does|do|has|have|is|are|was|were)(?: (?:any|some|all|the))?)|any|some)(?:thing|one|body)?\b(?: of)?(?: the)?/i;
const empty = /^(?:(?:one|ones|anything|anyone|something|nothing|has|have|had|did|was|were|is|are|who)\b ?)*$/i;

const polar = /^(?:did|does|do|has|have|is|are|was|were|any)\b/i;

const isTold = (said: string, { kinds }: Schema): boolean =>
  kinds.some(({ stems }) => [...stemsOf(said)].every((word) => stems.has(word)));

/** "Which probe stopped reporting?", "did any node go quiet?": of which things no more is heard. */
export function silenceAsked(question: string, { times, quotes }: Around, schema: Schema): Understanding | undefined {
  const found = silent.exec(question);
  const [time, second] = times;
  const isSince = time === undefined || (second === undefined && time.kind === 'after');
  // Where lines have a word for it, they tell it themselves.
  if (found === null || isTold(found[0], schema) || !asking.test(question) || !isSince) return undefined;
  const isStill = found.groups?.still !== undefined;
  const rest = question
    .slice(0, found.index)
    .replace(asking, '')
    .replace(/^ (?:is|was|are|were|has|have) (?:the )?/i, '')
    .trim();
  const noun = empty.test(rest) ? '' : rest.replace(/ (?:has|have|had|was|were|is|are|did)$/i, '');
  const query: Query = {
    take: 'state',
    state: notHeardOf,
    where: [],
    ...windowOf(times),
    ...(polar.test(question) ? { expects: isStill ? 'none' : 'any' } : {}),
  };
  const [column] = columnsCalled(schema, noun.split(' ')).filter(
    ({ isNumber, isLabel }) => !isNumber || isLabel === true,
  );
  const of = column === undefined ? {} : { by: column.name };
  if (noun === '' || column !== undefined)
    return { query: { ...query, ...of }, unread: [], absent: [], isInferred: noun === '' };
  const { where, unread, absent } = readPhrase(noun, schema, quotes);
  const isOne = where.length === 1 && where[0]?.is === '=' && unread.length + absent.length === 0;
  return isOne ? { query: { ...query, where }, unread, absent, isInferred: false } : undefined;
}
