import { asksBothWays } from './course-asked.ts';
import type { Ask } from './cues/cues.ts';
import { readCues } from './cues/read-cues.ts';
import { withoutPoliteness } from './politeness.ts';
import { isOfQuestions } from './words.ts';

/** Words of a question that only figures, lists, times or one thing by its name can answer. */
const asksForFigures =
  /^(?:grams?|kilograms?|kg|lit(?:re|er)s?|k?wh|bytes|[kmg]i?b|hours|minutes|seconds|euros?|dollars?|met(?:re|er)s) of\b|\b(?:(?:version|value|amount|size|speed|balance|score|position|level) of\b|(?<=(?:^|the|cpu|memory|disk) )usage of\b|version$|how (?:many|much|often|long|far)|number of|(?:average|mean|median|total|lowest|highest|slowest|fastest|longest|shortest|worst|fewest|biggest|largest) \w+|p9\d|percent\w*|share of|ranked?|per \w+|compare\w*|versus|list of|summar\w*|rundown|overview|first and last|just the|breakdown|distribution|duration of|run ?time of|up ?time|(?:with|has|had) (?:the )?(?:most|fewest|least|highest|lowest|smallest|biggest)|old (?:and|to|vs\.?) new|(?:old|new) value|difference (?:in|of|between)|(?:at|with|during) (?:the )?(?:peak|max|maximum|min|minimum|highest|lowest)|time (?:between|from)|(?:distinct|unique) \w+)\b|\b(?:totals?|counts?|share|trend|duration)\W*$/i;
