import { contentWords } from '../members/members-asked.ts';

export interface SpansAsked {
  wants: 'length' | 'rank' | 'count';
  /** Words that name the thing, or of a rank tell what it is one of. */
  subject: string[];
  /** Of a rank: all its times together. */
  isTotal: boolean;
  isLow: boolean;
  /** The question says alarm, outage, stop: what begins is a trouble. */
  isTrouble: boolean;
}

const length =
  /^(?:and )?how (?:long|much time) (?:did|does|was|were|is|has) (?:the |our |my )?(.{2,60}?) (?:take|taken|took|run|running|last|need|cost|going on)\b[^,]{0,12}\??$|^(?:and )?(?:what (?:is|was) the )?duration of (?:the )?(.{2,60}?)\??$/i;
const rank =
  /^(?:and )?(?:which|what) ([a-z][a-z -]{2,30}?) (?:(?:took|takes|lasted|ran|runs|stood|was active|was|is|had|has|cost|caused|costs|needed|used) )(?:us |up )?(?:in total |overall |altogether )?(?:the )?(longest|shortest|most|least|fastest|slowest)(?: (?:time|downtime|running|standstill|stop(?:page)? time|duration|stoppage))?(?:,? (?:in total|overall|altogether|in sum|in all))?(?:,? and (?:for )?how (?:long|much)(?: (?:time|downtime|was it|did it take|did it cost|in total|overall|altogether))*)?\W*$/i;
const count =
  /^(?:and )?(?:how (?:many times|often) (?:did|was|were|has|have|had|is|do) (?:we |there )?(?:have |had |see |get )?(?:the |our |an? )?(.{2,50}?)(?: (?:come|came|raise|raised|occur|happen|appear|go off|trigger(?:ed)?|active|alarm(?:ed)?|there|seen))*|how many (?:times )?(.{2,40}?) (?:alarms|alerts|faults|outages|stops|stoppages|interruptions)(?: (?:did we have|were there|was there|have we had|are there|happened|occurred))*)\W*$/i;
const trouble = /\b(?:alarm|alert|fault|failure|error|stop|stoppage|outage|interruption|lockout|trip)(?:ed|s)?\b/i;

/** Undefined: the question asks for no length, rank or count of what begins and ends by its name. */
export function spansAsked(text: string): SpansAsked | undefined {
  const said = text.replace(/\s+/g, ' ').trim();
  const isTrouble = trouble.test(said);
  const ofLength = length.exec(said);
  if (ofLength !== null)
    return made('length', ofLength[1] ?? ofLength[2]!, { isTotal: false, isLow: false, isTrouble });
  const ofRank = rank.exec(said);
  if (ofRank !== null) {
    const [, noun = '', superlative = ''] = ofRank;
    return made('rank', noun, {
      isTotal: /\b(?:in total|overall|altogether|in all|in sum|most|least)\b/i.test(said),
      isLow: /^(?:shortest|least|fastest)$/i.test(superlative),
      isTrouble,
    });
  }
  const ofCount = count.exec(said);
  if (ofCount !== null) return made('count', ofCount[1] ?? ofCount[2]!, { isTotal: false, isLow: false, isTrouble });
  return undefined;
}

function made(wants: SpansAsked['wants'], words: string, rest: Omit<SpansAsked, 'wants' | 'subject'>): SpansAsked {
  return { wants, subject: contentWords(words), ...rest };
}
