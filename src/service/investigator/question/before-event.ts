/** "What was changed right before billing stopped working?": what is looked for, and the event it stood before. */
export interface BeforeEvent {
  /** The event in the question's words. */
  event: string;
  /** Something that was done is asked for, not whatever happened. */
  isOfChange: boolean;
  /** Asked whether there was something: the answer begins with yes or no. */
  isWhether: boolean;
  /** What is asked for, in the words in front of the event. */
  lead: string;
  /** How far back, where the question says so. */
  windowMs?: number;
}

const unitsMs: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000 };
const near = `(?:right|just|shortly|immediately|directly|briefly|soon|some time)`;
const stretch = String.raw`(?:(?:in|during|over|within) the (?:last |final |few )*(\d{1,3} |two |three |five |ten )?(second|minute|hour|moment|line)s?|(\d{1,3}|a few|some) (second|minute|hour)s?)`;
const asks = new RegExp(
  String.raw`\b(?:what|anything|something|which|who|any)\b(.{0,80}?)\b(?:${near} (?:before|prior to)|${stretch} (?:before|prior to|leading up to)|(?:led|leading|leads) up to|immediately preceding|preced(?:ed|es|ing))\s+(.{2,120}?)[?.!\s]*$`,
  'i',
);
/** "What happened before the crash": without a word for how near. */
const asksPlainly =
  /\bwhat (?:else )?(?:happen(?:s|ed)|chang(?:ed|es)|(?:was|were|had been|has been|did \w+) (?:chang|do|go|log|alter|modif|touch)\w*(?: on)?)\b(.{0,40}?) before (.{2,120}?)[?.!\s]*$/i;

/** "Did anyone change something on P102 before it tripped?" */
const asksWhether = /^(?:has|have|had|did|does|do|was|were|is|are)\b(.{2,120}?)\bbefore (.{2,100}?)[?.!\s]*$/i;
const something =
  /\b(?:chang\w*|touch\w*|modif\w*|alter\w*|install\w*|updat\w*|upgrad\w*|deploy\w*|plugg?\w*|new|replac\w*|reconfig\w*|warning\w*|signs?|happen\w*|anything|something|someone|anyone|somebody|anybody|hints?)\b/i;
/** Verbs of what somebody does to a system. */
export const doing =
  /\b(?:chang|modif|alter|deploy|install|upgrad|updat|done|did|touch|config|someone|somebody|anyone|anybody|who|rolled|roll-?out|releas|plugg|replac|new)\w*/i;

/** Undefined where the question asks for nothing that stood before an event; "before each", "before and after" are asked otherwise. */
export function beforeEventIn(text: string): BeforeEvent | undefined {
  if (text.length > 240 || /\bbefore (?:each|every|all|and|or|vs|after)\b|\beach\b|\bhow many\b/i.test(text))
    return undefined;
  const match = asks.exec(text);
  const plain = match === null ? asksPlainly.exec(text) : null;
  const whether = match === null && plain === null ? asksWhether.exec(text) : null;
  const isWhether = whether !== null && something.test(whether[1]!);
  const told = match?.[6] ?? plain?.[2] ?? (isWhether ? whether[2] : undefined);
  const event = told?.replace(/^(?:(?:the|that|this|it|we|our|my|all|they|very|first|1st) )+/i, '').trim();
  // A clock time is a window, not an event.
  if (event === undefined || /^\d{1,2}(?::\d\d|\s?[ap]m\b|$)/i.test(event) || /^\d{4}-\d\d-\d\d/.test(event))
    return undefined;
  const size = match?.[2] ?? match?.[4];
  const unit = (match?.[3] ?? match?.[5])?.toLowerCase();
  const count = size === undefined ? undefined : Number.parseInt(size, 10);
  const unitMs = unit === undefined ? undefined : unitsMs[unit];
  const windowMs = count !== undefined && count > 0 && unitMs !== undefined ? count * unitMs : undefined;
  const lead = text.split(/\bbefore\b/i)[0]!;
  // "... on P102 before it tripped": what is named before belongs to the event.
  const names = isWhether ? (whether[1]!.match(/[\w./:-]*\d[\w./:-]*/g) ?? []).join(' ') : '';
  return {
    event: `${names} ${event}`.trim(),
    lead,
    isOfChange: doing.test(lead),
    isWhether: isWhether || /^(?:is|are|was|were|any)\b/i.test(text),
    ...(windowMs === undefined ? {} : { windowMs }),
  };
}
