import type { Evidence, Investigation } from '../investigation.ts';
import { meansTheSame } from '../question/concepts.ts';
import { tellsOfTrouble } from '../survey/failure.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { patternOf } from '../survey/message-pattern.ts';
import type { MessageGroup } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { occurrencesOf } from './occurrences.ts';
import { plural, say, words } from './say.ts';

const asksForBefore =
  /\b(?:before|precede[sd]?|leads? (?:up )?to|ahead of)\b.{0,20}\b(?:each|every|all|any)\b|\bbefore (?:the |those |these )?(?:\w+ )?(?:crash|restart|reboot|failure|disconnect|reset|timeout|error|abort|drop|panic|kill|exit)(?:e?s)\b/i;
/** "Why does eth0 drop out again and again?" */
const asksWhyAgain =
  /^(?:why|warum|wieso)\b.*\b(?:again and again|over and over|keeps?|kept|repeatedly|constantly|continually|all the time|every (?:few|couple)|always|regularly|periodically|from time to time|immer wieder|ständig|dauernd|andauernd)\b/i;
const lookBackLines = 40;
const maxEvents = 40;
const fewestTimes = 3;
/** `TDH <96>`: a name in a column and its value, which belong to the line before. */
const isContinued = /^\s|^\S+(?: \S+)?\s{2,}\S/;
const leastBehindStart = 0.02;

interface Event {
  document: string;
  line: number;
}

/** "What happens just before each crash?": what stands before most of them and hardly anywhere else in the file. */
export async function answerBeforeEach(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  if (run.files.length !== 1) return undefined;
  const recurring = asksWhyAgain.test(run.question.text) ? recurringOf(evidence) : undefined;
  if (recurring === undefined && !asksForBefore.test(run.question.text)) return undefined;
  const events = recurring?.events ?? eventsOf(run, evidence);
  if (events.length < 2) return undefined;
  const before = new Map<string, { message: string; at: { event: Event; line: number }[] }>();
  for (const event of events) {
    const document = await run.documents.open(event.document);
    const from = Math.max(1, event.line - lookBackLines);
    const texts = (await document?.lines(from, event.line - 1)) ?? [];
    const seen = new Set<string>();
    texts.forEach((_, index) => {
      const at = texts.length - 1 - index;
      const { message } = fieldsOf(texts[at]!, document?.layout);
      const pattern = patternOf(message);
      if (message === '' || seen.has(pattern) || isContinued.test(message)) return;
      seen.add(pattern);
      const known = before.get(pattern) ?? { message, at: [] };
      before.set(pattern, known);
      known.at.push({ event, line: from + at });
    });
  }
  const counts = new Map<string, number>();
  for (const { groups } of evidence.surveys)
    for (const group of groups) {
      const pattern = patternOf(group.message);
      counts.set(pattern, (counts.get(pattern) ?? 0) + group.count);
    }
  const [best, ...rest] = [...before]
    .map(([pattern, one]) => ({ ...one, all: Math.max(one.at.length, counts.get(pattern) ?? one.at.length) }))
    .filter(({ at, all }) => at.length >= Math.max(2, events.length * 0.6) && all <= at.length * 3)
    .sort(
      (a, b) =>
        b.at.length / b.all - a.at.length / a.all ||
        b.at.length - a.at.length ||
        Number(tellsOfTrouble(b.message)) - Number(tellsOfTrouble(a.message)) ||
        distance(a) - distance(b),
    );
  if (best === undefined) return undefined;
  const share = (one: typeof best) =>
    words(
      one.at.length === events.length ? `each of the ${events.length}` : `${one.at.length} of the ${events.length}`,
    );
  const only =
    best.all > best.at.length
      ? say`, and ${plural(best.all - best.at.length, 'time')} elsewhere`
      : words(' and nowhere else');
  return lookUp({
    ...(recurring === undefined ? {} : { verdict: 'LIKELY' }),
    cause: say`${recurring === undefined ? words('') : say`${recurring.message}, ${plural(events.length, 'time')}: `}${words(recurring === undefined ? 'Before' : 'before')} ${share(best)} stands ${best.message.slice(0, 200)}${only}`,
    proof: best.at.slice(0, 6).map(({ event, line }) => ({
      text: say`${plural(event.line - line, 'line')} before`,
      ranges: [line, event.line].map((at) => ({ document: event.document, lineStart: at, lineEnd: at })),
    })),
    also: rest.slice(0, 6).map((one) => ({
      text: say`Before ${share(one)} also ${one.message.slice(0, 160)}`,
      ranges: one.at
        .slice(0, 2)
        .map(({ event, line }) => ({ document: event.document, lineStart: line, lineEnd: line })),
    })),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

/**
 * In a log whose lines bear no level, what comes again and again of the asked one by its name: the first kind of its lines
 * that begins somewhere behind the start.
 */
function recurringOf({ about, scoped }: Evidence): { message: string; events: Event[] } | undefined {
  const [survey, other] = scoped;
  const hasLevels = about?.surveys.some(({ groups }) => groups.some(({ severity }) => severity !== 'info'));
  if (hasLevels === true || survey === undefined || other !== undefined) return undefined;
  const { name: document, lines } = survey.info;
  const kinds = survey.groups
    .filter(({ count, spots }) => count >= fewestTimes && count <= maxEvents && spots.length === count)
    .filter(({ first: { line } }) => line > lines * leastBehindStart)
    .sort((a, b) => a.first.line - b.first.line);
  const first = kinds.find((one) => !kinds.some((other) => other !== one && follows(one, other)));
  return first === undefined
    ? undefined
    : { message: first.message, events: first.spots.map(({ line }) => ({ document, line })) };
}

/** It comes behind the other nearly each time. */
function follows({ spots }: MessageGroup, other: MessageGroup): boolean {
  const behind = spots.filter(({ line }) =>
    other.spots.some((spot) => spot.line < line && spot.line >= line - lookBackLines),
  );
  return behind.length >= spots.length * 0.8;
}

function distance({ at }: { at: readonly { event: Event; line: number }[] }): number {
  return at.reduce((sum, { event, line }) => sum + event.line - line, 0) / at.length;
}

/** What a reader or rule told of the asked kind of event, else the lines that hold its words. */
function eventsOf(run: Investigation, evidence: Evidence): Event[] {
  const told = evidence.observations.find(
    (one) =>
      one.severity !== 'info' && one.evidence.length > 1 && one.count > 1 && meansTheSame(one, run.question.text),
  );
  const lines = evidence.needles.length === 0 ? [] : occurrencesOf(evidence.scoped);
  if (lines.length > 1 && lines.length <= maxEvents)
    return lines.map(({ survey, spot }) => ({ document: survey.info.name, line: spot.line }));
  if (told === undefined) return [];
  const own = told.group?.at.lines.map((line) => ({ document: told.document, line })) ?? [];
  const cited = told.evidence.map((range) => ({ document: range.document, line: range.lineStart }));
  return (own.length > 1 ? own : cited).slice(0, maxEvents);
}
