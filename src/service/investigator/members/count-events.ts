import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import { messageKindOf } from '../calculate/entity-values.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import { createTallies } from '../calculate/tally.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { countOf, type LinesByDocument, linesOfAll } from '../words/unit.ts';
import { lookUpWords } from './asked-lines.ts';
import { contentWords } from './members-asked.ts';

const asksHowOften =
  /^(?:how often|how many times) (?:was|were|is|are|did|does|has|have|had) (?:the |our |my )?(.{1,60}?) (?:been )?(crash(?:ed)?|kill(?:ed)?|flap(?:ped)?|evict(?:ed)?|preempt(?:ed)?|corrupt(?:ed)?)\b/i;

const asksHowMany =
  /^how many (?:of the )?(.{2,40}?) (?:were|was|are|got|have been|had been|is) (refused|rejected|denied|declined|blocked|dropped|killed|evicted|corrupt(?:ed)?)\b/i;

/** "How often was it killed, and what for?" where lines tell of it in other words, and need not name it. */
export async function eventsCounted(run: Investigation): Promise<Draft | undefined> {
  const match = asksHowOften.exec(run.question.text) ?? asksHowMany.exec(run.question.text);
  if (match === null) return undefined;
  const names = contentWords(match[1]!);
  const [event, ...subject] = await lookUpWords(run, [match[2]!, ...names]);
  if (event?.unit === undefined) return undefined;
  const ofSubject = subject.filter(({ unit }) => unit !== undefined);
  if (ofSubject.length < names.length) return undefined;
  const both = linesOfAll([event.unit, ...ofSubject.map(({ unit }) => unit!)]);
  // Lines that tell of both in the words of the question are counted as any others.
  if (countOf(both) > 0 && !event.isOther) return undefined;
  const lines = countOf(both) > 0 ? both : event.unit.byDocument;
  const isUnnamed = countOf(both) > 0 || names.length === 0;
  return tellCounted(run, {
    lines,
    ...(isUnnamed ? {} : { note: say`They do not name ${names.join(' ')}, but no other lines tell of it` }),
  });
}

export interface Counted {
  lines?: LinesByDocument;
  isMeant?(line: PassLine): boolean;
  note?: Text;
}

/** How many lines are meant, what they say, and from when to when; undefined where there are none. */
export async function tellCounted(run: Investigation, { lines, isMeant, note }: Counted): Promise<Draft | undefined> {
  const kinds = createTallies();
  const messages = new Map<string, string>();
  let total = 0;
  let first: number | undefined;
  let last: number | undefined;
  await eachLine(run, {
    times: run.question.times,
    ...(lines === undefined ? {} : { lines }),
    see(line) {
      if (isMeant?.(line) === false) return;
      const { message } = line.row();
      const kind = messageKindOf(message);
      if (!messages.has(kind)) messages.set(kind, message);
      kinds.count(kind, line);
      total++;
      first ??= line.timeMs;
      last = line.timeMs ?? last;
    },
  });
  const ranked = kinds.all().sort((a, b) => b.count - a.count);
  if (ranked.length === 0) return undefined;
  const times = await timesOf(run);
  const span = first === undefined || last === undefined ? '' : `, ${times.span(first, last)}`;
  const told = join(
    ranked.slice(0, 3).map(({ key }) => say`${(messages.get(key) ?? key).slice(0, 140)}`),
    '; ',
  );
  return lookUp({
    cause: say`${plural(total, 'time')}: ${told}${words(span)}`,
    explanation: note === undefined ? [] : [{ text: note, ranges: [] }],
    proof: ranked
      .slice(0, 4)
      .map((one) => claimAt(run, say`${plural(one.count, 'line')}`, one.first.place, one.last.place)),
  });
}
