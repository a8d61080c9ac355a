import { withoutPoliteness } from './politeness.ts';

/** A note as people type it in a chat, written out as the question it stands for. */
export interface WrittenOut {
  /** What it may stand for: the first that means something in the file is meant. */
  questions: readonly string[];
  /** It may as well be the name of a trouble: "login failures". */
  isTitle: boolean;
}

const mostWords = 12;
/** Sentences, and what is told by somebody. */
const isSentence =
  /[?\n]|[.!](?: |$)|\b(?:[a-z]{3,}ly|is|are|was|were|be|been|does|did|do|has|have|had|can|cannot|could|will|would|should|i|we|my|our|you|it|this|that|please|why|how|what|whats|which|who|whose|when|where|any|fails|crashes|hangs|stops|dies|keeps|gets|goes|went|got|list|show|find|give|compare)\b|n't\b/i;
const clock = String.raw`(?:\d{1,2}(?::\d\d){0,2}(?:\.\d+)?(?: ?[ap]m)?|noon|midnight)`;
const time = new RegExp(
  String.raw`(?:,? ?\b(?:(?:from|between) )?${clock} ?(?:-|–|to|until|till|and) ?${clock}|,? ?\b(?:before|after|since|until|till|by|past) ${clock})(?![\w:])`,
  'i',
);
const moment = new RegExp(String.raw`,? ?\b(?:at|around) ${clock}(?![\w:])`, 'i');
/** "Since the reload": what comes behind is a thing that happened, and no time of the clock. */
const event = /,? ?\b(?:before|after|since|until|till) (?:the |a |first |last )*[a-z].*$/i;
const rate = /(?: ?\/ ?| per | an? )(?<unit>s|sec|second|min|minute|h|hr|hour|d|day)\b/i;
const units: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };
const counting =
  /^(?:(?:total )?(?:count|number|no\.|amount) of |# ?(?:of )?)|(?:,|:)? ?\b(?:counts?|total|how many|number)$/i;
/** What a line states, and no line itself. */
const datum =
  /\b(?:value|name|number|status|state|length|duration|time|temperature|usage|lag|loss|level|speed|country|city|address|version|size|reason|text|msg|message|hash|approver|cost|revenue|price|bandwidth|energy|consumption|owner|limit|position|voltage|pressure|by|to)$/i;
const measure =
  /\b(?:average|avg|mean|median|p\d\d|percent\w*|max|maximum|min|minimum|sum|share|%|most|least|top|busiest|longest|shortest|slowest|fastest|highest|lowest|first|last|second|third|next|latest|earliest|trend|gap|overlap|vs|versus|distinct|unique|different|per|by [a-z]+)\b/i;

const asked = /\b(?:which|what|how|did|is|are|was|were) [^?]*\?$/i;

/** What comes along with a file: it asks for nothing but what is wrong. */
const isCaption =
  /\b(?:logs?|logfiles?|dmesg|traces?|dumps?|captures?|output|reports?|files?|attached|attachment|console|journal|here|today|yesterday|again|new)\b/i;

/** A few words that are no sentence, and no caption of the file. */
export const isBareNote = (text: string): boolean =>
  text.trim().split(/\s+/).length <= 8 && !isSentence.test(text) && !/^no /i.test(text) && !isCaption.test(text);

/** A few words that ask for a figure, a time or a choice, and name no trouble to be explained. */
export const asksForFigure = (text: string): boolean =>
  isBareNote(text) &&
  [time, moment, event, rate, counting, measure, datum, comparing].some((pattern) => pattern.test(text));
const comparing = /[<>≥≤]|\b(?:during|without|new|old|still|list|all|by|or|of)\b|\d{2}/i;

/** Undefined where it is a sentence, or asks in words of its own. */
export function writtenOut(text: string): WrittenOut | undefined {
  const said = withoutPoliteness(text).trim();
  if (said.split(/\s+/).length > mostWords || isSentence.test(said.replace(event, '')) || asked.test(said))
    return undefined;
  const ratio = rate.exec(said)?.groups?.unit;
  const when = (time.exec(said) ?? moment.exec(said) ?? event.exec(said))?.[0] ?? '';
  const isCounted = counting.test(said.replace(when, ''));
  const rest = told(said.replace(when, ' ').replace(rate, ' ').trim().replace(counting, ''));
  if (!/[a-z\d]/i.test(rest)) return undefined;
  if (ratio !== undefined && (when !== '' || said.includes('/')))
    return {
      questions: [`how many ${rest} per ${units[ratio[0]!.toLowerCase()]} ${range(when)}`.trim()],
      isTitle: false,
    };
  const happened = /^(?<what>.+) (?:at|when)$/i.exec(rest)?.groups?.what;
  if (happened !== undefined) return { questions: [`when was ${happened}`], isTitle: false };
  if (measure.test(rest)) return undefined;
  if (datum.test(rest))
    return {
      questions: [`what is the ${rest}`, ...ofTimes(rest)].map((one) => `${one} ${range(when)}`.trim()),
      isTitle: false,
    };
  const head = rest.replace(/ (?:with|without|by|for|on|in|from|of|above|below) .*$/i, '');
  const isOfLines = /[a-z]s\b[^a-z]*$|\)$|[A-Z]{2}\w*$|\dx*$|[a-z][A-Z]\w*$/.test(head);
  // What goes on since then is a trouble.
  const isOfSpan = when !== '' && !/\b(?:since|at|around)\b/i.test(when);
  if (!isCounted && !isOfLines && !isOfSpan) return undefined;
  const isTitle = !(isCounted || isOfSpan || time.test(said) || /[<>:]/.test(said));
  return { questions: [`how many ${rest} ${range(when)}`.trim()], isTitle };
}

/** "Link down duration", "proxy switch time": no number that lines state, but the time of something or when it was. */
function ofTimes(rest: string): string[] {
  const { what, long } =
    /^(?<what>.+?) (?:(?<long>duration|length|run ?time)|(?:change |switch |start )?time)$/i.exec(rest)?.groups ?? {};
  if (what === undefined) return [];
  return long === undefined
    ? [`when was ${rest.replace(/ time$/i, '')}`]
    : [`how long did ${what} take`, `how long was ${what}`];
}

/** Signs in words, and what stands before a colon behind it: "gateway: failures" are those of the gateway. */
const told = (body: string): string =>
  body
    .replace(/^([\w./@-]+): (.+)$/, '$2 of $1')
    .replace(/ ?>=? ?(?=\d)/g, ' above ')
    .replace(/ ?<=? ?(?=\d)/g, ' below ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:]+|[\s,:]+$/g, '');

/** Hours alone are no time elsewhere: "08-18". */
const range = (when: string): string =>
  when
    .trim()
    .replace(
      /^,? ?(?:from |between )?(\d{1,2}) ?[-–] ?(\d{1,2})$/,
      (_, from: string, to: string) => `between ${from}:00 and ${to}:00`,
    )
    .replace(/^,? ?(?:from |between )?(\d{1,2}:\d\d\S*) ?[-–] ?(\d{1,2}:\d\d\S*)$/, 'between $1 and $2');
