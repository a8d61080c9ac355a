import { ordinalIn } from '../question/ordinals.ts';
import type { StatePair } from './state-pair.ts';
import { statePairs, troublePairs } from './state-pairs.ts';

/** Which states a question may mean. */
export interface StateMeant {
  pair: StatePair;
  /** The second state of the pair is asked about: "closed", "up". */
  isFlipped: boolean;
  /** A word of the question tells the state; else it is only one of those that last. */
  isTold: boolean;
}

export interface EpisodeAsked {
  wants: 'length' | 'count' | 'end' | 'state' | 'open';
  meant: StateMeant[];
  /** What was in that state, by the words of the question. */
  subject: string[];
  /** "Which job": by what an episode is told. */
  nouns: string[];
  /** Words of the state as the question says them: lines that say it so are preferred. */
  states: string[];
  pick?: number | 'last' | 'longest' | 'shortest';
  statistic?: 'mean' | 'sum' | 'median';
  /** "Is it running again at the end": asks whether a state is over. */
  isEndAsked: boolean;
  /** "Was it ever off": at no certain time. */
  isAtAnyTime: boolean;
  /** Of any trouble, in a word that no line needs to hold: "outage", "gone", "back". */
  isTrouble: boolean;
  /** The one that took longer is told beside what is usual. */
  isCompared: boolean;
  /** The reason, the place or the unit is asked for as well: the line that begins it tells. */
  wantsReason: boolean;
}

const maxChars = 200;
const asksLength =
  /\b(?:for )?how (?:long|much time)\b(?! (?:after|before|until|till|ago|between|since|from))|\bdurations?\b|\bhow much downtime\b|\b(?:total|overall|whole|average|mean|longest|shortest) (?:downtime|uptime|duration)\b/i;
const asksLongest = /\b(?:longest|shortest)\b/i;
const asksCount =
  /\bhow (?:many times|often)\b|\b(?:how many|number of) (?:[a-z-]+ ){0,2}?(?:outages?|interruptions?|disconnect(?:s|ions?)|flaps?|drop-?outs?|power (?:cuts?|failures?)|pauses?|stoppages?)\b/i;
const asksEnd =
  /^(?:and )?(?:when|at what time|what time|since when)\b.{0,90}\b(?:back|again|restored|recover(?:ed)?|over|end(?:ed)?|return(?:ed)?|resolved|cleared|reconnect(?:ed)?|resumed?|restarted|released|closed)\b/i;
const asksReturn =
  /^(?:did|does|do|has|have)\b(?!.*\b(?:happen|occur|appear)\w*\b).{2,80}\b(?:recover(?:ed|s)?|(?:come|came|comes|gone) back|back|return(?:ed|s)?|(?:again|still)\b(?! after)(?=.*\b(?:end|finally|now)\b))\b/i;
const atEnd =
  /\b(?:still|(?:at|by|until) the (?:very )?end(?: of (?:the )?(?:log|file|recording))?|when the (?:log|file) ends|by now|in the end|finally|now|ever|yet)\b/i;
