import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';
import { documentsOf } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Claim } from '../detect/observation.ts';
import { lengthWords } from '../episodes/length-words.ts';
import type { Investigation } from '../investigation.ts';
import { lookUpWords } from '../members/asked-lines.ts';
import { timesIn, windowIn } from '../question/times-asked.ts';
import { countOf, type LinesByDocument, linesOfAll } from '../words/unit.ts';
import { anyThing, holdsWord, meantFamily } from './meant-family.ts';
import { readHeadings } from './read-headings.ts';
import { readSpans, type Span, type SpanFamily } from './read-spans.ts';
import { type SpansAsked, spansAsked } from './spans-asked.ts';

const mostTold = 4;
const mostRows = 12;
const mostRanked = 300_000;
const mostNamed = 50_000;

/** How long a named step took, which took the longest, how often a named alarm came: from the lines that begin and end each by name. */
export async function answerSpans(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  if (run.files.length !== 1 || documentsOf(run).length !== 1 || question.phrases.length > 0) return undefined;
  const asked = spansAsked(timesIn(question.text).rest);
  if (asked === undefined) return undefined;
  const lines = await linesNamed(run, asked);
  if (lines === 'none') return undefined;
  const families = await readSpans(run, lines);
  const inTime = families.map((family) => within(run, family));
  const meant =
    meantFamily(inTime, asked) ?? (asked.wants === 'length' ? await readHeadings(run, asked.subject) : undefined);
  if (meant === undefined || meant.spans.length === 0) return undefined;
  const told = asked.wants === 'rank' ? await tellRank(run, asked, meant) : await tellNamed(run, asked, meant);
  if (told !== undefined) run.step('spans', { of: asked.subject.join(' ') }, told.cause.plain.slice(0, 200));
  return told;
}

/** Of a rank all lines, where they are no more than steps would have; else those that hold what was named. */
async function linesNamed(run: Investigation, asked: SpansAsked): Promise<LinesByDocument | undefined | 'none'> {
  if (asked.wants === 'rank') return documentsOf(run)[0]!.lines > mostRanked ? 'none' : undefined;
  const looked = await lookUpWords(run, asked.subject);
  const named = looked.filter(({ unit, isOther }) => unit !== undefined && !isOther);
  if (named.length === 0 || looked.some((one) => !named.includes(one) && !anyThing.test(one.word))) return 'none';
  const lines = linesOfAll(named.map(({ unit }) => unit!));
  const count = countOf(lines);
  return count === 0 || count > mostNamed ? 'none' : lines;
}

function within(run: Investigation, family: SpanFamily): SpanFamily {
  const [info] = documentsOf(run);
  const windows = run.question.times.flatMap((one) => windowIn(one, info!) ?? []);
  if (run.question.times.length === 0) return family;
  const spans = family.spans.filter(({ start, end }) =>
    windows.some(({ fromMs, toMs }) => (start ?? end).timeMs >= fromMs && (start ?? end).timeMs <= toMs),
  );
  return { ...family, spans };
}

async function tellNamed(
  run: Investigation,
  asked: SpansAsked,
  { spans, open }: SpanFamily,
): Promise<Draft | undefined> {
  const times = await timesOf(run);
  const names = [...new Set(spans.map(({ name }) => name))];
  const [first] = spans;
  const running = [...open].filter(([name]) => asked.subject.every((word) => holdsWord(name, word)));
  const total = spans.length + (asked.wants === 'count' ? running.length : 0);
  const sum = spans.reduce((all, { lengthMs }) => all + lengthMs, 0);
  const longest = spans.reduce((high, one) => (one.lengthMs > high.lengthMs ? one : high));
  const ofNames = names.length === 1 ? say`${names[0]!}` : words(`${names.length} of them`);
  const beginOf = (one: Span) => (one.start ?? one.end).timeMs;
  const last = spans.at(-1)!;
  let cause: Text;
  if (asked.wants === 'count')
    cause = say`${plural(total, 'time')}: ${ofNames}, ${words(total === 1 ? `at ${times.at(beginOf(first!))}` : times.span(beginOf(first!), beginOf(last)))}${words(total > 1 ? `; longest ${durationWords(longest.lengthMs)}, all together ${durationWords(sum)}` : '')}`;
  else if (spans.length === 1) cause = say`${words(lengthWords(first!.lengthMs))}: ${first!.name}, ${spanOf(first!)}`;
  else
    cause = say`${plural(spans.length, 'time')}: ${join(
      spans
        .slice(0, mostTold)
        .map((one) => say`${words(lengthWords(one.lengthMs))}${names.length > 1 ? say` (${one.name})` : words('')}`),
      ', ',
    )}${words(spans.length > mostTold ? ', …' : '')}; all together ${words(lengthWords(sum))}`;
  const shown = [...new Set([...spans.slice(0, mostTold), longest, last])];
  return lookUp({
    cause,
    explanation: howRead(first!, running.length),
    ...(spans.length < 2
      ? {}
      : {
          tables: [
            {
              head: ['from', 'until', 'length'],
              rows: spans
                .slice(0, mostRows)
                .map((one) => [times.at(beginOf(one)), times.at(one.end.timeMs), durationWords(one.lengthMs)]),
            },
          ],
        }),
    proof: shown.map((one) => claimOf(run, one)),
  });

  function spanOf({ start, end }: Span): Text {
    return words(start === undefined ? `until ${times.at(end.timeMs)}` : times.span(start.timeMs, end.timeMs));
  }
}