/** "When upgrading, I get …" tells when, and does not ask for it. */
const tellsWhen =
  /^when (?:\w+ing\b|[^?]{3,80}n't\b[^?]*$|.{3,80}, (?:i|we|it|the|there|an?|my|our|they)\b|[^?]{3,80}, [^?]*$)/i;
/** "How to resolve this?" asks for no figure. */
const asksFirst =
  /^(?:when|who|whose|since when|until when|how(?! (?:to|(?:do|can|could|should) (?:i|we|you))\b)|list|show|find|count|top|sum|give|tell|add(?= (?:up|together|all|the))|value|state|status|name|print|plot|draw|compare|summari[sz]e)\b/i;
/** It begins with a word that asks for a time, a figure or a list. */
export const asksAtFirst = (text: string): boolean => asksFirst.test(text) && !tellsWhen.test(text);
/** "Latest time gw-1 went down": a single sentence that begins so asks for one thing. */
const namesAtFirst =
  /^(?:(?:the )?(?:time|date) of|(?:the )?(?:first|last|latest) (?:two|three|four|five|ten|\d)|first|last|latest|earliest|longest|shortest|most|least|fewest|number|percentage|percent|share|p\d\d|sum|total|average|avg|mean|median|min|max|minimum|maximum|peak|top|which|state|initial(?!.{0,60}\b(?:fail\w*|crash\w*|broken)\b)|current)\b/i;
const names = /\b(?=\w*\d)(?=\w*[a-z])[\w-]{4,}\b|\b\d{4,}\b|\b\d\d?:\d\d\b/i;
const timePhrase =
  /\b(?:(?:at|around|about|by|past|until|till|from|since|after|before|between) (?:about )?(?:\d|half|quarter|noon|midnight|lunch|ten|nine|eight)|half past|this (?:morning|afternoon|evening)|(?:in|during|over|within) (?:the )?(?:last|past|first) (?:\d+ )?(?:seconds?|minutes?|mins?|hours?)|last night|tonight|yesterday|o'? ?clock)\b/i;
const trouble =
  /\b(?:fail\w*|errors?|crash\w*|panic\w*|cannot|can(?:'|no)t|unable|not|n't|never|no longer|no|stop\w*|stuck|hang\w*|freez\w*|broken|breaks?|break|problems?|issues?|throws?|thrown|lost|down|dies|died|dying|reboot\w*|restart\w*|kill\w*|wrong|unavailable|unresponsive|corrupt\w*|fault\w*|abort\w*|exits?|ends?|flooded|reset\w*|evict\w*|timed? ?out\w*|CrashLoop\w*)\b|n't\b/i;

/** Says that something went wrong, and nothing of what. */
export const isOfTrouble = (word: string): boolean =>
  trouble.test(word) ||
  everyday.test(word) ||
  /^(?:why|cause[ds]?|causing|reason|explain\w*|investigat\w*|debug|analy[sz]e|triage|diagnose|root|find|prove|odd|weird|strange|unusual|interesting|suspicious|anything|something)$/.test(
    word,
  );

/** Without its mark a question is still one. */
const asksOne =
  /^(?:(?:and|but|at the end,?|in the end,?) |(?:at|in|on|by|around|until|before|after|between|from)\b[^,]{1,40}, ?)?(?:(?:at|in|on|to|by|from|for|of|with|after|before|during) )?(?:whats?|which|whom|where|why|is|are|was|were|did|does|do|has|have|had|can(?!'t)|will|any)\b/i;

/** Why it went wrong, and nothing of the file is named. */
const plainWhy =
  /^\W*(?:what (?:is|was) the (?:root )?cause(?: of (?:this|it|the (?:crash|failure|error)))?|root cause|why did (?:it|this) (?:fail|crash|die|end|stop)|why does (?:it|this) (?:fail|crash|stop|not start|end)|what (?:caused|broke|crashed) (?:it|this))\W*$/i;

/** "Proxmox image not working?" */
const doesNotWork =
  /^(?!(?:what|which|who|when|where|how|is|are|was|were|did|does|do|has|have)\b).*\b(?:not|isn't|doesn't|won't|can't) (?:work|start|boot|respond|connect|load|open)(?:ing)?\W*$/i;

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.?!])\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => /\p{L}{2}/u.test(one));

/** Whatever is told before it, one of the sentences asks for the cause and names nothing. */
export const asksForCause = (report: string): boolean =>
  sentencesOf(withoutPoliteness(report)).some((one) => plainWhy.test(one));

const facts: readonly Ask[] = ['busiest', 'share', 'count', 'distinct', 'long', 'rate', 'between'];
const orders =
  /(?:^|[.:,;!–-] )(?:please |kindly )*(?:(?:could|can|would) (?:you|someone) )?(?:please )?(?:list|state|break(?: the)? .{1,60} down|break down|group|rank|sort|name|count|enumerate|tabulate)\b|\b(?:grouped|broken down|split) by\b/i;
/** Whichever way it is put, a number, a time, a list or one of several answers it, and no cause. */
const asksForFact = (text: string): boolean => {
  const sentences = sentencesOf(text);
  // Of several sentences, those that neither ask nor order tell what happened.
  return sentences.some((one) => (sentences.length === 1 || one.endsWith('?') || orders.test(one)) && namesFact(one));
};
const namesFact = (sentence: string): boolean => {
  const { asks, stat, nth, order } = readCues(sentence);
  const isRanked = order !== undefined && !asks.has('more');
  return (
    stat !== undefined || nth !== undefined || isRanked || facts.some((one) => asks.has(one)) || orders.test(sentence)
  );
};

/** The text of a ticket: somebody describes a trouble in sentences, and asks for no figure, time or single thing. */
export function isTroubleReport(report: string): boolean {
  const text = withoutPoliteness(report);
  const sentences = sentencesOf(text);
  if (plainWhy.test(text)) return true;
  if (asksForFact(text)) return false;
  const isQuestion = sentences.length === 1 && sentences[0]!.endsWith('?') && !doesNotWork.test(text);
  const timed = sentences.length < 3 ? text : sentences.filter((one) => one.endsWith('?')).join(' ');
  if (isQuestion || timePhrase.test(timed) || sentences.length === 0 || !/[a-z]{3}/i.test(text)) return false;
  if (sentences.length === 1)
    return (
      trouble.test(text) &&
      !asksForFigures.test(text) &&
      !asksBothWays(text) &&
      !asksAtFirst(text) &&
      !namesAtFirst.test(text) &&
      text.split(/\s+/).length <= 40 &&
      !asksOne.test(text)
    );
  const asked = sentences.filter(
    (one) => one.endsWith('?') || /^(?:(?:for|since|until|at|in|on|by|from) )?(?:how|which|what|where)\b/i.test(one),
  );
  return (
    (sentences.length > 2 || !sentences[0]!.endsWith('?')) &&
    asked.every(
      (one) => !asksForFigures.test(one) && !asksAtFirst(one.replace(/^(?:and|so|but|for|since|until) /i, '')),
    ) &&
    !asked.some((one) => names.test(one))
  );
}

/** The name of a ticket, or what is said along with a file: it asks for nothing. */
export function asksNothing(said: string): boolean {
  const text = withoutPoliteness(said);
  return (
    !/\?|[:,;] (?:what|which|who|how|when|is|was|did)\b/i.test(text) &&
    !asksForFact(text) &&
    !asksOne.test(text) &&
    !asksForFigures.test(text) &&
    !asksAtFirst(text) &&
    !namesAtFirst.test(text)
  );
}

const everyday =
  /^(?:app|application|it|broke|broken|fault\w*|hang\w*|slow\w*|wait\w*|job|happened|log|file|reboot\w*|restart\w*|kill\w*|down|die[ds]?|after|again|also|always|before|build|cannot|change[ds]?|client|clients|could|crash\w*|does|doesn|error\w*|every|fail\w*|first|follow\w*|from|have|into|issue|last|machine|message|never|only|open\w*|other|problem|project|report|runn?\w*|same|seems|server|service|some\w*|start\w*|still|stop\w*|system|that|their|then|there|these|they|this|time\w*|trying|update|upgrade\w*|using|version|what|when|where|which|while|window|with\w*|work\w*|would|wrong|your)$/i;

/** Words of a report that may be names in the file. */
export function namesOfReport(text: string): string[] {
  const words = text.match(/[A-Za-z_][\w./-]{3,}/g) ?? [];
  return [...new Set(words.map((word) => word.replace(/(?<![./-])[./-]+$/, '').toLowerCase()))]
    .filter((word) => !everyday.test(word))
    .slice(0, 40);
}

/** What a few words name, if they are few: all but words of trouble and of questions. */
export function wordsNamed(report: string): string[] {
  const text = withoutPoliteness(report);
  if (sentencesOf(text).length > 1 || text.split(/\s+/).length > mostOfNote) return [];
  return (text.match(/[A-Za-z_/][\w./:-]*/g) ?? [])
    .map((word) => word.replace(/[./:-]+$/, ''))
    .filter((word) => word.length > 1 && !isOfTrouble(word) && !isOfQuestions(word));
}

const mostOfNote = 14;
