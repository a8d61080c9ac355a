import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, say, words } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';
import { stateAsked } from '../calculate/state-words.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { timesIn } from '../question/times-asked.ts';
import { episodesOf } from './episode-lines.ts';
import { contentWords, nthOf } from './members-asked.ts';

const asksHowLong =
  /^(?:and |for )?(?:how long (?:was|were|is|are|did|does|do|has|have|had|each)\b|how (?:often|many times) .{3,80}\bhow long\b|which .{3,60}\b(?:last\w*|took|was|were) (?:the )?longest\b|(?:what (?:was|is) the )?longest (?:outage|interruption|downtime|disconnect\w*|stop|stoppage|blackout|blockade?|alarm|pause|drop-?out|absence|episode)\b)/i;
/** What is measured line by line is no episode. */
const ofNumbers =
  /\b(?:why|average|avg|mean|median|typical\w*|usual\w*|p\d\d|percentile|requests?|quer(?:y|ies)|calls?|transactions?|responses?|statements?|per|from .{2,40} (?:to|until)|between)\b/i;
const ofAsking =
  /\b(?:how long|how often|how many times|each time|every time|each|lasted|lasts?|longest|took|takes?|taking|after it was|after it|until|which|what|interruptions?|outages?|downtimes?|episodes?|onto|gone|away|time)\b/gi;
const shown = 12;

/** "How long was the mains gone each time?": from each line that tells of the beginning to the one that tells of the end. */
export async function episodeLengths(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  if (run.files.length !== 1 || question.phrases.length > 0 || question.text.length > 160) return undefined;
  if (run.files[0]!.reading.fileType !== 'log') return undefined;
  const text = timesIn(question.text).rest;
  if (!asksHowLong.test(text) || ofNumbers.test(text)) return undefined;
  // "How long was it down": its states are told from one to the next, whatever repeats them.
  if (stateAsked(text) !== undefined && !/\beach\b|\blongest\b/i.test(text)) return undefined;
  const isOrdinal = /\b(?:first|second|third|fourth|fifth|sixth|\d(?:st|nd|rd|th)|last)\b/i.test(text);
  const asked = contentWords(
    text.replace(ofAsking, ' ').replace(/\b(?:first|second|third|fourth|fifth|sixth|last)\b/gi, ' '),
  );
  if (asked.length === 0) return undefined;
  const found = await episodesOf(run, asked);
  if (found === undefined || found.length === 0 || (found.length === 1 && isOrdinal && nthOf(text) > 0))
    return undefined;
  const one = isOrdinal ? found.at(nthOf(text)) : undefined;
  if (isOrdinal && one === undefined) return undefined;
  const times = await timesOf(run);
  const lengths = found.map(({ start, end }) => end.timeMs - start.timeMs);
  const longest = found[lengths.indexOf(Math.max(...lengths))]!;
  const told = (episode: (typeof found)[number]) =>
    say`${words(durationWords(episode.end.timeMs - episode.start.timeMs))}, ${words(times.span(episode.start.timeMs, episode.end.timeMs))}`;
  const wantsLongest = /\blongest\b/i.test(text);
  const sum = lengths.reduce((all, length) => all + length, 0);
  const each = join(
    found
      .slice(0, shown)
      .map(({ start, end }) => words(`${durationWords(end.timeMs - start.timeMs)} at ${times.at(start.timeMs)}`)),
    '; ',
  );
  const cause =
    one !== undefined || found.length === 1
      ? told(one ?? found[0]!)
      : wantsLongest
        ? say`${told(longest)}, the longest of ${found.length}`
        : say`${words(number(found.length))} times: ${words(found.length <= 6 ? lengths.map((length) => durationWords(length)).join(', ') : `${durationWords(Math.min(...lengths))} to ${durationWords(Math.max(...lengths))}`)}; the longest at ${words(times.at(longest.start.timeMs))}`;
  const proven =
    one === undefined ? (wantsLongest ? [longest, ...found.filter((other) => other !== longest)] : found) : [one];
  return lookUp({
    cause,
    explanation:
      found.length === 1
        ? []
        : [
            {
              text: say`${each}${words(found.length > shown ? ' and others' : '')}; ${words(durationWords(sum))} in all`,
              ranges: [],
            },
          ],
    proof: proven
      .slice(0, shown)
      .map(({ start, end }) => claimAt(run, words(durationWords(end.timeMs - start.timeMs)), start.place, end.place)),
  });
}