/** Which lines are taken for the begin and the end. */
function howRead({ start, end, lengthMs }: Span, running: number): Claim[] {
  if (start === undefined) return [];
  const passed = end.timeMs - start.timeMs;
  const texts: Text[] = [say`From ${start.text.slice(0, 120)} to ${end.text.slice(0, 120)}`];
  if (Math.abs(passed - lengthMs) > Math.max(2000, passed * 0.02))
    texts.push(say`As its last line states; by the clock ${words(lengthWords(passed))} passed`);
  if (running > 0) texts.push(say`${plural(running, 'start')} without an end in this file`);
  return texts.map((text) => ({ text, ranges: [] }));
}

async function tellRank(run: Investigation, asked: SpansAsked, { spans }: SpanFamily): Promise<Draft | undefined> {
  const times = await timesOf(run);
  const byName = new Map<string, Span[]>();
  for (const one of spans) {
    const own = byName.get(one.name);
    if (own === undefined) byName.set(one.name, [one]);
    else own.push(one);
  }
  const sign = asked.isLow ? 1 : -1;
  const all = [...byName].map(([name, own]) => ({
    name,
    own,
    sum: own.reduce((total, { lengthMs }) => total + lengthMs, 0),
    longest: own.reduce((high, one) => (sign * (one.lengthMs - high.lengthMs) < 0 ? one : high)),
  }));
  const figureOf = (one: (typeof all)[number]) => (asked.isTotal ? one.sum : one.longest.lengthMs);
  all.sort((a, b) => sign * (figureOf(a) - figureOf(b)));
  const [top] = all;
  if (top === undefined || all.length < 2) return undefined;
  const many = top.own.length > 1;
  const longest = say`${words(lengthWords(top.longest.lengthMs))}${words(many ? '' : ',')} ${words(`from ${times.at((top.longest.start ?? top.longest.end).timeMs - (top.longest.start === undefined ? top.longest.lengthMs : 0))}`)}`;
  const lead = !many
    ? longest
    : asked.isTotal
      ? say`${words(lengthWords(top.sum))} in total, ${plural(top.own.length, 'time')}, longest ${words(durationWords(top.longest.lengthMs))}`
      : say`${longest}; ${plural(top.own.length, 'time')}, all together ${words(lengthWords(top.sum))}`;
  return lookUp({
    cause: say`${top.name}: ${lead}; then ${join(
      all.slice(1, 3).map((one) => say`${one.name} ${words(durationWords(figureOf(one)))}`),
      ', ',
    )}`,
    explanation: [
      { text: say`From the line that begins each to the one that ends it, over ${number(spans.length)}`, ranges: [] },
    ],
    tables: [
      {
        head: ['name', 'times', 'all together', asked.isLow ? 'shortest' : 'longest'],
        rows: all
          .slice(0, mostRows)
          .map((one) => [
            one.name,
            number(one.own.length),
            durationWords(one.sum),
            durationWords(one.longest.lengthMs),
          ]),
      },
    ],
    proof: all.slice(0, 3).map((one) => claimOf(run, one.longest)),
  });
}

function claimOf(run: Investigation, { name, start, end, lengthMs }: Span) {
  return claimAt(
    run,
    say`${name}: ${words(durationWords(lengthMs))}`,
    ...(start === undefined ? [] : [start.place]),
    end.place,
  );
}
