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
const counting =
  /^(?:(?:total )?(?:count|number|no\.|amount) of |# ?(?:of )?)|(?:,|:)? ?\b(?:counts?|total|how many|number)$/i;
/** What a line states, and no line itself. */
const datum =
  /\b(?:value|name|number|status|state|length|duration|time|temperature|usage|lag|loss|level|speed|country|city|address|version|size|reason|text|msg|message|hash|approver|cost|revenue|price|bandwidth|energy|consumption|owner|limit|position|voltage|pressure|by|to)$/i;
const measure =
  /\b(?:average|avg|mean|median|p\d\d|percent\w*|max|maximum|min|minimum|sum|share|%|most|least|top|busiest|longest|shortest|slowest|fastest|highest|lowest|first|last|second|third|next|latest|earliest|trend|gap|overlap|vs|versus|distinct|unique|different|per|by [a-z]+)\b/i;

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
