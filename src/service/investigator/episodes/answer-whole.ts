import type { Draft } from '../answer/draft.ts';
import { answerAttempts } from '../attempts/answer-attempts.ts';
import { attemptsAsked } from '../attempts/attempts-asked.ts';
import type { Investigation } from '../investigation.ts';
import { stemOf } from '../words/word-forms.ts';
import { answerEpisodes } from './answer-episodes.ts';
import { episodeAsked } from './episode-asked.ts';

/** What is asked of each of the things the part before named. */
const further =
  /^(?:and )?(?:for )?(?:how long(?: was (?:it|each)| were they| did (?:it|each|they)(?: (?:one|of them|outage|time))?(?: last| take)?)?(?: each(?: time)?| every time| in total| altogether)?|when (?:was|were|did) (?:it|each|they|that|those)\b.{0,20}|how long (?:was|did|is) the (?:longest|shortest)(?: one)?(?: last| take)?|which (?:one )?(?:was|lasted|is) (?:the )?longest)\W*$/i;

/** "How often was the mains gone, and how long each time?": asked in parts, answered of the same episodes at once. */
export async function answerEpisodesWhole(run: Investigation, parts: readonly string[]): Promise<Draft | undefined> {
  if (parts.length < 2) return undefined;
  const asked = attemptsAsked(run.question.text);
  if (asked?.wants === 'lengths' || asked?.wants === 'far') return answerAttempts(run);
  return parts.slice(1).every((part) => further.test(part.trim()) || isOfTheSame(part, parts[0]!))
    ? answerEpisodes(run)
    : undefined;
}

/** "How often did the breaker open, and how long was it open the longest time?": names nothing that was not named before. */
function isOfTheSame(part: string, first: string): boolean {
  const [more, asked] = [episodeAsked(part, false, false), episodeAsked(first, false, false)];
  if (more === undefined || asked === undefined || more.meant.some(({ isTold }) => !isTold)) return false;
  const known = new Set([...asked.subject, ...asked.states].map((word) => stemOf(word.toLowerCase())));
  const isKnown = (word: string) => known.has(stemOf(word.toLowerCase()));
  return more.subject.every(isKnown) && (more.states.every(isKnown) || (more.isTrouble && asked.isTrouble));
}
