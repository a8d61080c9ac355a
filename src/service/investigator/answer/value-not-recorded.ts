import type { WordFound } from '../question/units.ts';

const asksForValue =
  /\b(?:what(?:'s| is| was| were| are)|how (?:high|low|large|big) (?:is|was|were|are)) (the |our |its |their )?(?:(?:average|mean|median|max|maximum|min|minimum|peak|current|highest|lowest|total|exact) )?((?:[a-z][\w-]* ){0,3}?[a-z][\w-]*)(?= (?:at|of|on|in|during|around|when|for|before|after|between|from|over|since|yesterday|today)\b|\s*[?.!]?$)/i;

/** Asks for a reading that lines would state with its name; what is said of an event, a file or a cause is none. */
const noReading =
  /^(?:cause|reason|problem|problems|error|errors|issue|issues|matter|status|state|result|time|times|impact|root|message|messages|trigger|difference|first|last|line|lines|timeline|story|name|happening|happened|wrong|going|exception|exceptions|failure|failures|warning|warnings|summary|log|file|answer|outcome|fix|solution|most|next|day|date|reported|about|up|deal|this|that|it)$/i;

const superlative = /^(?:\w{2,}est|most|worst|top|common|frequent)$/i;
/** Said of many readings: what they are of tells which. */
const ofSomething = /^(?:usage|load|level|consumption|utili[sz]ation|value|reading|rate|count|number|amount)$/i;
/** Logs state these in many words ("took 40 ms"). */
const saidOtherwise =
  /^(?:latency|latencies|duration|delay|speed|throughput|size|traffic|uptime|downtime|performance)$/i;

/** "What was the CPU temperature at 10:00?" where no line has the word: the reading, as it was asked for. */
export function valueNotRecorded(text: string, asked: readonly WordFound[]): string | undefined {
  const match = asksForValue.exec(text);
  const phrase = match?.[2];
  if (match === null || phrase === undefined) return undefined;
  // "What is crashing?" asks who does it.
  if (match[1] === undefined && /(?:ing|ed)$/i.test(phrase)) return undefined;
  const words = phrase.split(' ');
  if (words.some((word) => noReading.test(word) || superlative.test(word))) return undefined;
  const last = words.at(-1)!.toLowerCase();
  if (saidOtherwise.test(last)) return undefined;
  const head = ofSomething.test(last) ? (words.at(-2)?.toLowerCase() ?? last) : last;
  const found = asked.find(({ part }) => part.word.text.toLowerCase() === head);
  return found !== undefined && found.unit === undefined ? phrase : undefined;
}