const asksOpen =
  /^(?:which|what|who)\b.{0,80}\b(?:still|(?:not|never|n't)(?: yet)?(?: \w+)? (?:closed|cleared|released|acknowledged|restored|finish\w*|complet\w*|end\w*|return\w*|came? back|recover\w*))\b/i;
const asksReason = /\bwhy\b|\bcause[ds]?\b|\breasons?\b|\bbecause of what\b/i;
const noEpisodes =
  /\bbetween\b|\bhow long (?:after|before|until|since)\b|\bfrom .{2,60} (?:to|until) |\b(?:per|by|for each) (?:second|minute|hour|day|user|host|service|endpoint)\b|\b(?:requests?|quer(?:y|ies)|statements?|transactions?|responses?|endpoints?)\b|\b(?:p\d\d|percentile|compare|versus|vs)\b/i;
const filler = new Set(
  `a an the was were is are be been being had has have did do does how long often many times time time's each every all any and or of on in at to for from by with without within onto into it its
  this that those these them they their there he she his her our my we i you your me much total sum overall altogether average mean median longest shortest which what who when where while
  since until till before after during again back still end ended log file recording lasted last lasts take took taken takes duration durations first second third fourth fifth one once ever
  go goes went going come came comes get got gets stay stayed remain remained keep kept happen happened happens please tell show give list whole long much single occurrence occurrences only
  period periods episode episodes event events state moment day night morning afternoon evening today yesterday just right very now yet not no never finally between per exactly every so then
  out off up down away over as if s t why reason reasons cause causes caused somebody someone anybody anyone downtime uptime number same time-out per unit units`.split(
    /\s+/,
  ),
);

const compared =
  /,? (?:compared (?:to|with)|against|versus|vs\.?|and how long (?:is|does)|instead of|than) (?:an? |the |it |all )?(?:normal|usual|typical|regular|other|others|rest|average|good|ordinary|normally|usually|before)\b.*$/i;

/** Undefined: the question does not ask for how long something was so, how often, until when or whether it was. */
export function episodeAsked(asked: string, isYesNo: boolean, hasMoment: boolean): EpisodeAsked | undefined {
  const isCompared = compared.test(asked);
  const text = isCompared
    ? asked
        .replace(compared, '')
        .replace(/\b(the|that|this|one) (?:very |so |one )?(?:slow|slowest|long|odd|bad|late) /i, '$1 longest ')
    : asked;
  if (text.length > maxChars || noEpisodes.test(text)) return undefined;
  const wantsReason = asksReason.test(text);
  if (wantsReason && !asksLength.test(text) && !asksLongest.test(text)) return undefined;
  const wants = wantsOf(text, isYesNo, hasMoment);
  if (wants === undefined) return undefined;
  const told = statePairs.flatMap((pair): (StateMeant & { word: string })[] => {
    const on = pair.askedOn.exec(text)?.[0];
    const off = pair.askedOff?.exec(text)?.[0];
    if (off !== undefined && (on === undefined || isWorkWord.test(on)))
      return [{ pair, isFlipped: true, isTold: true, word: off }];
    return on === undefined ? [] : [{ pair, isFlipped: false, isTold: true, word: on }];
  });
  // To acknowledge is asked of alarms: those are then no state of their own.
  const isAcknowledged = told.some(({ pair }) => pair.name === 'acknowledge');
  for (let index = told.length - 1; index >= 0 && isAcknowledged; index--)
    if (told[index]!.pair.name !== 'acknowledge') told.splice(index, 1);
  const isPlain = told.every(({ pair }) => pair.isWork === true && pair.name === 'work');
  const isOver = wants === 'state' && isEndAsked.test(text);
  if (wants !== 'length' && isPlain && wants !== 'open' && !isOver) return undefined;
  // What lasts without a word for how: a job, else whatever the lines tell of it.
  const meant: StateMeant[] = told.map(({ pair, isFlipped }) => ({
    pair,
    // "When was it up again" asks for the end of what was before.
    isFlipped: isFlipped && wants !== 'end',
    isTold: true,
  }));
  if ((isPlain && !isOver) || wants === 'open')
    for (const pair of statePairs)
      if (!meant.some((one) => one.pair === pair)) meant.push({ pair, isFlipped: false, isTold: false });
  const pick = pickOf(text);
  const states = told.filter(({ pair }) => pair.name !== 'work').map(({ word }) => word.toLowerCase());
  return {
    wants,
    meant,
    subject: subjectOf(text, states),
    nouns: [...text.matchAll(/\b(?:which|what|whose) ([a-z]{2,20})\b/gi)].map(([, noun]) => noun!.toLowerCase()),
    states,
    isEndAsked: isEndAsked.test(text),
    isCompared,
    isAtAnyTime: /\b(?:ever|at any time|any time)\b/i.test(text),
    isTrouble: isEndAsked.test(text) || told.some(({ pair, isFlipped }) => !isFlipped && troublePairs.includes(pair)),
    wantsReason: wantsReason || /\b(?:where|which|who|what)\b/i.test(text),
    ...(pick === undefined ? {} : { pick }),
    ...statisticOf(text),
  };
}

const isEndAsked = /\b(?:again|back|over|anymore|any more|no longer|recover(?:ed|s|y)?|restored|resolved)\b/i;
const isWorkWord = /^(?:running|active|runs?|ran|last(?:ed)?)$/i;

function wantsOf(text: string, isYesNo: boolean, hasMoment: boolean): EpisodeAsked['wants'] | undefined {
  if (asksOpen.test(text)) return 'open';
  if (isYesNo && asksReturn.test(text)) return 'state';
  if (isYesNo) return (hasMoment || atEnd.test(text)) && /^(?:is|are|was|were)\b/i.test(text) ? 'state' : undefined;
  if (asksLength.test(text)) return 'length';
  if (asksCount.test(text)) return asksLongest.test(text) ? 'length' : 'count';
  if (asksLongest.test(text) && /^(?:which|what|who|when|the|show|give|find|longest|shortest)\b/i.test(text))
    return 'length';
  return asksEnd.test(text) ? 'end' : undefined;
}

function pickOf(text: string): EpisodeAsked['pick'] {
  if (/\blongest\b/i.test(text)) return 'longest';
  if (/\bshortest\b/i.test(text)) return 'shortest';
  const nth = ordinalIn(
    text.replace(/\bfirst(?= and\b)|\b(?:on|since|until|from|to|of) the \d{1,2}(?:st|nd|rd|th)\b/gi, ''),
  );
  if (nth !== undefined) return nth;
  return /\b(?:last|final|latest|most recent) (?!(?:ed|s|for)\b|\?)[a-z]/i.test(text) ? 'last' : undefined;
}

function statisticOf(text: string): { statistic?: 'mean' | 'sum' | 'median' } {
  if (/\b(?:average|mean|on average|usually|typically)\b/i.test(text)) return { statistic: 'mean' };
  if (/\bmedian\b/i.test(text)) return { statistic: 'median' };
  return /\b(?:total|in total|altogether|all together|overall|sum|in all|downtime)\b/i.test(text)
    ? { statistic: 'sum' }
    : {};
}

function subjectOf(text: string, states: readonly string[]): string[] {
  const said = new Set(states.flatMap((state) => state.split(/\s+/)));
  const found: string[] = [];
  for (const [raw] of text.matchAll(/[\p{L}\d_][\p{L}\d_./:@+-]*/gu)) {
    const word = raw.replace(/[.:/-]+$/, '').replace(/['’]s$/, '');
    if (word.length < 2 && !/[A-Z\d]/.test(word)) continue;
    const isLetter = /^[A-Z]$/.test(word) && !/^(?:A|I) /.test(text);
    if ((!isLetter && filler.has(word.toLowerCase())) || said.has(word.toLowerCase()) || ordinalIn(word) !== undefined)
      continue;
    if (!found.includes(word)) found.push(word);
  }
  return found.slice(0, 8);
}
